package operation

import (
	"testing"

	"github.com/openpmo/pmo/internal/pinnedtest"
)

// TestPinned: conversions leave out nothing that they did not leave out before.
func TestPinned(t *testing.T) {
	t.Parallel()
	pinnedtest.Functions(t, "pinned", map[string]any{
		"ToAPILogo":              ToAPILogo,
		"FromAPIFunctionalities": FromAPIFunctionalities, "ToAPIEngine": ToAPIEngine, "ToAPIFunctionalities": ToAPIFunctionalities, "ToAPIOperation": ToAPIOperation,
		"fromAPIInterlocutorUpdate": fromAPIInterlocutorUpdate, "fromAPIOperationCreation": fromAPIOperationCreation, "fromAPIOperationUpdate": fromAPIOperationUpdate, "toAPIFeatures": toAPIFeatures,
		"toAPIInterlocutor": toAPIInterlocutor, "toAPIObserver": toAPIObserver, "toAPIObservers": toAPIObservers, "toAPIOperations": toAPIOperations,
		"toAPIOrganizer": toAPIOrganizer, "toAPIMember": toAPIMember, "ToAPIInvitationMails": ToAPIInvitationMails, "toAPIMemberInvitation": toAPIMemberInvitation, "toAPISites": toAPISites, "toAPITheme": toAPITheme,
		"fromAPIView": fromAPIView, "toAPIView": toAPIView, "toAPIOptions": toAPIOptions,
	})
}
