package share_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/energy"
)

func TestProducersGiveWhatConsumersReceived(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m, steps := rapid.IntRange(1, 5).Draw(t, "producers"), rapid.IntRange(1, 4).Draw(t, "steps")
		top := rapid.SampledFrom([]int64{2, 5_000_000, 1 << 40, math.MaxInt64 / 64}).Draw(t, "top")
		production, shared := columns(m, steps), make([]energy.MilliWh, steps)
		for s := range steps {
			for p := range m {
				production[p][s] = energy.MilliWh(rapid.Int64Range(0, top).Draw(t, "p"))
			}
			shared[s] = energy.MilliWh(rapid.Int64Range(0, top).Draw(t, "a"))
		}
		production[0][0]++ // somebody produces at some time
		producers, err := share.NewProducers(production)
		require.NoError(t, err)
		dst := columns(m, steps)
		require.NoError(t, producers.Split(dst, shared))
		for s := range steps {
			row, weights := make([]energy.MilliWh, m), make([]energy.MilliWh, m)
			sum := energy.MilliWh(0)
			for p := range m {
				row[p], weights[p] = dst[p][s], production[p][s]
				sum += weights[p]
			}
			if sum > 0 { // the one function that rounds every split says the same
				want := make([]energy.MilliWh, m)
				require.NoError(t, energy.Split(want, weights, shared[s]))
				require.Equal(t, want, row)
			}
			got, err := energy.Sum(row)
			require.NoError(t, err)
			require.Equal(t, shared[s], got)
		}
	})
}

func TestEnergySharedAtNightGoesLikeTheMonth(t *testing.T) {
	t.Parallel()
	producers, err := share.NewProducers(columnsOf{{0, 300}, {0, 100}})
	require.NoError(t, err)
	dst := columns(2, 2)
	require.NoError(t, producers.Split(dst, []energy.MilliWh{4, 8}))
	require.Equal(t, columnsOf{{3, 6}, {1, 2}}, dst)
	idle, err := share.NewProducers(columnsOf{{0, 0}})
	require.NoError(t, err)
	require.ErrorIs(t, idle.Split(columns(1, 2), []energy.MilliWh{4, 8}), energy.ErrNoWeights)
	require.NoError(t, idle.Split(columns(1, 2), []energy.MilliWh{0, 0}))
	require.ErrorIs(t, idle.Split(columns(1, 2), []energy.MilliWh{-1, 0}), energy.ErrNegative)
	_, err = share.NewProducers(columnsOf{{0, -1}})
	require.ErrorIs(t, err, energy.ErrNegative)
	_, err = share.NewProducers(nil)
	require.ErrorIs(t, err, share.ErrShape)
}
