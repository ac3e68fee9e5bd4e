package pairing

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
)

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
		months := SumsOf(made)
		s := NewSplitter(made, months, steps)
		got, weights, want := make([][]energy.MilliWh, producers), make([]energy.MilliWh, producers), make([]energy.MilliWh, producers)
		for p := range got {
			got[p] = make([]energy.MilliWh, steps)
			s.Of(got[p], shared, p)
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
		s.Totals(totals, shared[from:], from)
		for p := range totals {
			sum, err := energy.Sum(got[p][from:])
			require.NoError(t, err)
			require.Equal(t, sum, totals[p], "producer %d from step %d", p, from)
		}
		to := rapid.IntRange(0, steps).Draw(t, "to")
		days, grid := make([]energy.MilliWh, 2*producers), metering.MonthGrid{Starts: []int{0, from, steps}}
		s.Days(days, grid, shared, 0, to)
		for p := range producers {
			for day, ends := range [][2]int{{0, min(from, to)}, {min(from, to), to}} {
				sum, err := energy.Sum(got[p][ends[0]:ends[1]])
				require.NoError(t, err)
				require.Equal(t, sum, days[2*p+day], "producer %d day %d", p, day)
			}
		}
	})
}
