package metering

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	core "github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/readings"
)

// TestATotalThatNoFileTellsIsAbsent: it is not nothing to pay, as a total of nothing is; so are parts.
func TestATotalThatNoFileTellsIsAbsent(t *testing.T) {
	t.Parallel()
	october := civil.Range{From: civil.NewDate(2026, 10, 1), To: civil.NewDate(2026, 11, 1)}
	for want, costs := range map[string]core.NetworkCosts{
		`{"useCents":-13}`:                   {Use: -125_000},
		`{"totalCents":0}`:                   {Told: true},
		`{"useCents":350,"totalCents":350}`:  {Use: 3_500_000, Total: 3_500_000, Told: true},
		`{"meteringCents":1,"totalCents":1}`: {Metering: 5_000, Total: 14_999, Told: true},
	} {
		out := toAPIRegisters(readings.RegisterReading{RegisterMonths: core.RegisterMonths{Costs: []core.NetworkCost{{DsoID: "541448000000000001", Days: october, NetworkCosts: costs}}}})
		text, err := json.Marshal(out.Costs[0])
		require.NoError(t, err)
		var got map[string]any
		require.NoError(t, json.Unmarshal(text, &got))
		for _, name := range []string{"dsoId", "dateFrom", "dateTo"} {
			require.Contains(t, got, name)
			delete(got, name)
		}
		text, err = json.Marshal(got)
		require.NoError(t, err)
		require.JSONEq(t, want, string(text))
	}
}
