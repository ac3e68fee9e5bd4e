package metering_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

var (
	spring = civil.NewMonth(2026, time.March)
	autumn = civil.NewMonth(2026, time.October)
)

// TestDaysOfAGridAreThoseOfTheWallClock: one of 92 quarters, one of 100.
func TestDaysOfAGridAreThoseOfTheWallClock(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		month    civil.Month
		step     int32
		day, len int
		n        int
	}{{spring, 900, 29, 92, 31*96 - 4}, {autumn, 900, 25, 100, 31*96 + 4}, {autumn, 3600, 25, 25, 31*24 + 1}, {autumn, 3600, 24, 24, 31*24 + 1}} {
		g := metering.GridOf(civil.Paris, c.month, c.step)
		require.Equal(t, []int{c.n, c.len}, []int{g.N, g.Starts[c.day] - g.Starts[c.day-1]})
		require.Equal(t, g, metering.GridOf(civil.Paris, c.month, c.step))
		from, to := g.Steps(civil.Range{From: c.month.First().AddDays(c.day - 1), To: civil.Forever})
		require.Equal(t, []int{g.Starts[c.day-1], g.N}, []int{from, to})
		from, to = g.Steps(civil.Range{From: c.month.Next().First(), To: civil.Forever})
		require.Equal(t, []int{0, 0}, []int{from, to})
	}
}

// TestGridsOfAMonth are computed once a step, each the one of its own.
func TestGridsOfAMonth(t *testing.T) {
	t.Parallel()
	grids := metering.GridsOf(civil.Paris, spring)
	quarters, hours := grids.At(900), grids.At(3600)
	require.Equal(t, []metering.MonthGrid{metering.GridOf(civil.Paris, spring, 900), metering.GridOf(civil.Paris, spring, 3600)}, []metering.MonthGrid{quarters, hours})
	require.Same(t, &quarters.Starts[0], &grids.At(900).Starts[0])
	require.Same(t, &hours.Starts[0], &grids.At(3600).Starts[0])
	require.Equal(t, []int{31*96 - 4, 31*24 - 1}, []int{quarters.N, hours.N})
}

// TestTheDayOfAStep is the one whose steps hold it.
func TestTheDayOfAStep(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		g := metering.GridOf(civil.Paris, rapid.SampledFrom([]civil.Month{spring, autumn}).Draw(t, "month"), rapid.SampledFrom([]int32{900, 3600}).Draw(t, "step"))
		step := rapid.IntRange(0, g.N-1).Draw(t, "at")
		require.Equal(t, civil.Paris.DateOf(g.Start.Add(time.Duration(step)*g.Step)), g.DayOf(step))
	})
}

// TestDaysOfACurve: a gap is not zero, one estimated value keeps a day from being final.
func TestDaysOfACurve(t *testing.T) {
	t.Parallel()
	g := metering.GridOf(civil.Paris, autumn, 3600)
	s := loadcurve.Series{Grid: g.Grid, Values: make([]energy.MilliWh, g.N)}
	for i := range s.Values {
		s.Values[i] = 10
	}
	s.Values[24+5], s.Values[24+7] = 50, 50 // the second day
	clear(s.Values[48:49])                  // a gap in the third
	clear(s.Values[96:120])                 // the fifth is not known
	s.Quality = loadcurve.Runs(nil).Add(loadcurve.Definitive, 48).Add(loadcurve.Missing, 1).Add(loadcurve.Definitive, 47).
		Add(loadcurve.Missing, 24).Add(loadcurve.Definitive, 23).Add(loadcurve.Estimated, 1).Add(loadcurve.Definitive, g.N-144)
	days := metering.DaysOf(g, s, true)
	const all = metering.HasData | metering.Whole | metering.Final | metering.Complete
	require.Equal(t, metering.Day{Sum: 240, State: all, Peak: 10}, days[0])
	require.Equal(t, metering.Day{Sum: 320, State: all, Peak: 50, PeakAt: 5}, days[1], "the first of equal peaks")
	require.Equal(t, metering.Day{Sum: 230, State: metering.HasData | metering.Final, Peak: 10, PeakAt: 1}, days[2])
	require.Equal(t, metering.Day{}, days[4])
	require.Equal(t, metering.HasData|metering.Whole|metering.Complete, days[5].State)
	require.EqualValues(t, 250, days[24].Sum, "25 October has 25 hours")
	require.Zero(t, metering.DaysOf(g, s, false)[1].Peak)

	first, some := days.In(autumn, civil.Range{From: autumn.First() + 29, To: civil.Forever})
	require.Equal(t, []any{autumn.First() + 29, 2}, []any{first, len(some)})
	_, none := days.In(autumn, spring.Range())
	require.Empty(t, none)
	require.Equal(t, metering.DayMask(0b111), metering.MaskOf(autumn, civil.Range{From: spring.First(), To: autumn.First() + 3}))
	require.Equal(t, ^metering.DayMask(0)>>1, metering.MaskOf(autumn, autumn.Range()))

	row := metering.NewSeriesMonth(metering.SeriesKey{DsoID: "A"}, g, s)
	require.Equal(t, 25, row.MissingIn(g, autumn.Range()))
	require.Equal(t, 1, row.MissingIn(g, civil.Range{From: autumn.First() + 1, To: autumn.First() + 4}))
	row.Chunk, row.Curve = metering.Encode(s), nil
	require.Equal(t, 24, row.MissingIn(g, civil.Range{From: autumn.First() + 3, To: autumn.First() + 6}), "of the stored form")
}

// TestLowerIsTheWorseAtEachStep, however the runs lie.
func TestLowerIsTheWorseAtEachStep(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 40).Draw(t, "n")
		draw := func(name string) (runs loadcurve.Runs, each []loadcurve.Quality) {
			for range n {
				q := rapid.SampledFrom([]loadcurve.Quality{loadcurve.Missing, loadcurve.Estimated, loadcurve.Provisional, loadcurve.Definitive}).Draw(t, name)
				runs, each = runs.Add(q, 1), append(each, q)
			}
			return runs, each
		}
		a, as := draw("a")
		b, bs := draw("b")
		var want loadcurve.Runs
		for i := range as {
			want = want.Add(min(as[i], bs[i]), 1)
		}
		require.Equal(t, want, metering.Lower(a, b))
	})
}

// TestFindingsOfSteps: a day each, above the tolerance only, and never of a gap.
func TestFindingsOfSteps(t *testing.T) {
	t.Parallel()
	g := metering.GridOf(civil.Paris, autumn, 3600)
	excess := make([]energy.MilliWh, g.N)
	excess[0], excess[1], excess[2], excess[30], excess[50] = 5, 6, 7, 9, 9
	quality := loadcurve.Runs(nil).Add(loadcurve.Definitive, 48).Add(loadcurve.Missing, 24).Add(loadcurve.Definitive, g.N-72)
	like := metering.Finding{DsoID: "A", Side: metering.Consumer, Kind: metering.ReceivedAboveConsumed}
	found := g.Days(quality, 1, g.N, 5, like, func(t int) energy.MilliWh { return excess[t] })
	one, two := like, like
	one.Day, one.Steps, one.Energy = autumn.First(), 2, 13
	two.Day, two.Steps, two.Energy = autumn.First()+1, 1, 9
	require.Equal(t, []metering.Finding{one, two}, found)
}

// TestWarningsOfFindings: one a site and law, with its days and all that misses.
func TestWarningsOfFindings(t *testing.T) {
	t.Parallel()
	at := func(dsoID string, kind metering.FindingKind, day int, e energy.MilliWh) metering.Finding {
		return metering.Finding{DsoID: dsoID, Side: metering.Consumer, Kind: kind, Day: autumn.First() + civil.Date(day), Steps: 1, Energy: e}
	}
	all := []metering.Finding{at("A", metering.ReceivedAboveConsumed, 0, energy.KilowattHour), at("A", metering.ReceivedAboveConsumed, 4, 5*energy.WattHour),
		at("A", metering.ConsumptionSplit, 4, 1), at("A", metering.AboveContractPower, 4, 1), at("B", metering.ReceivedAboveConsumed, 9, 1)}
	for i := range all[1:] {
		require.Negative(t, all[i].Compare(all[i+1]))
		require.Positive(t, all[i+1].Compare(all[i]))
	}
	warnings := metering.FindingFaults(all)
	require.Len(t, warnings, 3, "too much power is told of where the file is read")
	require.ErrorIs(t, warnings[0], metering.WarnReceived)
	require.Equal(t, []any{"A", "2026-10-01", "2026-10-05", 2, "1.005"}, []any{warnings[0].Params["value"], warnings[0].Params["from"], warnings[0].Params["to"],
		warnings[0].Params["days"], warnings[0].Params["kilowattHours"]})
	require.ErrorIs(t, warnings[1], metering.WarnConsumption)
	require.Equal(t, "B", warnings[2].Params["value"])
	for kind, c := range map[metering.FindingKind]struct {
		nature metering.Nature
		rule   string
		build  bool
	}{
		metering.ReceivedAboveConsumed: {metering.Autoconso, "RECEIVED_ABOVE_CONSUMED", false}, metering.GivenAboveProduced: {metering.Autoconso, "GIVEN_ABOVE_PRODUCED", false},
		metering.SurplusAboveProduced: {metering.Surplus, "SURPLUS_ABOVE_PRODUCED", false}, metering.ProductionSplit: {metering.Prod, "PRODUCTION_SPLIT", false},
		metering.ConsumptionSplit: {metering.Conso, "CONSUMPTION_SPLIT", false}, metering.SharedSides: {metering.Autoconso, "SHARED_SIDES", true},
		metering.SharedAboveProduced: {metering.Autoconso, "SHARED_ABOVE_PRODUCED", true}, metering.ExternalConsumption: {metering.ConsExt, "EXTERNAL_CONSUMPTION", true},
		metering.PairsContradict: {metering.Autoconso, "PAIRS_CONTRADICT", true}, metering.AboveContractPower: {metering.Conso, "", false},
	} {
		require.Equal(t, []any{c.nature, c.rule, c.build}, []any{kind.Nature(metering.Consumer), kind.Rule(), kind.OfBuild()})
	}
	require.Equal(t, metering.Prod, metering.AboveContractPower.Nature(metering.Producer))
}

// TestAMonthCountsItsSteps by what is known of each: none is counted twice, and none is left out.
func TestAMonthCountsItsSteps(t *testing.T) {
	t.Parallel()
	g := metering.GridOf(civil.Paris, autumn, 900)
	s := loadcurve.Series{Grid: loadcurve.Grid{Start: g.Start, Step: g.Step}}
	counts := map[loadcurve.Quality]int{loadcurve.Definitive: g.N - 60, loadcurve.Missing: 10, loadcurve.Provisional: 20, loadcurve.Suspect: 30}
	for q, n := range counts {
		for range n {
			v := energy.MilliWh(7)
			if q == loadcurve.Missing {
				v = 0
			}
			s.Append(v, q)
		}
	}
	m := metering.NewSeriesMonth(metering.SeriesKey{}, g, s)
	require.Equal(t, []int{2980, 10, 50, 30}, []int{m.N, m.Missing, m.Provisional, m.Doubtful}, "what is doubtful is not definitive either")
	require.Equal(t, []any{energy.MilliWh(7 * 2970), int32(900), civil.NewMonth(2026, 10)}, []any{m.Total, m.Step, m.Month})
}
