package metering

import (
	"testing"

	"github.com/stretchr/testify/require"
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
