package participant

import (
	"testing"

	"github.com/openpmo/pmo/internal/pinnedtest"
)

// TestPinned: conversions leave out nothing that they did not leave out before.
func TestPinned(t *testing.T) {
	t.Parallel()
	pinnedtest.Functions(t, "pinned", map[string]any{
		"toAPIRemovals": toAPIRemovals,
		"checkPower":    checkPower, "fromAPIParticipantCreation": fromAPIParticipantCreation, "fromAPIParticipantList": fromAPIParticipantList, "fromAPIParticipantUpdate": fromAPIParticipantUpdate,
		"patchDay": patchDay, "toAPIBillingDetail": toAPIBillingDetail, "toAPIEnedisDetail": toAPIEnedisDetail, "toAPIEntity": toAPIEntity, "toAPIExtent": toAPIExtent, "toAPIExtentLine": toAPIExtentLine, "toAPIExtentSites": toAPIExtentSites,
		"toAPIImportReport": toAPIImportReport, "toAPIInvitation": toAPIInvitation, "toAPIParticipant": toAPIParticipant, "toAPITouched": toAPITouched,
		"watts": watts, "toAPIEnrolment": toAPIEnrolment, "toAPISuccession": toAPISuccession, "toAPISuccessions": toAPISuccessions, "toAPIDraft": toAPIDraft, "fromAPIEnrolment": fromAPIEnrolment,
		"fromAPIEnrolmentUpdate": fromAPIEnrolmentUpdate, "fromAPIClient": fromAPIClient, "fromAPIIssuer": fromAPIIssuer, "fromAPIPlan": fromAPIPlan,
		"fromAPISuccession": fromAPISuccession, "toAPITimeline": toAPITimeline, "toAPIFolderReason": toAPIFolderReason,
	})
}
