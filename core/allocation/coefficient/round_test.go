package coefficient_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/allocation/coefficient"
	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/energy"
)

type columnsOf = [][]energy.MilliWh

func columns(n, steps int) columnsOf {
	out := make(columnsOf, n)
	for i := range out {
		out[i] = make([]energy.MilliWh, steps)
	}
	return out
}

func TestRound(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		setting    coefficient.Setting
		shared     []energy.MilliWh
		production energy.MilliWh
		want       []int32
	}{
		"domain 6.4, E = 120":            {coefficient.Default, []energy.MilliWh{30, 10, 20, 40}, 120, []int32{2500, 833, 1667, 3333}},
		"the same, cut":                  {coefficient.Setting{Decimals: 2, Rounding: coefficient.Floor}, []energy.MilliWh{30, 10, 20, 40}, 120, []int32{2500, 833, 1666, 3333}},
		"among equals the first":         {coefficient.Default, []energy.MilliWh{1, 1, 1}, 3, []int32{3334, 3333, 3333}},
		"four decimals":                  {coefficient.Setting{Decimals: 4, Rounding: coefficient.LargestRemainder}, []energy.MilliWh{1, 1, 1}, 3, []int32{333_334, 333_333, 333_333}},
		"no decimals":                    {coefficient.Setting{Decimals: 0, Rounding: coefficient.LargestRemainder}, []energy.MilliWh{1, 1, 4}, 6, []int32{17, 17, 66}},
		"who has nothing gets nothing":   {coefficient.Default, []energy.MilliWh{0, 1, 0, 1}, 3, []int32{0, 3333, 0, 3333}},
		"no production":                  {coefficient.Default, []energy.MilliWh{0, 0}, 0, []int32{0, 0}},
		"energies of the whole int64":    {coefficient.Default, []energy.MilliWh{math.MaxInt64 / 2, math.MaxInt64 / 4}, math.MaxInt64, []int32{5000, 2499}},
		"two units to give, three wait":  {coefficient.Default, []energy.MilliWh{2858, 2857, 4285}, 10_001, []int32{2858, 2857, 4284}},
		"all the production to only one": {coefficient.Default, []energy.MilliWh{7}, 7, []int32{10_000}},
	} {
		shared := columns(len(c.shared), 1)
		for i, v := range c.shared {
			shared[i][0] = v
		}
		got, err := c.setting.Round(shared, []energy.MilliWh{c.production})
		require.NoError(t, err, name)
		for i, want := range c.want {
			require.Equal(t, want, got[i][0], "%s: consumer %d of %v", name, i, got)
		}
	}
}

func TestRoundRefuses(t *testing.T) {
	t.Parallel()
	round := func(s coefficient.Setting, shared columnsOf, production ...energy.MilliWh) error {
		_, err := s.Round(shared, production)
		return err
	}
	require.ErrorIs(t, round(coefficient.Setting{Decimals: 5, Rounding: coefficient.Floor}, nil), coefficient.ErrDecimals)
	require.ErrorIs(t, round(coefficient.Setting{Decimals: -1, Rounding: coefficient.Floor}, nil), coefficient.ErrDecimals)
	require.ErrorIs(t, round(coefficient.Setting{Decimals: 2, Rounding: "UP"}, nil), coefficient.ErrRounding)
	require.ErrorIs(t, round(coefficient.Default, columnsOf{{1}, {2}}, 2), coefficient.ErrShared)
	require.ErrorIs(t, round(coefficient.Default, columnsOf{{1}}, 0), coefficient.ErrShared)
	require.ErrorIs(t, round(coefficient.Default, columnsOf{{-1}}, 5), coefficient.ErrShared)
	require.ErrorIs(t, round(coefficient.Default, columnsOf{{0}}, -5), coefficient.ErrShared)
	require.ErrorIs(t, round(coefficient.Default, columnsOf{{math.MaxInt64}, {1}}, math.MaxInt64), coefficient.ErrShared)
	require.ErrorIs(t, round(coefficient.Default, columnsOf{{1, 2}}, 5), coefficient.ErrShape)
}

// drawn is an allocation of some steps.
type drawn struct {
	production          []energy.MilliWh
	consumption, shared columnsOf
	setting             coefficient.Setting
}

func draw(t *rapid.T) drawn {
	n, steps := rapid.IntRange(1, 40).Draw(t, "consumers"), rapid.IntRange(1, 4).Draw(t, "steps")
	d := drawn{production: make([]energy.MilliWh, steps), consumption: columns(n, steps), shared: columns(n, steps)}
	d.setting = coefficient.Setting{Decimals: rapid.IntRange(0, 4).Draw(t, "decimals"),
		Rounding: rapid.SampledFrom([]coefficient.Rounding{coefficient.LargestRemainder, coefficient.Floor}).Draw(t, "rounding")}
	top := rapid.SampledFrom([]int64{3, 4_000_000, 1 << 40, math.MaxInt64 / 64}).Draw(t, "top")
	for s := range steps {
		d.production[s] = energy.MilliWh(rapid.Int64Range(0, top).Draw(t, "p"))
		for i := range n {
			d.consumption[i][s] = energy.MilliWh(rapid.Int64Range(0, 1+2*top/int64(n)).Draw(t, "c"))
		}
	}
	var k share.Kernel
	algorithm := rapid.SampledFrom([]share.Algorithm{share.ByDefault, share.ByEquality, share.ByPriority}).Draw(t, "key")
	priorities := make([]int64, n)
	for i := range priorities {
		priorities[i] = int64(i % 4)
	}
	require.NoError(t, k.Share(d.shared, d.production, d.consumption, share.Rule{Algorithm: algorithm, Parameters: priorities}))
	return d
}

// TestReappliedCoefficientsGiveTheAllocationBack within the rounding bound, and never
// make more than there is.
func TestReappliedCoefficientsGiveTheAllocationBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d := draw(t)
		values, err := d.setting.Round(d.shared, d.production)
		require.NoError(t, err)
		whole := coefficient.Whole(d.setting.Decimals)
		again := columns(len(d.shared), len(d.production))
		rule := share.Rule{Algorithm: share.SimpleDynamic, Coefficients: [][][]int32{values}, Whole: int64(whole)}
		require.NoError(t, new(share.Kernel).Share(again, d.production, d.consumption, rule))
		for s, p := range d.production {
			sum := int32(0)
			bound := coefficient.Bound(p, d.setting.Decimals)
			for i := range again {
				sum += values[i][s]
				require.GreaterOrEqual(t, values[i][s], int32(0))
				if d.shared[i][s] == 0 {
					require.Zero(t, values[i][s])
				}
				off := again[i][s] - d.shared[i][s]
				require.LessOrEqual(t, max(off, -off), bound, "%d instead of %d of %d", again[i][s], d.shared[i][s], p)
				if d.setting.Rounding == coefficient.Floor {
					require.LessOrEqual(t, off, energy.MilliWh(1))
				}
			}
			require.LessOrEqual(t, sum, whole)
		}
	})
}

// TestLargestRemainderKeepsAllButOneUnit: floors lose up to a unit for each consumer.
func TestLargestRemainderKeepsAllButOneUnit(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d := draw(t)
		d.setting.Rounding = coefficient.LargestRemainder
		values, err := d.setting.Round(d.shared, d.production)
		require.NoError(t, err)
		d.setting.Rounding = coefficient.Floor
		cut, err := d.setting.Round(d.shared, d.production)
		require.NoError(t, err)
		whole := float64(coefficient.Whole(d.setting.Decimals))
		for s, p := range d.production {
			given, ideal := 0., 0.
			for i := range values {
				require.GreaterOrEqual(t, values[i][s], cut[i][s])
				require.LessOrEqual(t, values[i][s], cut[i][s]+1)
				given += float64(values[i][s])
				ideal += float64(d.shared[i][s])
			}
			if p > 0 {
				require.Less(t, ideal/float64(p)*whole-given, 1.001)
			}
		}
	})
}

func TestBound(t *testing.T) {
	t.Parallel()
	require.Equal(t, energy.MilliWh(0), coefficient.Bound(0, 2))
	require.Equal(t, energy.MilliWh(1), coefficient.Bound(1, 2))
	require.Equal(t, energy.MilliWh(1), coefficient.Bound(10_000, 2))
	require.Equal(t, energy.MilliWh(2), coefficient.Bound(10_001, 2))
}

func BenchmarkRound(b *testing.B) {
	const n, steps = 1000, 2976
	production, shared := make([]energy.MilliWh, steps), columns(n, steps)
	state := uint64(1)
	for t := range production {
		for i := range shared {
			state = state*6364136223846793005 + 1442695040888963407
			shared[i][t] = energy.MilliWh(state >> 40)
			production[t] += shared[i][t]
		}
	}
	for b.Loop() {
		if _, err := coefficient.Default.Round(shared, production); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/(n*steps), "ns/cell")
}
