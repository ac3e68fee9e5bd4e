package metering

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
)

// TestBestHours: two hours in a row, the earliest of equals; a gap is not zero, and
// nothing is best where there is nothing.
func TestBestHours(t *testing.T) {
	t.Parallel()
	hours := func(set map[int]int64) (out [24]int64) {
		for h, v := range set {
			out[h] = v
		}
		return out
	}
	for name, c := range map[string]struct {
		means [24]int64
		want  *BestHours
	}{
		"nothing":              {hours(nil), nil},
		"one hour":             {hours(map[int]int64{13: 5}), &BestHours{12, 5}},
		"two in a row win":     {hours(map[int]int64{9: 8, 12: 5, 13: 4, 14: 5}), &BestHours{12, 9}},
		"the first of equals":  {hours(map[int]int64{10: 3, 11: 3, 15: 3, 16: 3}), &BestHours{10, 6}},
		"the end of the day":   {hours(map[int]int64{23: 2}), &BestHours{22, 2}},
		"not next to a gap":    {hours(map[int]int64{12: 9, 13: Gap, 11: Gap, 8: 1}), &BestHours{7, 1}},
		"nothing but unknown":  {hours(map[int]int64{12: Gap, 13: Gap}), nil},
		"midnight comes first": {hours(map[int]int64{0: 7, 23: 7}), &BestHours{0, 7}},
	} {
		got := bestHours(c.means)
		require.Equal(t, c.want, got, name)
		if got != nil {
			require.Positive(t, got.Energy, name)
		}
	}
}

// TestTheDoubledHourIsTheSumOfBoth: in autumn two elapsed hours have the same name. The map
// has both in it, so that its day adds up, and the highest is of one of them; a gap in one
// leaves the other, and the hour that spring leaves out is a gap.
func TestTheDoubledHourIsTheSumOfBoth(t *testing.T) {
	t.Parallel()
	autumn, spring := civil.NewDate(2026, 10, 25), civil.NewDate(2026, 3, 29)
	of := func(day civil.Date, value func(hour int) int64) hours {
		h := hours{zone: civil.Paris, start: civil.Paris.Start(day), provisional: map[civil.Date]bool{day: true}}
		for i := range civil.Paris.Steps(day, time.Hour) {
			h.values = append(h.values, value(i))
		}
		return h
	}
	rising := func(hour int) int64 { return int64(1000 + 7*hour) }
	rows, highest := of(autumn, rising).rows(civil.Range{From: autumn, To: autumn + 1})
	require.Equal(t, autumn, rows[0].Date)
	require.True(t, rows[0].Provisional)
	require.Equal(t, []int64{1000, 1007, 1014 + 1021, 1028}, rows[0].Values[:4])
	var sum, want int64
	for hour, v := range rows[0].Values {
		sum += v
		want += rising(hour)
	}
	require.Equal(t, want+rising(24), sum, "25 hours")
	require.EqualValues(t, rising(24), highest, "no hour is above the last")

	one := of(autumn, func(hour int) int64 {
		if hour == 3 {
			return Gap
		}
		return rising(hour)
	})
	rows, _ = one.rows(civil.Range{From: autumn, To: autumn + 1})
	require.EqualValues(t, 1014, rows[0].Values[2], "what is known of it")
	rows, highest = of(autumn, func(hour int) int64 { return map[bool]int64{true: 600, false: 500}[hour == 2 || hour == 3] }).rows(civil.Range{From: autumn, To: autumn + 1})
	require.Equal(t, []int64{1200, 600}, []int64{rows[0].Values[2], int64(highest)})

	rows, _ = of(spring, rising).rows(civil.Range{From: spring, To: spring + 1})
	require.Equal(t, []int64{1007, Gap, 1014}, rows[0].Values[1:4])
}

// TestPeaksAreComparedExactly: of two steps in the same watt the higher is the peak, also
// where they are of different lengths, whichever comes first; of equals the first.
func TestPeaksAreComparedExactly(t *testing.T) {
	t.Parallel()
	const quarter, half = int32(900), int32(1800)
	first, second := civil.NewDate(2026, 10, 6), civil.NewDate(2026, 10, 20)
	for name, c := range map[string]struct {
		energies [2]energy.MilliWh // the highest step of each day
		steps    [2]int32
		want     civil.Date
	}{
		"a milliwatt-hour above":              {[2]energy.MilliWh{250_000, 250_001}, [2]int32{quarter, quarter}, second},
		"a milliwatt-hour below":              {[2]energy.MilliWh{250_001, 250_000}, [2]int32{quarter, quarter}, first},
		"equals":                              {[2]energy.MilliWh{250_001, 250_001}, [2]int32{quarter, quarter}, first},
		"more energy in twice the time":       {[2]energy.MilliWh{250_001, 500_001}, [2]int32{quarter, half}, first},
		"a little more in twice the time":     {[2]energy.MilliWh{250_001, 500_003}, [2]int32{quarter, half}, second},
		"the same power in half of the time":  {[2]energy.MilliWh{500_002, 250_001}, [2]int32{half, quarter}, first},
		"above it in half of the time":        {[2]energy.MilliWh{500_001, 250_001}, [2]int32{half, quarter}, second},
		"nothing is above nothing":            {[2]energy.MilliWh{0, 1}, [2]int32{quarter, quarter}, second},
		"nothing is not above what there was": {[2]energy.MilliWh{1, 0}, [2]int32{quarter, quarter}, first},
	} {
		sums := tally{question: question{op: Operation{Operator: "ENEDIS"}}, scope: ScopeGlobal, within: allDays}
		for i, day := range []civil.Date{first, second} {
			days := make(Days, 31)
			days[day-civil.MonthOf(first).First()] = Day{Sum: c.energies[i], State: HasData | Whole | Complete, Peak: c.energies[i], PeakAt: 4}
			sums.months = append(sums.months, curveMonth{civil.MonthOf(day), Conso, Consumer, c.steps[i], days, nil})
		}
		got := sums.values(civil.MonthOf(first).Range())[Conso]
		require.NotNil(t, got.Time, name)
		require.Equal(t, c.want, civil.Paris.DateOf(*got.Time), name)
		at := 0
		if c.want == second {
			at = 1
		}
		require.Equal(t, energy.Power(c.energies[at], seconds(c.steps[at])), got.Power, name)
	}
}
