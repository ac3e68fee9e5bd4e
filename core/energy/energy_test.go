package energy_test

import (
	"math"
	"math/big"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/energy"
)

func TestPowerBecomesEnergyRoundedOnce(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		value    int64
		decimals int
		step     time.Duration
		want     energy.MilliWh
	}{
		{1000, 0, time.Hour, energy.KilowattHour},
		{1234, 0, 15 * time.Minute, 308_500},
		{1, 0, 10 * time.Minute, 167},          // 166.67
		{1, 0, 5 * time.Minute, 83},            // 83.33
		{3, 3, 30 * time.Minute, 2},            // 1.5 goes to the even side
		{1, 3, 30 * time.Minute, 0},            // 0.5 too
		{-1234, 0, 15 * time.Minute, -308_500}, // a battery's file may hold both signs
	} {
		got, err := energy.FromWatts(c.value, c.decimals, c.step)
		require.NoError(t, err)
		require.Equal(t, c.want, got, "%v", c)
	}
	_, err := energy.FromWatts(math.MaxInt64, 0, time.Hour)
	require.ErrorIs(t, err, energy.ErrOverflow)
	_, err = energy.FromWatts(1, 19, time.Hour)
	require.ErrorIs(t, err, energy.ErrOverflow)
	require.Equal(t, int64(1234), energy.Power(308_500, 15*time.Minute))
	require.Equal(t, int64(553_402_322_211_286_548), energy.Power(math.MaxInt64, time.Minute))
}

func TestDecimalsBecomeEnergyRoundedOnce(t *testing.T) {
	t.Parallel()
	got, err := energy.FromDecimal(123_456_789, 8, energy.KilowattHour) // 1,23456789 kWh
	require.NoError(t, err)
	require.Equal(t, energy.MilliWh(1_234_568), got)
	_, err = energy.FromDecimal(math.MaxInt64, 2, energy.KilowattHour)
	require.ErrorIs(t, err, energy.ErrOverflow)
	got, err = energy.FromDecimal(math.MinInt64, 6, energy.KilowattHour)
	require.ErrorIs(t, err, energy.ErrOverflow)
	require.Zero(t, got)
}

func TestSumsRefuseOverflow(t *testing.T) {
	t.Parallel()
	s, err := energy.Sum([]energy.MilliWh{3, -5, 10})
	require.NoError(t, err)
	require.Equal(t, energy.MilliWh(8), s)
	for _, p := range [][2]energy.MilliWh{{math.MaxInt64, 1}, {math.MinInt64, -1}, {math.MinInt64, math.MinInt64}} {
		_, err = energy.Add(p[0], p[1])
		require.ErrorIs(t, err, energy.ErrOverflow)
	}
	for _, p := range [][2]energy.MilliWh{{math.MaxInt64, 0}, {math.MinInt64, 0}, {math.MinInt64, math.MaxInt64}} {
		_, err = energy.Add(p[0], p[1])
		require.NoError(t, err)
	}
}

func TestARateOfNothingIsAbsent(t *testing.T) {
	t.Parallel()
	_, ok := energy.Rate(0, 0)
	require.False(t, ok)
	r, ok := energy.Rate(1, 4)
	require.True(t, ok)
	require.InDelta(t, 0.25, r, 0)
}

// weightsOf draws weights whose sum stays an int64, small ones and huge ones.
func weightsOf(t *rapid.T) []energy.MilliWh {
	n := rapid.IntRange(1, 12).Draw(t, "n")
	top := rapid.SampledFrom([]int64{3, 1000, 1 << 33, math.MaxInt64 / int64(n)}).Draw(t, "top")
	w := make([]energy.MilliWh, n)
	for i := range w {
		w[i] = energy.MilliWh(rapid.Int64Range(0, top).Draw(t, "w"))
	}
	return w
}

func TestSplitIsTheFloorOfWhatIsDueSoFar(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		weights := weightsOf(t)
		sum, err := energy.Sum(weights)
		require.NoError(t, err)
		top := rapid.SampledFrom([]int64{int64(sum), math.MaxInt64}).Draw(t, "most")
		total := energy.MilliWh(rapid.Int64Range(0, top).Draw(t, "total"))
		got := make([]energy.MilliWh, len(weights))
		if sum == 0 && total > 0 {
			require.ErrorIs(t, energy.Split(got, weights, total), energy.ErrNoWeights)
			return
		}
		require.NoError(t, energy.Split(got, weights, total))
		var cumulated, handed energy.MilliWh
		for i, w := range weights {
			cumulated += w
			due := new(big.Int).Mul(big.NewInt(int64(total)), big.NewInt(int64(cumulated)))
			if sum > 0 {
				due.Quo(due, big.NewInt(int64(sum)))
			}
			handed += got[i]
			require.Equal(t, due.Int64(), int64(handed), "member %d", i)
			if total <= sum {
				require.LessOrEqual(t, got[i], w)
			}
			require.GreaterOrEqual(t, got[i], energy.MilliWh(0))
		}
		require.Equal(t, total, handed)
		require.NoError(t, energy.Split(weights, weights, total), "in place")
		require.Equal(t, got, weights)
	})
}

func TestSplitRefusesAndChangesNothing(t *testing.T) {
	t.Parallel()
	dst := []energy.MilliWh{7, 7}
	require.ErrorIs(t, energy.Split(dst, []int64{1, -1}, 5), energy.ErrNegative)
	require.ErrorIs(t, energy.Split(dst, []int64{1, 1}, -5), energy.ErrNegative)
	require.ErrorIs(t, energy.Split(dst, []int64{math.MaxInt64, 1}, 5), energy.ErrOverflow)
	require.ErrorIs(t, energy.Split(dst, []int64{0, 0}, 5), energy.ErrNoWeights)
	require.Equal(t, []energy.MilliWh{7, 7}, dst)
	require.NoError(t, energy.Split(dst, []int64{0, 0}, 0))
	require.Equal(t, []energy.MilliWh{0, 0}, dst)
}

func BenchmarkSplit(b *testing.B) {
	weights, dst := make([]energy.MilliWh, 1000), make([]energy.MilliWh, 1000)
	for i := range weights {
		weights[i] = energy.MilliWh(i * 331 % 977 * 1000)
	}
	for b.Loop() {
		_ = energy.Split(dst, weights, 123_456_789)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1000, "ns/member")
}
