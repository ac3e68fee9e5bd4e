package drawing

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
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
