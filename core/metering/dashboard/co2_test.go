package dashboard

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/emission"
	"github.com/openpmo/pmo/core/metering/view"
)

// What a cogeneration emits counts against what the sun saved; the sum alone is kept from
// falling below zero (domain 7).
func TestSavingsAreKeptFromFallingBelowZeroAsASum(t *testing.T) {
	t.Parallel()
	sun, engine := metering.Site{ParticipantID: id.New(), ProductionType: 1}, metering.Site{ParticipantID: id.New(), ProductionType: Cogeneration}
	month := civil.NewMonth(2026, 10)
	for name, c := range map[string]struct {
		sun, engine energy.MilliWh
		want        float64
	}{
		"the sun alone":         {50 * energy.KilowattHour, 0, 50 * 0.0217},
		"both":                  {50 * energy.KilowattHour, 2 * energy.KilowattHour, 52*0.0217 - 2*0.25},
		"more than is saved":    {50 * energy.KilowattHour, 50 * energy.KilowattHour, 0},
		"a cogeneration alone":  {0, energy.KilowattHour, 0},
		"nothing that is known": {0, 0, 0},
	} {
		q := view.Question{Op: metering.Operation{Operator: dso.Enedis, Emissions: emissions}}
		kg := notBelowZero(saved(q, map[civil.Month]map[id.ID]energy.MilliWh{month: {sun.ParticipantID: c.sun, engine.ParticipantID: c.engine}}, []metering.Site{sun, engine}))
		require.InDelta(t, c.want, *kg, 1e-9, name)
	}
	require.Nil(t, notBelowZero(nil))
}

// emissions are those of France that hold now.
var emissions = emission.Factors{{Country: dso.France, From: civil.NewDate(2024, 1, 1), Milligrams: 21_700}, {Country: dso.France, ProductionType: Cogeneration, From: civil.NewDate(2023, 1, 1), Milligrams: 250_000}}

// TestCO2IsTheSameEachTime: a sum of floats depends on the order of what is added.
func TestCO2IsTheSameEachTime(t *testing.T) {
	t.Parallel()
	shared := map[civil.Month]map[id.ID]energy.MilliWh{}
	for m := range civil.Month(12) {
		of := map[id.ID]energy.MilliWh{}
		for i := range 40 {
			of[id.New()] = energy.MilliWh(1_234_567*i + 7919*int(m) + 1)
		}
		shared[civil.NewMonth(2026, 1)+m] = of
	}
	q := view.Question{Op: metering.Operation{Operator: "ENEDIS", Emissions: emissions}}
	want := *saved(q, shared, nil)
	for range 20 {
		require.Equal(t, want, *saved(q, shared, nil)) //nolint:testifylint // to the last bit
	}
}
