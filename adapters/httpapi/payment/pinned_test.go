package payment

import (
	"testing"

	"github.com/openpmo/pmo/internal/pinnedtest"
)

// TestPinned: conversions leave out nothing that they did not leave out before.
func TestPinned(t *testing.T) {
	t.Parallel()
	pinnedtest.Functions(t, "pinned", map[string]any{
		"fromAPICreditorCreation": fromAPICreditorCreation, "fromAPICreditorUpdate": fromAPICreditorUpdate, "fromAPIMandateCreation": fromAPIMandateCreation,
		"fromAPIMandateImport": fromAPIMandateImport, "fromAPIMandateUpdate": fromAPIMandateUpdate, "toAPIAmendments": toAPIAmendments, "toAPICandidate": toAPICandidate, "toAPICollected": toAPICollected,
		"toAPICollection": toAPICollection, "toAPIHandover": toAPIHandover, "toAPIHandovers": toAPIHandovers, "toAPICreditor": toAPICreditor,
		"toAPICreditors": toAPICreditors, "toAPIMandate": toAPIMandate, "toAPIMandates": toAPIMandates, "toAPIReport": toAPIReport,
		"fromAPIBankMapping": fromAPIBankMapping, "toAPIBankFile": toAPIBankFile, "toAPIBankLine": toAPIBankLine, "toAPIBankMapping": toAPIBankMapping,
		"toAPIBankProposals": toAPIBankProposals, "toAPIBankReport": toAPIBankReport,
	})
}
