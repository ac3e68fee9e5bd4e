package metering

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// holed makes a gap of some steps of a curve.
func holed(m SeriesMonth, from, to int) SeriesMonth {
	s := m.curve.Clone()
	clear(s.Values[from:to])
	s.Quality = loadcurve.Runs(nil).Add(loadcurve.Definitive, from).Add(loadcurve.Missing, to-from).Add(loadcurve.Definitive, s.N-to)
	return newSeriesMonth(m.SeriesKey, gridOf(civil.Paris, balanceMonth, 900), s)
}

// gapFixture is four consumers and a producer that covers half of what they use; C2
// lacks one hour of the second day, and pmo allocates.
func gapFixture() monthInput {
	in := monthInput{op: Operation{Operator: dso.Fake}, month: balanceMonth}
	hour := 96 + 48
	for i, watts := range []energy.MilliWh{480, 160, 320, 640} {
		number := []string{"C1", "C2", "C3", "C4"}[i]
		in.sites = append(in.sites, Site{ParticipantID: id.New(), DsoID: number, Side: Consumer, Period: balanceMonth.Range()})
		row := balanceRow(number, Conso, Consumer, steady(watts*250), civil.Range{})
		if number == "C2" {
			row = holed(row, hour, hour+4)
		}
		in.curves = append(in.curves, row)
	}
	in.sites = append(in.sites, Site{ParticipantID: id.New(), DsoID: "P", Side: Producer, Period: balanceMonth.Range()})
	in.curves = append(in.curves, balanceRow("P", Prod, Producer, steady(800*250), civil.Range{}))
	return in
}

func steady(v energy.MilliWh) []energy.MilliWh {
	out := make([]energy.MilliWh, gridOf(civil.Paris, balanceMonth, 900).N)
	for i := range out {
		out[i] = v
	}
	return out
}

func tallyOf(out monthOutput, days civil.Range) tally {
	c := tally{question: question{days: days, op: Operation{Operator: dso.Fake}, today: balanceMonth.Range().To}, scope: ScopeGlobal, within: allDays}
	for _, m := range out.rollup.Sums {
		c.months = append(c.months, curveMonth{m.Month, m.Nature, m.Side, m.Step, m.Days, nil})
	}
	return c
}

// A gap is no zero: rates, complement and the lines of a distribution count an energy only
// at the steps at which it is known what was shared of it. Totals tell all that is known.
func TestRatesCountOnlyStepsThatAreKnown(t *testing.T) {
	t.Parallel()
	in := gapFixture()
	out, err := buildMonth(in)
	require.NoError(t, err)
	first := balanceMonth.First()
	m := tallyOf(out, civil.Range{From: first, To: first + 2}).metrics()
	require.Equal(t, 2*24*1600*energy.MilliWh(1000)-160*1000, m.Values[Conso].Energy, "what is known is told")
	require.InDelta(t, 1, *m.SelfConsumption, 0)
	require.InDelta(t, 0.5, *m.SelfProduction, 0)
	require.Equal(t, 47*800*energy.MilliWh(1000), *m.Complement, "an hour is unknown")
	require.InDelta(t, 0.5, *m.Coverage, 0, "of the first day, which is whole")
	require.Equal(t, 1, m.MissingDays)

	p := parts{newRoll(), map[sumKey][]energy.MilliWh{}}
	for _, d := range out.rollup.Distributions {
		table := newDayTable(d)
		k := sumKey{d.Nature, d.Side}
		places := p.place(d.Participants)
		values := withGaps(p.values[k], len(p.ids))
		table.add(values, places, civil.Range{From: first, To: first + 2})
		p.values[k] = values
	}
	at, ok := p.find(in.sites[3].ParticipantID)
	require.True(t, ok)
	line, ok := p.columns(Consumer).share(at)
	require.True(t, ok)
	whole, shared, ok := line.Split()
	require.True(t, ok)
	require.Equal(t, 48*640*energy.MilliWh(1000), line.Consumption)
	require.Equal(t, 47*640*energy.MilliWh(1000), whole)
	require.Equal(t, whole/2, shared)
	rate, _ := line.Rate()
	require.InDelta(t, 0.5, rate, 0)
	at, _ = p.find(in.sites[4].ParticipantID)
	line, _ = p.columns(Producer).share(at)
	rate, _ = line.Rate()
	require.InDelta(t, 1, rate, 0)
}

// Months without a gap keep nothing for it, and those of which nothing shared is known
// have no rates.
func TestNothingStandsAloneWithoutGaps(t *testing.T) {
	t.Parallel()
	in := gapFixture()
	in.curves[1] = balanceRow("C2", Conso, Consumer, steady(160*250), civil.Range{})
	out, err := buildMonth(in)
	require.NoError(t, err)
	for _, d := range out.rollup.Distributions {
		require.Less(t, d.Nature, Unmatched)
	}
	in.op.Operator = dso.Enedis // which has not sent Autoconso yet
	out, err = buildMonth(in)
	require.NoError(t, err)
	m := tallyOf(out, balanceMonth.Range()).metrics()
	require.Nil(t, m.SelfProduction)
	require.Nil(t, m.Complement)
	require.InDelta(t, 0.5, *m.Coverage, 1e-12)
}

// Where an operator says that more was shared than was made, also at night, what each
// producer gave adds up, its parts are those of the pairs, the rate stays within its
// bounds, and the day is found.
func TestMoreSharedThanProducedStaysInBounds(t *testing.T) {
	t.Parallel()
	g := gridOf(civil.Paris, balanceMonth, 900)
	in := monthInput{op: Operation{Operator: dso.Enedis}, month: balanceMonth}
	shared, first, second := make([]energy.MilliWh, g.N), make([]energy.MilliWh, g.N), make([]energy.MilliWh, g.N)
	for i := 0; i < 96; i++ {
		shared[i] = 600 * 250
		if i >= 24 {
			first[i], second[i] = 100*250, 200*250
		}
	}
	in.sites = []Site{{ParticipantID: id.New(), DsoID: "C", Side: Consumer, Period: balanceMonth.Range()},
		{ParticipantID: id.New(), DsoID: "P1", Side: Producer, Period: balanceMonth.Range()},
		{ParticipantID: id.New(), DsoID: "P2", Side: Producer, Period: balanceMonth.Range()}}
	none := civil.Range{}
	in.curves = []SeriesMonth{balanceRow("C", Conso, Consumer, steady(250*1000), none), balanceRow("C", Autoconso, Consumer, shared, none),
		balanceRow("P1", Prod, Producer, first, none), balanceRow("P2", Prod, Producer, second, none)}
	out, err := buildMonth(in)
	require.NoError(t, err)
	given := map[string]energy.MilliWh{}
	for _, row := range out.derived {
		if row.Nature == Autoconso {
			for _, day := range row.Days {
				given[row.DsoID] += day.Sum
			}
		}
	}
	require.Equal(t, map[string]energy.MilliWh{"P1": 4_800_000, "P2": 9_600_000}, given, "one part and two, at night as by day")
	require.Equal(t, []energy.MilliWh{4_800_000, 9_600_000}, out.rollup.Pairs.Totals[2:])
	m := tallyOf(out, balanceMonth.Range()).metrics()
	require.InDelta(t, 1, *m.SelfConsumption, 0)
	require.InDelta(t, 1, *m.Sharing, 0)
	require.Contains(t, out.rollup.Findings, Finding{Kind: SharedAboveProduced, Day: balanceMonth.First(), Steps: 96, Energy: 14_400_000 - 18*300_000})
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
		in := monthInput{op: Operation{Operator: dso.Enedis, ACI: true}, month: balanceMonth,
			sites: []Site{{ParticipantID: id.New(), DsoID: "S", Side: Producer, Period: balanceMonth.Range()}},
			curves: []SeriesMonth{balanceRow("S", Conso, Producer, steady(1000*250), none), balanceRow("S", Prod, Producer, steady(700*250), none),
				balanceRow("S", ProdExt, Producer, steady(1000*250), none), balanceRow("S", ConsExt, Producer, steady(c.used*250), none)}}
		out, err := buildMonth(in)
		require.NoError(t, err, name)
		require.Len(t, out.rollup.Findings, c.found, name)
		if c.found > 0 {
			require.Equal(t, ExternalConsumption, out.rollup.Findings[0].Kind, name)
			require.Equal(t, WarnExtUse.Key, out.warnings[0].Key, name)
		}
	}
}
