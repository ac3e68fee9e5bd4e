package einvoicing

import (
	"testing"

	"github.com/openpmo/pmo/internal/pinnedtest"
)

// TestPinned: conversions leave out nothing that they did not leave out before.
func TestPinned(t *testing.T) {
	t.Parallel()
	pinnedtest.Functions(t, "pinned", map[string]any{
		"fromAPIConnectionUpdate": fromAPIConnectionUpdate, "fromAPIEReportingSettings": fromAPIEReportingSettings,
		"fromAPIConnectionCreation": fromAPIConnectionCreation, "fromAPITransmissionFilter": fromAPITransmissionFilter,
		"toAPIConnection": toAPIConnection, "toAPIPeppol": toAPIPeppol, "fromAPIPeppol": fromAPIPeppol, "toAPILine": toAPILine, "toAPIMessage": toAPIMessage, "toAPIProblem": toAPIProblem, "toAPIReasons": toAPIReasons,
		"toAPITransmission": toAPITransmission, "toAPIEReportingSettings": toAPIEReportingSettings, "toAPIEReport": toAPIEReport, "toAPIEReportingPeriod": toAPIEReportingPeriod,
		"toAPIEReportEntries": toAPIEReportEntries, "toAPIEReportRows": toAPIEReportRows, "toAPIEReportingPreview": toAPIEReportingPreview,
	})
}
