package monthly

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/rollup"
)

func TestAnyDaysOfAMonthAreASubtraction(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		month := civil.NewMonth(2026, time.Month(rapid.IntRange(1, 12).Draw(t, "month")))
		sites, days := rapid.IntRange(0, 5).Draw(t, "sites"), month.Days()
		from := rapid.IntRange(-40, days+1).Draw(t, "from")
		r := civil.Range{From: month.First() + civil.Date(from), To: month.First() + civil.Date(rapid.IntRange(from, days+40).Draw(t, "to"))}
		d := rollup.DistributionMonth{Month: month, Participants: make([]id.ID, sites), Days: make([]energy.MilliWh, sites*days)}
		want := make([]energy.MilliWh, sites)
		for i := range want {
			want[i] = metering.Absent
			for day := range days {
				v := energy.MilliWh(rapid.Int64Range(-1, 1<<rapid.IntRange(0, 57).Draw(t, "bits")).Draw(t, "value"))
				if d.Days[i*days+day] = v; v != metering.Absent && r.Contains(month.First()+civil.Date(day)) {
					want[i] = max(want[i], 0) + v
				}
			}
		}
		table := NewDayTable(d)
		require.Equal(t, want, table.on(r).Totals)
		require.Equal(t, want, table.on(r).Totals, "asking changes nothing")
	})
}

// TestWhereNothingIsKnownToBeSharedAllStandsAlone: what consumers used and what producers made, each on its side;
// what was shared on a side is left to its rollup, and a surplus is no whole.
func TestWhereNothingIsKnownToBeSharedAllStandsAlone(t *testing.T) {
	t.Parallel()
	month, site := civil.NewMonth(2026, time.October), id.New()
	table := func(n metering.Nature, side metering.Side, total energy.MilliWh) *dayTable {
		return &dayTable{DistributionMonth: rollup.DistributionMonth{Month: month, Nature: n, Side: side, Participants: []id.ID{site}, Totals: []energy.MilliWh{total}}}
	}
	alone := func(tables ...*dayTable) map[metering.NatureSide][]energy.MilliWh {
		p := Parts{NewRoll(), map[metering.NatureSide][]energy.MilliWh{}}
		p.One(site)
		p.takeUnshared(tables, month.Range())
		return p.Values
	}
	used, made := metering.NatureSide{Nature: metering.Unmatched, Side: metering.Consumer}, metering.NatureSide{Nature: metering.Unmatched, Side: metering.Producer}
	conso, prod := table(metering.Conso, metering.Consumer, 7), table(metering.Prod, metering.Producer, 11)
	require.Equal(t, map[metering.NatureSide][]energy.MilliWh{used: {7}, made: {11}}, alone(conso, prod))
	require.Equal(t, map[metering.NatureSide][]energy.MilliWh{made: {11}}, alone(conso, prod, table(metering.Autoconso, metering.Consumer, 3)))
	require.Equal(t, map[metering.NatureSide][]energy.MilliWh{used: {7}}, alone(conso, prod, table(metering.Autoconso, metering.Producer, 3)))
	require.Empty(t, alone(table(metering.Surplus, metering.Producer, 3), table(metering.Conso, metering.Producer, 3), table(metering.Prod, metering.Consumer, 3)))
}
