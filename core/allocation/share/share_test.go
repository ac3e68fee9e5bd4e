package share_test

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/energy"
)

// block is a drawn case with parameters for every kernel.
type block struct {
	production  []energy.MilliWh
	consumption columnsOf
	parts       []int64 // of 10 000
	weights     []int64
	priorities  []int64
	pools       []share.Pool
}

func draw(t *rapid.T) block {
	n, steps := rapid.IntRange(1, 11).Draw(t, "consumers"), rapid.IntRange(1, 5).Draw(t, "steps")
	top := rapid.SampledFrom([]int64{3, 4_000_000, 1 << 36, math.MaxInt64 / 32}).Draw(t, "top")
	b := block{production: make([]energy.MilliWh, steps), consumption: columns(n, steps)}
	for s := range steps {
		b.production[s] = energy.MilliWh(rapid.Int64Range(0, top*int64(n)).Draw(t, "p"))
		for i := range n {
			if rapid.IntRange(0, 4).Draw(t, "idle") > 0 {
				b.consumption[i][s] = energy.MilliWh(rapid.Int64Range(0, top).Draw(t, "c"))
			}
		}
	}
	left := int64(10_000)
	for range n {
		part := rapid.Int64Range(0, left).Draw(t, "part")
		left -= part
		b.parts = append(b.parts, part)
		b.weights = append(b.weights, rapid.Int64Range(1, 9).Draw(t, "weight"))
		b.priorities = append(b.priorities, rapid.Int64Range(0, 3).Draw(t, "priority"))
	}
	b.pools = drawPools(t, n)
	return b
}

func drawPools(t *rapid.T, n int) []share.Pool {
	pools := make([]share.Pool, rapid.IntRange(1, 4).Draw(t, "pools"))
	left := int64(10_000)
	for g := range pools {
		p := &pools[g]
		p.Part = rapid.Int64Range(0, left).Draw(t, "percent")
		left -= p.Part
		p.Algorithm = rapid.SampledFrom([]share.Algorithm{share.ByDefault, share.ByPriority, share.ByShareWithMinimum}).Draw(t, "algorithm")
		p.Destination = rapid.SampledFrom([]int{share.ToSurplus, g + 1, len(pools) - 1}).Draw(t, "destination")
		if p.Destination <= g || p.Destination >= len(pools) {
			p.Destination = share.ToSurplus
		}
		for i := range n {
			if rapid.Bool().Draw(t, "member") {
				p.Members = append(p.Members, i)
				p.Parameters = append(p.Parameters, rapid.Int64Range(1, 4).Draw(t, "parameter"))
			}
		}
	}
	return pools
}

// kernels are all keys; greedy ones leave no surplus while somebody needs energy.
func (b block) kernels() map[string]struct {
	greedy bool
	run    func(k *share.Kernel, dst columnsOf) error
} {
	type kernel = struct {
		greedy bool
		run    func(k *share.Kernel, dst columnsOf) error
	}
	return map[string]kernel{
		"prorata": {true, func(k *share.Kernel, dst columnsOf) error { return k.Prorata(dst, b.production, b.consumption) }},
		"static": {false, func(k *share.Kernel, dst columnsOf) error {
			return k.Static(dst, b.production, b.consumption, b.parts, 10_000)
		}},
		"equality": {true, func(k *share.Kernel, dst columnsOf) error { return k.Equality(dst, b.production, b.consumption) }},
		"weight": {true, func(k *share.Kernel, dst columnsOf) error {
			return k.Weight(dst, b.production, b.consumption, b.weights)
		}},
		"priority": {false, func(k *share.Kernel, dst columnsOf) error {
			return k.Priority(dst, b.production, b.consumption, b.priorities)
		}},
		"pools": {false, func(k *share.Kernel, dst columnsOf) error {
			return k.Pools(dst, b.production, b.consumption, b.pools, 10_000)
		}},
	}
}

func TestEveryKeyConservesEnergyAndStaysInBounds(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		b := draw(t)
		var k share.Kernel // one for all: scratch of one key must not disturb the next
		for name, kernel := range b.kernels() {
			dst := columns(len(b.consumption), len(b.production))
			require.NoError(t, kernel.run(&k, dst), name)
			surplus := make([]energy.MilliWh, len(b.production))
			require.NoError(t, share.Surplus(surplus, b.production, dst))
			for s, rest := range surplus {
				need := energy.MilliWh(0)
				for i, c := range b.consumption {
					require.GreaterOrEqual(t, dst[i][s], energy.MilliWh(0), name)
					require.LessOrEqual(t, dst[i][s], c[s], name)
					need += c[s]
				}
				require.GreaterOrEqual(t, rest, energy.MilliWh(0), name)
				if kernel.greedy {
					require.Equal(t, max(0, b.production[s]-need), rest, name)
				}
			}
		}
	})
}

func TestEveryShareIsItsIdealRounded(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		b := draw(t)
		var k share.Kernel
		for name, kernel := range b.kernels() {
			if name == "pools" {
				continue // several roundings one after the other
			}
			dst := columns(len(b.consumption), len(b.production))
			require.NoError(t, kernel.run(&k, dst), name)
			for s := range b.production {
				for i, ideal := range b.ideals(name, s) {
					off := new(big.Rat).Sub(ideal, rat(dst[i][s]))
					require.Negative(t, off.Abs(off).Cmp(big.NewRat(1, 1)), "%s: consumer %d gets %d of %s", name, i, dst[i][s], ideal.FloatString(3))
				}
			}
		}
	})
}

func TestOrderChangesNoMoreThanTheOddUnit(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		b := draw(t)
		n := len(b.consumption)
		turned := columnsOf{}
		for i := range n {
			turned = append(turned, b.consumption[n-1-i])
		}
		var k share.Kernel
		for name, run := range map[string]func(dst, c columnsOf) error{
			"prorata":  func(dst, c columnsOf) error { return k.Prorata(dst, b.production, c) },
			"equality": func(dst, c columnsOf) error { return k.Equality(dst, b.production, c) },
		} {
			one, two := columns(n, len(b.production)), columns(n, len(b.production))
			require.NoError(t, run(one, b.consumption))
			require.NoError(t, run(two, turned))
			for i := range n {
				for s := range b.production {
					require.InDelta(t, 0, float64(one[i][s]-two[n-1-i][s]), 1, name)
				}
			}
		}
	})
}

func TestMoreProductionNeverGivesLess(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		b := draw(t)
		less, more := b, b
		more.production = make([]energy.MilliWh, len(b.production))
		for s, p := range b.production {
			more.production[s] = p + energy.MilliWh(rapid.Int64Range(0, 1_000_000).Draw(t, "more"))
		}
		var k share.Kernel
		upper := more.kernels()
		for name, kernel := range less.kernels() {
			if name == "pools" {
				continue // a full pool hands on: a later member may then be served elsewhere
			}
			one, two := columns(len(b.consumption), len(b.production)), columns(len(b.consumption), len(b.production))
			require.NoError(t, kernel.run(&k, one))
			require.NoError(t, upper[name].run(&k, two))
			for i := range one {
				for s := range one[i] {
					// The odd unit may go to another neighbour.
					require.GreaterOrEqual(t, two[i][s]+1, one[i][s], name)
				}
			}
		}
	})
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	var k share.Kernel
	p, c := []energy.MilliWh{5}, columnsOf{{3}, {4}}
	dst := columns(2, 1)
	require.ErrorIs(t, k.Prorata(dst[:1], p, c), share.ErrShape)
	require.ErrorIs(t, k.Prorata(dst, p, columnsOf{{3}, {4, 5}}), share.ErrShape)
	require.ErrorIs(t, k.Prorata(dst, []energy.MilliWh{-1}, c), energy.ErrNegative)
	require.ErrorIs(t, k.Prorata(dst, p, columnsOf{{3}, {-4}}), energy.ErrNegative)
	require.ErrorIs(t, k.Equality(dst, p, columnsOf{{3}, {-4}}), energy.ErrNegative)
	require.ErrorIs(t, k.Prorata(dst, p, columnsOf{{math.MaxInt64}, {1}}), energy.ErrOverflow)
	require.NoError(t, k.Prorata(dst, p, columnsOf{{math.MaxInt64 - 1}, {1}}), "large values alone are no error")
	require.ErrorIs(t, k.Static(dst, p, c, []int64{60, 41}, 100), share.ErrParts)
	require.ErrorIs(t, k.Static(dst, p, c, []int64{-1, 41}, 100), share.ErrParts)
	require.ErrorIs(t, k.Static(dst, p, columnsOf{{3}, {-4}}, []int64{60, 40}, 100), energy.ErrNegative)
	require.ErrorIs(t, k.Static(dst, p, c, []int64{60}, 100), share.ErrShape)
	require.ErrorIs(t, k.Weight(dst, p, c, []int64{1, 0}), share.ErrParameter)
	require.ErrorIs(t, k.Weight(dst, p, c, []int64{1, 1 << 32}), share.ErrParameter)
	require.ErrorIs(t, k.Priority(dst, p, c, []int64{1, -1}), share.ErrParameter)
	pool := share.Pool{Part: 50, Algorithm: share.ByDefault, Members: []int{0, 1}, Destination: share.ToSurplus}
	for want, change := range map[error]func(p *share.Pool){
		share.ErrDestination: func(p *share.Pool) { p.Destination = 0 },
		share.ErrParts:       func(p *share.Pool) { p.Part = 101 },
		share.ErrShape:       func(p *share.Pool) { p.Members = []int{1, 1} },
	} {
		wrong := pool
		change(&wrong)
		require.ErrorIs(t, k.Pools(dst, p, c, []share.Pool{wrong}, 100), want)
	}
	wrong := pool
	wrong.Algorithm = "by_equality"
	require.ErrorIs(t, k.Pools(dst, p, c, []share.Pool{wrong}, 100), share.ErrShape)
}
