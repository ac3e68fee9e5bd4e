package dashboard

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/meteringtest"
	"github.com/openpmo/pmo/core/metering/rollup"
	"github.com/openpmo/pmo/core/metering/view"
)

func tallyOf(out rollup.Output, days civil.Range) Tally {
	c := Tally{Question: view.Question{Days: days, Op: metering.Operation{Operator: dso.Fake}, Today: meteringtest.BalanceMonth.Range().To}, Scope: metering.ScopeGlobal, Within: metering.AllDays}
	for _, m := range out.Rollup.Sums {
		c.Months = append(c.Months, view.CurveMonth{Month: m.Month, Nature: m.Nature, Side: m.Side, Step: m.Step, Days: m.Days, Chunk: nil})
	}
	return c
}

// A gap is no zero: rates, complement and the lines of a distribution count an energy only
// at the steps at which it is known what was shared of it. Totals tell all that is known.
func TestRatesCountOnlyStepsThatAreKnown(t *testing.T) {
	t.Parallel()
	in := gapInput()
	out, err := rollup.Summed(in)
	require.NoError(t, err)
	first := meteringtest.BalanceMonth.First()
	m := tallyOf(out, civil.Range{From: first, To: first + 2}).metrics()
	require.Equal(t, 2*24*1600*energy.MilliWh(1000)-160*1000, m.Values[metering.Conso].Energy, "what is known is told")
	require.InDelta(t, 1, *m.SelfConsumption, 0)
	require.InDelta(t, 0.5, *m.SelfProduction, 0)
	require.Equal(t, 47*800*energy.MilliWh(1000), *m.Complement, "an hour is unknown")
	require.InDelta(t, 0.5, *m.Coverage, 0, "of the first day, which is whole")
	require.Equal(t, 1, m.MissingDays)
}

// Months without a gap keep nothing for it, and those of which nothing shared is known
// have no rates.
func TestNothingStandsAloneWithoutGaps(t *testing.T) {
	t.Parallel()
	in := gapInput()
	in.Curves[1] = meteringtest.BalanceRow("C2", metering.Conso, metering.Consumer, meteringtest.Steady(160*250), civil.Range{})
	out, err := rollup.Summed(in)
	require.NoError(t, err)
	for _, d := range out.Rollup.Distributions {
		require.Less(t, d.Nature, metering.Unmatched)
	}
	in.Op.Operator = dso.Enedis // which has not sent Autoconso yet
	out, err = rollup.Summed(in)
	require.NoError(t, err)
	m := tallyOf(out, meteringtest.BalanceMonth.Range()).metrics()
	require.Nil(t, m.SelfProduction)
	require.Nil(t, m.Complement)
	require.InDelta(t, 0.5, *m.Coverage, 1e-12)
}

// Where an operator says that more was shared than was made, also at night, what each
// producer gave adds up, its parts are those of the pairs, the rate stays within its
// bounds, and the day is found.
func TestMoreSharedThanProducedStaysInBounds(t *testing.T) {
	t.Parallel()
	g := metering.GridOf(civil.Paris, meteringtest.BalanceMonth, 900)
	in := rollup.Input{Op: metering.Operation{Operator: dso.Enedis}, Month: meteringtest.BalanceMonth}
	shared, first, second := make([]energy.MilliWh, g.N), make([]energy.MilliWh, g.N), make([]energy.MilliWh, g.N)
	for i := 0; i < 96; i++ {
		shared[i] = 600 * 250
		if i >= 24 {
			first[i], second[i] = 100*250, 200*250
		}
	}
	in.Sites = []metering.Site{{ParticipantID: id.New(), DsoID: "C", Side: metering.Consumer, Period: meteringtest.BalanceMonth.Range()},
		{ParticipantID: id.New(), DsoID: "P1", Side: metering.Producer, Period: meteringtest.BalanceMonth.Range()},
		{ParticipantID: id.New(), DsoID: "P2", Side: metering.Producer, Period: meteringtest.BalanceMonth.Range()}}
	none := civil.Range{}
	in.Curves = []metering.SeriesMonth{meteringtest.BalanceRow("C", metering.Conso, metering.Consumer, meteringtest.Steady(250*1000), none), meteringtest.BalanceRow("C", metering.Autoconso, metering.Consumer, shared, none),
		meteringtest.BalanceRow("P1", metering.Prod, metering.Producer, first, none), meteringtest.BalanceRow("P2", metering.Prod, metering.Producer, second, none)}
	out, err := rollup.Summed(in)
	require.NoError(t, err)
	given := map[string]energy.MilliWh{}
	for _, row := range out.Derived {
		if row.Nature == metering.Autoconso {
			for _, day := range row.Days {
				given[row.DsoID] += day.Sum
			}
		}
	}
	require.Equal(t, map[string]energy.MilliWh{"P1": 4_800_000, "P2": 9_600_000}, given, "one part and two, at night as by day")
	require.Equal(t, []energy.MilliWh{4_800_000, 9_600_000}, out.Rollup.Pairs.Totals[2:])
	m := tallyOf(out, meteringtest.BalanceMonth.Range()).metrics()
	require.InDelta(t, 1, *m.SelfConsumption, 0)
	require.InDelta(t, 1, *m.Sharing, 0)
	require.Contains(t, out.Rollup.Findings, metering.Finding{Kind: metering.SharedAboveProduced, Day: meteringtest.BalanceMonth.First(), Steps: 96, Energy: 14_400_000 - 18*300_000})
}

// What a site's own meter says that it used is what it drew, and what it made and used
// itself, within two in a hundred.
func TestOwnMeterBesideTheOperators(t *testing.T) {
	t.Parallel()
	none := civil.Range{}
	for name, c := range map[string]struct {
		used  energy.MilliWh
		found int
	}{"equal": {1300, 0}, "near": {1320, 0}, "above": {1330, 31}, "below": {1270, 31}} {
		in := rollup.Input{Op: metering.Operation{Operator: dso.Enedis, ACI: true}, Month: meteringtest.BalanceMonth,
			Sites: []metering.Site{{ParticipantID: id.New(), DsoID: "S", Side: metering.Producer, Period: meteringtest.BalanceMonth.Range()}},
			Curves: []metering.SeriesMonth{meteringtest.BalanceRow("S", metering.Conso, metering.Producer, meteringtest.Steady(1000*250), none), meteringtest.BalanceRow("S", metering.Prod, metering.Producer, meteringtest.Steady(700*250), none),
				meteringtest.BalanceRow("S", metering.ProdExt, metering.Producer, meteringtest.Steady(1000*250), none), meteringtest.BalanceRow("S", metering.ConsExt, metering.Producer, meteringtest.Steady(c.used*250), none)}}
		out, err := rollup.Summed(in)
		require.NoError(t, err, name)
		require.Len(t, out.Rollup.Findings, c.found, name)
		if c.found > 0 {
			require.Equal(t, metering.ExternalConsumption, out.Rollup.Findings[0].Kind, name)
			require.Equal(t, metering.WarnExtUse.Key, out.Warnings[0].Key, name)
		}
	}
}
