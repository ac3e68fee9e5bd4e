package dashboard

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
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
		q := view.Question{Op: metering.Operation{Operator: dso.Enedis}}
		kg := notBelowZero(saved(q, map[civil.Month]map[id.ID]energy.MilliWh{month: {sun.ParticipantID: c.sun, engine.ParticipantID: c.engine}}, []metering.Site{sun, engine}))
		require.InDelta(t, c.want, *kg, 1e-9, name)
	}
	require.Nil(t, notBelowZero(nil))
}

// TestFactorsOfTheGrid of each year and country; before the first known one, that one holds.
func TestFactorsOfTheGrid(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		country dso.Country
		month   civil.Month
		want    float64
	}{
		{dso.France, civil.NewMonth(2022, 12), 0.032}, {dso.France, civil.NewMonth(2023, 1), 0.032}, {dso.France, civil.NewMonth(2023, 12), 0.032},
		{dso.France, civil.NewMonth(2024, 1), 0.0217}, {dso.France, civil.NewMonth(2026, 11), 0.0217},
		{dso.Belgium, civil.NewMonth(2022, 12), 0.150}, {dso.Belgium, civil.NewMonth(2026, 11), 0.150},
	} {
		require.InDelta(t, c.want, avoided(c.country, c.month, 1), 1e-12, "%s in %s", c.country, c.month)
	}
}

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
	q := view.Question{Op: metering.Operation{Operator: "ENEDIS"}}
	want := *saved(q, shared, nil)
	for range 20 {
		require.Equal(t, want, *saved(q, shared, nil)) //nolint:testifylint // to the last bit
	}
}
