package rollup_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/meteringstore"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/rollup"
)

// ownMeters is an operation with ACI on a day of October: Roof makes 3 kW of which 1 kW goes
// to the grid, draws 1 kW and counts with a meter of its own; Wall makes half a kW that
// nobody else has.
func ownMeters(t *testing.T, counted int64) *coretest.Metering {
	t.Helper()
	f := coretest.NewMetering(t, "ENEDIS", coretest.MeteredSite{Name: "Roof", DsoID: "10000000000001", Producer: true, From: "2026-01-01"},
		coretest.MeteredSite{Name: "Wall", DsoID: "10000000000002", From: "2026-01-01"})
	f.Exec("update operations set functionalities = '{ACI}' where id = $1", f.Operation)
	f.Exec("update participants set is_prosumer = true where id = $1", f.Sites["Roof"])
	curve := func(n metering.Nature, watts map[string]int64) curvefile.Dataset {
		return coretest.Constant(civil.Paris, n, curvefile.StatusDefinitive, fifth, watts)
	}
	f.Load(curve(metering.Conso, map[string]int64{"10000000000001": 1000, "10000000000002": 700}), curve(metering.Prod, map[string]int64{"10000000000001": 1000}),
		curve(metering.ProdExt, map[string]int64{"10000000000001": 3000, "10000000000002": 500}), curve(metering.ConsExt, map[string]int64{"10000000000001": counted}))
	return f
}

var fifth = coretest.Days("2026-10-05", "2026-10-05")

// TestWhatIsMadeAndUsedOnTheSpot is what a site makes less what it injects; what never
// injects uses all of it.
func TestWhatIsMadeAndUsedOnTheSpot(t *testing.T) {
	t.Parallel()
	f := ownMeters(t, 3000)
	sums, err := meteringstore.NewRollups(f.DB).Sums(t.Context(), f.Operation, rollup.SumQuery{Natures: []metering.Nature{metering.ACI}})
	require.NoError(t, err)
	require.Len(t, sums, 1)
	require.Equal(t, []any{24 * 2500 * energy.WattHour, metering.Producer}, []any{sums[0].Total, sums[0].Side})
	require.Equal(t, 24*2500*energy.WattHour, sums[0].Days[4].Sum)
	require.False(t, sums[0].Days[5].State.Has(metering.HasData))
	by, err := meteringstore.NewRollups(f.DB).Distributions(t.Context(), f.Operation, rollup.PartQuery{Months: []civil.Month{coretest.October}, Natures: []metering.Nature{metering.ACI}})
	require.NoError(t, err)
	had := map[id.ID]energy.MilliWh{}
	for _, d := range by {
		for i, one := range d.Participants {
			had[one] = d.Totals[i]
		}
	}
	require.Equal(t, map[id.ID]energy.MilliWh{f.Sites["Roof"]: 24 * 2000 * energy.WattHour, f.Sites["Wall"]: 24 * 500 * energy.WattHour}, had)

	f.Exec("update operations set functionalities = '{}' where id = $1", f.Operation)
	rebuild(t, f, fifth)
	sums, err = meteringstore.NewRollups(f.DB).Sums(t.Context(), f.Operation, rollup.SumQuery{Natures: []metering.Nature{metering.ACI}})
	require.NoError(t, err)
	require.Empty(t, sums, "of operations with ACI only")
}

// TestAnOwnMeterIsComparedWithWhatASiteUsed: drawn and used on the spot together, with two
// percent for the meters.
func TestAnOwnMeterIsComparedWithWhatASiteUsed(t *testing.T) {
	t.Parallel()
	for counted, miss := range map[int64]energy.MilliWh{3000: 0, 3060: 0, 3061: 24 * 61 * energy.WattHour, 2939: 24 * 61 * energy.WattHour} {
		f := ownMeters(t, counted)
		all, err := meteringstore.NewRollups(f.DB).Findings(t.Context(), f.Operation, []civil.Month{coretest.October})
		require.NoError(t, err)
		var found energy.MilliWh
		for _, one := range all {
			if one.Kind == metering.ExternalConsumption {
				require.Equal(t, []any{"10000000000001", fifth.From, 96}, []any{one.DsoID, one.Day, one.Steps})
				found += one.Energy
			}
		}
		require.Equal(t, miss, found, "%d W", counted)
	}
}

// TestPowerAboveTheContract is found from one fifth more on.
func TestPowerAboveTheContract(t *testing.T) {
	t.Parallel()
	for watts, days := range map[int64]int{7200: 0, 7204: 1} {
		f := coretest.NewMetering(t, "ENEDIS", coretest.MeteredSite{Name: "A", DsoID: "10000000000001", From: "2026-01-01"})
		f.Exec("update participants set contract_power_w = 6000 where id = $1", f.Sites["A"])
		f.Put(metering.Conso, curvefile.StatusDefinitive, fifth, map[string]int64{"10000000000001": watts})
		all, err := meteringstore.NewRollups(f.DB).Findings(t.Context(), f.Operation, []civil.Month{coretest.October})
		require.NoError(t, err)
		found := 0
		for _, one := range all {
			if one.Kind == metering.AboveContractPower {
				found++
			}
		}
		require.Equal(t, days, found, "%d W", watts)
	}
}
