package allocation

import (
	"testing"

	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/core/allocation/analysis"
	"github.com/openpmo/pmo/core/allocation/coefficientset"
	"github.com/openpmo/pmo/core/allocation/coefficientset/calendar"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/internal/pinnedtest"
)

// explained is toAPIExplanation of one whose rounds name what there is.
func explained(e analysis.Explained, lang string) model.AllocationExplanation {
	if len(e.Consumers) == 0 || len(e.Producers) == 0 || len(e.Key.Pools) == 0 {
		return model.AllocationExplanation{}
	}
	e.Asked %= len(e.Consumers)
	for _, column := range []*[]energy.MilliWh{&e.Received, &e.Consumption} {
		*column = append(*column, make([]energy.MilliWh, len(e.Consumers))...)
	}
	for i := range e.LeftOut {
		e.LeftOut[i] %= len(e.Consumers)
	}
	for i := range e.Rounds {
		r := &e.Rounds[i]
		r.Pool, r.Producer, r.Destination = r.Pool%len(e.Key.Pools), r.Producer%len(e.Producers), r.Destination%len(e.Key.Pools)
		for m := range r.Members {
			r.Members[m].Consumer %= len(e.Consumers)
		}
	}
	return toAPIExplanation(e, lang)
}

// monthsOf is toAPICoefficientMonths of sets that are compared with no other.
func monthsOf(months []calendar.Month) []model.CoefficientMonth {
	for _, m := range months {
		for _, set := range []*coefficientset.CoefficientSet{m.Current, m.Sent} {
			if set != nil {
				set.Previous = nil
			}
		}
	}
	return toAPICoefficientMonths(months)
}

// TestPinned: conversions leave out nothing that they did not leave out before.
func TestPinned(t *testing.T) {
	t.Parallel()
	pinnedtest.Functions(t, "pinned", map[string]any{
		"ToAPIReplayJob": ToAPIReplayJob, "coefficientPath": coefficientPath, "dayText": dayText, "fromAPIAllocationConfigCreation": fromAPIAllocationConfigCreation,
		"fromAPIAllocationDraftUpdate": fromAPIAllocationDraftUpdate, "fromAPIAllocationParams": fromAPIAllocationParams, "fromAPIAllocationSimulation": fromAPIAllocationSimulation, "fromAPICoefficientSetCreation": fromAPICoefficientSetCreation,
		"fromAPIPoolMembers": fromAPIPoolMembers, "fromAPIPoolNumbers": fromAPIPoolNumbers, "fromAPIPools": fromAPIPools, "fromAPISeasons": fromAPISeasons,
		"kWhText": kWhText, "meanPercentage": meanPercentage, "numberText": numberText, "optionalCoefficientSet": optionalCoefficientSet,
		"parameterOf": parameterOf, "percentageOf": percentageOf, "rateOf": rateOf, "sumOf": sumOf,
		"toAPIAllocationConfig": toAPIAllocationConfig, "toAPIAllocationConfigCheck": toAPIAllocationConfigCheck, "toAPIAllocationConfigs": toAPIAllocationConfigs, "toAPIAllocationParams": toAPIAllocationParams,
		"toAPIAllocationSimulation": toAPIAllocationSimulation, "toAPIBlockers": toAPIBlockers, "toAPICoefficientCheck": toAPICoefficientCheck, "toAPICoefficientDifference": toAPICoefficientDifference,
		"toAPICoefficientImports": toAPICoefficientImports, "toAPICoefficientMonths": monthsOf, "toAPICoefficientSet": toAPICoefficientSet, "toAPICoefficientsDue": toAPICoefficientsDue,
		"toAPIDrift": toAPIDrift, "toAPIExplanation": explained, "toAPIMatrix": toAPIMatrix,
		"toAPIMatrixCell": toAPIMatrixCell, "toAPIPools": toAPIPools, "toAPIReplay": toAPIReplay, "toAPISeasonality": toAPISeasonality,
		"toAPISeasons": toAPISeasons, "toAPISharing": toAPISharing, "toAPISimulatedTotals": toAPISimulatedTotals, "valueText": valueText,
		"withSharingLists": withSharingLists, "wordsOf": wordsOf,
	})
}
