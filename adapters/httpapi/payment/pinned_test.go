package payment

import (
	"testing"

	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/core/payment/reminder"
	"github.com/openpmo/pmo/internal/pinnedtest"
)

// reminderSettings has as many days as the contract asks for.
func reminderSettings(b model.ReminderSettingsUpdate) reminder.Change {
	if b.Days != nil {
		days := append(*b.Days, 7, 14, 21)[:reminder.Levels]
		b.Days = &days
	}
	return fromAPIReminderSettings(b)
}

// TestPinned: conversions leave out nothing that they did not leave out before.
func TestPinned(t *testing.T) {
	t.Parallel()
	pinnedtest.Functions(t, "pinned", map[string]any{
		"toAPIBankLines": toAPIBankLines, "toAPIOverdues": toAPIOverdues, "toAPIBalance": toAPIBalance, "toAPIAccount": toAPIAccount, "toAPIReminders": toAPIReminders, "toAPIReminderPreview": toAPIReminderPreview, "toAPIReminderSettings": toAPIReminderSettings, "fromAPIReminderSettings": reminderSettings, "toAPIReminderPause": toAPIReminderPause, "toAPISettlements": toAPISettlements, "fromAPISettlementCreation": fromAPISettlementCreation,
		"fromAPICreditorCreation": fromAPICreditorCreation, "fromAPICreditorUpdate": fromAPICreditorUpdate, "fromAPIMandateCreation": fromAPIMandateCreation,
		"fromAPIMandateImport": fromAPIMandateImport, "fromAPIMandateUpdate": fromAPIMandateUpdate, "toAPIAmendments": toAPIAmendments, "toAPICandidate": toAPICandidate, "toAPICollected": toAPICollected,
		"toAPICollection": toAPICollection, "toAPIHandover": toAPIHandover, "toAPIHandovers": toAPIHandovers, "toAPICreditor": toAPICreditor,
		"toAPICreditors": toAPICreditors, "toAPIMandate": toAPIMandate, "toAPIMandates": toAPIMandates, "toAPIReport": toAPIReport,
		"fromAPIBankMapping": fromAPIBankMapping, "toAPIBankFile": toAPIBankFile, "toAPIBankLine": toAPIBankLine, "toAPIBankMapping": toAPIBankMapping,
		"toAPIBankProposals": toAPIBankProposals, "toAPIBankReport": toAPIBankReport,
	})
}
