package finance

import (
	"testing"

	"github.com/openpmo/pmo/internal/pinnedtest"
)

// TestPinned: conversions leave out nothing that they did not leave out before.
func TestPinned(t *testing.T) {
	t.Parallel()
	pinnedtest.Functions(t, "pinned", map[string]any{
		"toAPILacks": toAPILacks, "toAPILine": toAPILine, "toAPIMonths": toAPIMonths, "toAPIHeadings": toAPIHeadings, "fromAPIAffectationUpdate": fromAPIAffectationUpdate,
		"toAPIStatement": toAPIStatement, "toAPIMonitoring": toAPIMonitoring, "toAPIAffectation": toAPIAffectation, "toAPISurplusPrice": toAPISurplusPrice,
		"fromAPIAffectationCreation": fromAPIAffectationCreation, "fromAPISurplusPriceCreation": fromAPISurplusPriceCreation})
}
