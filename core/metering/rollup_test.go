package metering

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

func TestVectorsKeepWhatIsAbsentApartFromZero(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		unit := rapid.SampledFrom([]energy.MilliWh{1, 250, 1000}).Draw(t, "unit")
		values := rapid.SliceOf(rapid.Custom(func(t *rapid.T) energy.MilliWh {
			if rapid.IntRange(0, 4).Draw(t, "kind") == 0 {
				return Absent
			}
			return unit * energy.MilliWh(rapid.Int64Range(0, 1<<50).Draw(t, "value"))
		})).Draw(t, "values")
		data := AppendVector(nil, values)
		back := make([]energy.MilliWh, len(values))
		require.NoError(t, ReadVector(data, back))
		require.Equal(t, values, back)
		require.Error(t, ReadVector(append(data, 1), back), "trailing bytes")
		require.Error(t, ReadVector(data[:len(data)-1], back))
	})
}

func TestAnyDaysOfAMonthAreASubtraction(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		month := civil.NewMonth(2026, time.Month(rapid.IntRange(1, 12).Draw(t, "month")))
		sites, days := rapid.IntRange(0, 5).Draw(t, "sites"), month.Days()
		from := rapid.IntRange(-40, days+1).Draw(t, "from")
		r := civil.Range{From: month.First() + civil.Date(from), To: month.First() + civil.Date(rapid.IntRange(from, days+40).Draw(t, "to"))}
		d := DistributionMonth{Month: month, Participants: make([]id.ID, sites), Days: make([]energy.MilliWh, sites*days)}
		want := make([]energy.MilliWh, sites)
		for i := range want {
			want[i] = Absent
			for day := range days {
				v := energy.MilliWh(rapid.Int64Range(-1, 1<<rapid.IntRange(0, 57).Draw(t, "bits")).Draw(t, "value"))
				if d.Days[i*days+day] = v; v != Absent && r.Contains(month.First()+civil.Date(day)) {
					want[i] = max(want[i], 0) + v
				}
			}
		}
		table := newDayTable(d)
		require.Equal(t, want, table.on(r).Totals)
		require.Equal(t, want, table.on(r).Totals, "asking changes nothing")
	})
}

func TestOnlyTheLargestAreSorted(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d := distributing{had: parts{roll: newRoll()}}
		var order []place
		for i, size := range rapid.SliceOf(rapid.IntRange(0, 6)).Draw(t, "sizes") {
			d.had.one(id.New())
			order = append(order, place{i, energy.MilliWh(size)})
		}
		top := rapid.IntRange(0, len(order)+2).Draw(t, "top")
		all, none := d.largest(slices.Clone(order), 0)
		require.Empty(t, none)
		shown, rest := d.largest(slices.Clone(order), top)
		if top == 0 {
			top = len(order)
		}
		require.Equal(t, all[:min(top, len(all))], shown)
		require.ElementsMatch(t, order, slices.Concat(shown, rest))
	})
}

func TestTheShorterPieceOfAMonthIsSplitAgain(t *testing.T) {
	t.Parallel()
	may := civil.NewMonth(2026, 5)
	of := func(from, to int) civil.Range {
		return civil.Range{From: may.First() + civil.Date(from), To: may.First() + civil.Date(to)}
	}
	for _, c := range []struct {
		wanted, days civil.Range
		rest         bool
	}{
		{of(-90, 10), of(0, 10), false}, {of(-90, 20), of(20, 31), true}, {of(5, 90), of(0, 5), true},
		{of(20, 90), of(20, 31), false}, {of(1, 30), of(1, 30), false}, // in the middle: the rest is two pieces
	} {
		days, rest := fewer(may, c.wanted)
		require.Equal(t, c.days, days, c.wanted)
		require.Equal(t, c.rest, rest, c.wanted)
	}
}

func TestDaysAreStoredWhole(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		days := make(Days, rapid.IntRange(28, 31).Draw(t, "days"))
		peaks := rapid.Bool().Draw(t, "peaks")
		for i := range days {
			days[i] = Day{Sum: energy.MilliWh(rapid.Int64Range(0, 1<<40).Draw(t, "sum")), State: DayState(rapid.IntRange(0, 15).Draw(t, "state"))}
			if peaks {
				days[i].Peak, days[i].PeakAt = days[i].Sum/2+1, int32(rapid.IntRange(0, 99).Draw(t, "at"))
			}
		}
		back, err := ReadDays(AppendDays(nil, days))
		require.NoError(t, err)
		require.Equal(t, days, back)
	})
}

func FuzzReadDays(f *testing.F) {
	f.Add(AppendDays(nil, make(Days, 31)))
	f.Fuzz(func(t *testing.T, data []byte) {
		if days, err := ReadDays(data); err == nil {
			require.LessOrEqual(t, len(days), 31)
		}
	})
}

// The split of a consumer over producers is that of the running carry.
func TestSplitterRoundsAsTheCarryDoes(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		producers, steps := rapid.IntRange(2, 11).Draw(t, "producers"), rapid.IntRange(1, 8).Draw(t, "steps")
		made := make([][]energy.MilliWh, producers)
		for p := range made {
			made[p] = make([]energy.MilliWh, steps)
			for i := range made[p] {
				made[p][i] = energy.MilliWh(rapid.Int64Range(0, 1e8).Draw(t, "made") * rapid.Int64Range(0, 1).Draw(t, "on"))
			}
		}
		shared := make([]energy.MilliWh, steps)
		for i := range shared {
			shared[i] = energy.MilliWh(rapid.Int64Range(0, 1e8).Draw(t, "shared"))
		}
		months := sumsOf(made)
		s := newSplitter(made, months, steps)
		got, weights, want := make([][]energy.MilliWh, producers), make([]energy.MilliWh, producers), make([]energy.MilliWh, producers)
		for p := range got {
			got[p] = make([]energy.MilliWh, steps)
			s.of(got[p], shared, p)
		}
		for i := range steps {
			for p := range weights {
				weights[p] = made[p][i]
			}
			if energy.Split(want, weights, shared[i]) != nil && energy.Split(want, months, shared[i]) != nil { // nothing was made, at any step
				clear(want)
				want[producers-1] = shared[i]
			}
			for p := range want {
				require.Equal(t, want[p], got[p][i], "producer %d step %d", p, i)
			}
		}
		from, totals := rapid.IntRange(0, steps).Draw(t, "from"), make([]energy.MilliWh, producers)
		s.totals(totals, shared[from:], from)
		for p := range totals {
			sum, err := energy.Sum(got[p][from:])
			require.NoError(t, err)
			require.Equal(t, sum, totals[p], "producer %d from step %d", p, from)
		}
		to := rapid.IntRange(0, steps).Draw(t, "to")
		days, grid := make([]energy.MilliWh, 2*producers), monthGrid{starts: []int{0, from, steps}}
		s.days(days, grid, shared, 0, to)
		for p := range producers {
			for day, ends := range [][2]int{{0, min(from, to)}, {min(from, to), to}} {
				sum, err := energy.Sum(got[p][ends[0]:ends[1]])
				require.NoError(t, err)
				require.Equal(t, sum, days[2*p+day], "producer %d day %d", p, day)
			}
		}
	})
}

func TestASumIsAGapWhereOneCurveIs(t *testing.T) {
	t.Parallel()
	g := gridOf(civil.Paris, civil.NewMonth(2026, 3), 3600)
	require.Equal(t, 743, g.N)
	whole := loadcurve.NewSeries(g.Grid)
	for i := range whole.Values {
		whole.Values[i] = 10
	}
	whole.Quality = loadcurve.Runs(nil).Add(loadcurve.Definitive, g.N)
	holed := whole.Clone()
	holed.Quality = loadcurve.Runs(nil).Add(loadcurve.Provisional, 30).Add(loadcurve.Missing, 5).Add(loadcurve.Definitive, g.N-35)
	clear(holed.Values[30:35])

	sum := newCurveSum(g)
	sum.add(whole, 0, g.N)
	sum.add(holed, g.starts[1], g.starts[20]) // takes part from the 2nd to the 20th
	s := sum.series()
	require.NoError(t, s.Check())
	require.EqualValues(t, 10, s.Values[23])
	require.EqualValues(t, 20, s.Values[24])
	require.Equal(t, loadcurve.Provisional, s.Quality.At(29))
	require.Equal(t, loadcurve.Missing, s.Quality.At(32))
	require.Zero(t, s.Values[32])
	require.Equal(t, loadcurve.Definitive, s.Quality.At(g.N-1))
	days := daysOf(g, s, true)
	require.Equal(t, HasData|Whole|Final|Complete, days[0].State)
	require.Equal(t, HasData, days[1].State)
	require.EqualValues(t, 23*10, days[28].Sum, "29 March has 23 hours")

	nobody := newCurveSum(g)
	nobody.add(whole, g.starts[10], g.starts[12])
	require.Equal(t, loadcurve.Missing, nobody.series().Quality.At(0))
}

func TestFinalityOfOperations(t *testing.T) {
	t.Parallel()
	fake := Operation{Operator: dso.Fake}
	for _, c := range []struct {
		now, day string
		want     bool
	}{
		{"2026-11-20T08:00:00Z", "2026-11-09", true},
		{"2026-11-20T08:00:00Z", "2026-11-10", false},
		{"2026-11-03T08:00:00Z", "2026-10-31", true}, // the last full month always is
		{"2026-11-03T08:00:00Z", "2026-11-01", false},
	} {
		now, err := time.Parse(time.RFC3339, c.now)
		require.NoError(t, err)
		day, err := civil.ParseDate(c.day)
		require.NoError(t, err)
		require.Equal(t, c.want, finalityOf(fake, now).final(day, HasData), c)
		require.False(t, finalityOf(Operation{Operator: dso.Enedis}, now).final(day, HasData))
		require.True(t, finalityOf(Operation{Operator: dso.Enedis, Declared: map[civil.Month]bool{civil.MonthOf(day): true}}, now).final(day, HasData))
	}
}

func TestFactorsThatLookLikeAMistake(t *testing.T) {
	t.Parallel()
	for ratio, want := range map[float64]string{1: "", 0.4: "", 2.5: "", 4.1: "×4", 0.24: "÷4", 980: "×1000", 0.00101: "÷1000", 30: ""} {
		require.Equal(t, want, suspectedFactor(ratio), ratio)
	}
}

func TestMergeKeepsWhatAFileDoesNotHold(t *testing.T) {
	t.Parallel()
	g := gridOf(civil.Paris, civil.NewMonth(2026, 2), 1800)
	stored := loadcurve.NewSeries(g.Grid)
	for i := range 200 {
		stored.Values[i] = 7
	}
	stored.Quality = loadcurve.Runs(nil).Add(loadcurve.Definitive, 200).Add(loadcurve.Missing, g.N-200)
	fine := gridOf(civil.Paris, civil.NewMonth(2026, 2), 900)
	next := loadcurve.NewSeries(fine.Grid)
	for i := 300; i < 500; i++ {
		next.Values[i] = 9
	}
	next.Quality = loadcurve.Runs(nil).Add(loadcurve.Missing, 300).Add(loadcurve.Provisional, 200).Add(loadcurve.Missing, fine.N-500)
	merged, err := mergeOnto(stored, next)
	require.NoError(t, err)
	require.Equal(t, fine.Step, merged.Step)
	total, err := merged.Total()
	require.NoError(t, err)
	require.EqualValues(t, 150*7+200*9, total)
	days := make([]bool, 28)
	count, err := differ(days, civil.Paris, civil.NewMonth(2026, 2), stored, merged)
	require.NoError(t, err)
	require.Equal(t, 3, count, "from noon of the 4th to the 6th")
	require.Equal(t, []bool{false, false, false, true, true, true, false}, days[:7])
}
