package month

import (
	"testing"

	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/core/metering"
	core "github.com/openpmo/pmo/core/month"
	"github.com/openpmo/pmo/internal/pinnedtest"
)

// ofSides is toAPIMonth of a status whose lacking curves are of a side.
func ofSides(s core.Status, lang string) model.OperationMonth {
	for i := range s.Lacking {
		if s.Lacking[i].Side == metering.NoSide {
			s.Lacking[i].Side = metering.Producer
		}
	}
	return toAPIMonth(s, lang)
}

// TestPinned: conversions leave out nothing that they did not leave out before.
func TestPinned(t *testing.T) {
	t.Parallel()
	pinnedtest.Functions(t, "pinned", map[string]any{
		"daysOf": daysOf, "energyType": energyType, "toAPICheck": toAPICheck, "toAPIDeadline": toAPIDeadline,
		"toAPIEnergy": toAPIEnergy, "toAPILine": toAPILine, "toAPIMonth": ofSides, "toAPINext": toAPINext,
		"toAPIRanges": toAPIRanges, "toAPISetup": toAPISetup, "toAPISite": toAPISite, "toAPISteps": toAPISteps,
		"toAPISummary": toAPISummary,
	})
}
