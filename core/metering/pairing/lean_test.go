package pairing

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/energy"
)

// TestTheFirstSellerLacksWhatTheLastHasTooMuch: over a month of many consumers the split lacks half a mWh
// for each consumer and step of the first producer and gives it to the last, and is never off by more than
// one mWh for each; those between are off to both sides. What consumers received is exact (ADR 108).
func TestTheFirstSellerLacksWhatTheLastHasTooMuch(t *testing.T) {
	t.Parallel()
	const steps, consumers = 1488, 22
	for _, producers := range []int{2, 3, 5} {
		r := rand.New(rand.NewPCG(12, uint64(producers)))
		made := make([][]energy.MilliWh, producers)
		for p := range made {
			made[p] = make([]energy.MilliWh, steps)
			for i := range made[p] {
				made[p][i] = energy.MilliWh(r.Int64N(40_000_000) + 1)
			}
		}
		s := NewSplitter(made, SumsOf(made), steps)
		off, ideal, got := make([]float64, producers), make([]float64, producers), make([]energy.MilliWh, producers)
		for range consumers {
			shared := make([]energy.MilliWh, steps)
			for i := range shared {
				shared[i] = energy.MilliWh(r.Int64N(900_000) + 1)
				var all energy.MilliWh
				for p := range made {
					all += made[p][i]
				}
				for p := range made {
					ideal[p] += float64(shared[i]) * float64(made[p][i]) / float64(all)
				}
			}
			clear(got)
			s.Totals(got, shared, 0)
			sum, err := energy.Sum(shared)
			require.NoError(t, err)
			parts, err := energy.Sum(got)
			require.NoError(t, err)
			require.Equal(t, sum, parts, "of a consumer nothing is lost")
			for p := range got {
				off[p] += float64(got[p])
			}
		}
		const n = steps * consumers
		for p := range off {
			off[p] -= ideal[p]
			require.LessOrEqual(t, max(off[p], -off[p]), float64(n), "one mWh for each at most")
		}
		require.InDelta(t, -0.5, off[0]/n, 0.02, "the first")
		require.InDelta(t, 0.5, off[producers-1]/n, 0.02, "the last")
		for _, between := range off[1 : producers-1] {
			require.InDelta(t, 0, between/n, 0.02, "between")
		}
	}
}
