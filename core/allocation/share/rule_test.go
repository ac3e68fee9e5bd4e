package share_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/energy"
)

// world is producers and consumers with a rule of each kind.
type world struct {
	production, consumption columnsOf
	rules                   []share.Rule
}

func drawWorld(t *rapid.T) world {
	b := draw(t)
	m, n, steps := rapid.IntRange(1, 4).Draw(t, "producers"), len(b.consumption), len(b.production)
	w := world{production: columns(m, steps), consumption: b.consumption}
	for s, p := range b.production {
		for i := range m - 1 {
			w.production[i][s] = energy.MilliWh(rapid.Int64Range(0, int64(p)).Draw(t, "of it"))
			p -= w.production[i][s]
		}
		w.production[m-1][s] = p
	}
	const whole = 10_000
	pot := [][][]int32{drawCoefficients(t, n, steps)}
	var full [][][]int32
	var parts, priorities [][]int64
	for range m {
		full = append(full, drawCoefficients(t, n, steps))
		parts = append(parts, drawParts(t, n))
		priorities = append(priorities, each(n, func(int) int64 { return rapid.Int64Range(0, 3).Draw(t, "couple") }))
	}
	w.rules = []share.Rule{
		{Algorithm: share.ByDefault},
		{Algorithm: share.Static, Parameters: b.parts, Whole: whole},
		{Algorithm: share.Static, Couples: parts, Whole: whole},
		{Algorithm: share.ByEquality},
		{Algorithm: share.ByWeight, Parameters: each(n, func(i int) int64 { return b.weights[i] % 9 })}, // 0: none
		{Algorithm: share.ByPriority, Parameters: b.priorities},
		{Algorithm: share.ByPool, Pools: b.pools, Whole: whole},
		{Algorithm: share.ByUngroupedPriority, Couples: priorities},
		{Algorithm: share.SimpleDynamic, Coefficients: pot, Whole: whole},
		{Algorithm: share.SimpleDynamic, Coefficients: full, Whole: whole},
		{Algorithm: share.ByEquality, Parameters: each(n, func(i int) int64 { return b.weights[i] % 2 })}, // 0: not selected
	}
	return w
}

func drawParts(t *rapid.T, n int) []int64 {
	left := int64(10_000)
	return each(n, func(int) int64 {
		part := rapid.Int64Range(0, left).Draw(t, "part")
		left -= part
		return part
	})
}

func drawCoefficients(t *rapid.T, n, steps int) [][]int32 {
	out := make([][]int32, n)
	for i := range out {
		out[i] = make([]int32, steps)
	}
	for s := range steps {
		for i, part := range drawParts(t, n) {
			out[i][s] = int32(part)
		}
	}
	return out
}

func (w world) share(t tester, k *share.Kernel, rule share.Rule) (pairs []columnsOf, received columnsOf) {
	t.Helper()
	pairs = pairsOf(len(w.production), len(w.consumption), len(w.production[0]))
	require.NoError(t, k.ShareByProducer(pairs, w.production, w.consumption, rule), rule.Algorithm)
	received = columns(len(w.consumption), len(w.production[0]))
	require.NoError(t, share.Received(received, pairs))
	return pairs, received
}

func TestEveryRuleConservesTheEnergyOfEachProducer(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		var k share.Kernel
		for _, rule := range w.rules {
			pairs, received := w.share(t, &k, rule)
			for s := range w.production[0] {
				for p := range w.production {
					given := energy.MilliWh(0)
					for i := range w.consumption {
						require.GreaterOrEqual(t, pairs[p][i][s], energy.MilliWh(0), rule.Algorithm)
						given += pairs[p][i][s]
					}
					// Pooled shares are split over producers for each consumer: a mWh each.
					over := energy.MilliWh(0)
					if !rule.ByProducer() {
						over = energy.MilliWh(len(w.consumption))
					}
					require.LessOrEqual(t, given, w.production[p][s]+over, "%s: producer %d", rule.Algorithm, p)
				}
				for i := range w.consumption {
					require.LessOrEqual(t, received[i][s], w.consumption[i][s], "%s: consumer %d", rule.Algorithm, i)
				}
			}
		}
	})
}

// TestWithinTheProductionOfEach: what is moved between producers, consumers keep; a part
// that was right stays.
func TestWithinTheProductionOfEach(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		var k share.Kernel
		for _, rule := range w.rules {
			pairs, received := w.share(t, &k, rule)
			moved := make([][][]energy.MilliWh, len(pairs))
			for p, columns := range pairs {
				for _, column := range columns {
					moved[p] = append(moved[p], slices.Clone(column))
				}
			}
			share.Within(moved, w.production)
			again := columns(len(w.consumption), len(w.production[0]))
			require.NoError(t, share.Received(again, moved))
			require.Equal(t, received, columnsOf(again), rule.Algorithm)
			for p, column := range w.production {
				surplus := make([]energy.MilliWh, len(column))
				require.NoError(t, share.Surplus(surplus, column, moved[p]))
				require.GreaterOrEqual(t, slices.Min(surplus), energy.MilliWh(0), "%s: no more than it made", rule.Algorithm)
				for i := range w.consumption {
					for s := range column {
						require.GreaterOrEqual(t, moved[p][i][s], energy.MilliWh(0))
						if rule.ByProducer() {
							require.Equal(t, pairs[p][i][s], moved[p][i][s], rule.Algorithm)
						}
					}
				}
			}
		}
	})
}

// TestUngroupedPrioritiesLeaveNothingThatSomebodyAskedFor: no couple has energy on one
// side and need on the other.
func TestUngroupedPrioritiesLeaveNothingThatSomebodyAskedFor(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		rule := w.rules[7]
		pairs, received := w.share(t, new(share.Kernel), rule)
		for p, column := range w.production {
			surplus := make([]energy.MilliWh, len(column))
			require.NoError(t, share.Surplus(surplus, column, pairs[p]))
			for i, priority := range rule.Couples[p] {
				for s := range column {
					if priority == 0 {
						require.Zero(t, pairs[p][i][s])
					} else if surplus[s] > 0 {
						require.Equal(t, w.consumption[i][s], received[i][s], "producer %d has %d left", p, surplus[s])
					}
				}
			}
		}
	})
}

// TestOneProducersPrioritiesAreThePriorities: the same to the unit, and what a single
// level gives is the prorata.
func TestOneProducersPrioritiesAreThePriorities(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		b := draw(t)
		w := world{production: columnsOf{b.production}, consumption: b.consumption}
		_, one := w.share(t, new(share.Kernel), share.Rule{Algorithm: share.ByUngroupedPriority, Couples: [][]int64{b.priorities}})
		_, two := w.share(t, new(share.Kernel), share.Rule{Algorithm: share.ByPriority, Parameters: b.priorities})
		require.Equal(t, two, one)
	})
}

// TestStaticCoefficientsAreTheStaticKey: coefficients that are the same at all steps.
func TestStaticCoefficientsAreTheStaticKey(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		for _, static := range w.rules[1:3] {
			same := share.Rule{Algorithm: share.SimpleDynamic, Whole: static.Whole}
			files := static.Couples
			if files == nil {
				files = [][]int64{static.Parameters}
			}
			for _, parts := range files {
				file := make([][]int32, len(parts))
				for i, part := range parts {
					file[i] = make([]int32, len(w.production[0]))
					for s := range file[i] {
						file[i][s] = int32(part)
					}
				}
				same.Coefficients = append(same.Coefficients, file)
			}
			_, one := w.share(t, new(share.Kernel), static)
			_, two := w.share(t, new(share.Kernel), same)
			require.Equal(t, one, two)
		}
	})
}

// TestMoreProductionNeverGivesLessByAnyRule: in all for every rule, and for each
// consumer too unless groups hand on. Odd units may go to another neighbour.
func TestMoreProductionNeverGivesLessByAnyRule(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		more := w
		more.production = columns(len(w.production), len(w.production[0]))
		for p, column := range w.production {
			for s, v := range column {
				more.production[p][s] = v + energy.MilliWh(rapid.Int64Range(0, 1_000_000).Draw(t, "more"))
			}
		}
		var k share.Kernel
		for _, rule := range w.rules {
			_, one := w.share(t, &k, rule)
			_, two := more.share(t, &k, rule)
			for s := range w.production[0] {
				var before, after energy.MilliWh
				for i := range one {
					before, after = before+one[i][s], after+two[i][s]
					if rule.Algorithm != share.ByPool {
						require.GreaterOrEqual(t, two[i][s]+energy.MilliWh(oddUnits(rule, len(one), len(w.production))), one[i][s], "%s: consumer %d", rule.Algorithm, i)
					}
				}
				slack := energy.MilliWh(len(one) * len(w.production))
				if rule.Algorithm == share.ByPool {
					slack = energy.MilliWh(len(one) * len(rule.Pools))
				}
				require.GreaterOrEqual(t, after+slack, before, rule.Algorithm)
			}
		}
	})
}

// TestOrderOfConsumersChangesNoMoreThanOddUnits turns the order of all consumers round.
func TestOrderOfConsumersChangesNoMoreThanOddUnits(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		n := len(w.consumption)
		turned := world{production: w.production, consumption: reversed(w.consumption)}
		var k share.Kernel
		for _, rule := range w.rules {
			_, one := w.share(t, &k, rule)
			_, two := turned.share(t, &k, reversedRule(rule, n))
			bound := oddUnits(rule, n, len(w.production))
			for i := range n {
				for s := range one[i] {
					require.LessOrEqual(t, math.Abs(float64(one[i][s]-two[n-1-i][s])), bound, "%s: consumer %d at %d", rule.Algorithm, i, s)
				}
			}
		}
	})
}

// oddUnits bounds what the order of consumers may change: a mWh for each rounding that
// comes before a share.
func oddUnits(rule share.Rule, n, producers int) float64 {
	switch rule.Algorithm {
	case share.ByPool:
		return float64(n * len(rule.Pools))
	case share.ByUngroupedPriority:
		return float64(2 * n * producers)
	case share.ByPriority:
		return 3
	}
	return float64(producers)
}

func reversed[T any](list []T) []T {
	out := make([]T, 0, len(list))
	for i := range list {
		out = append(out, list[len(list)-1-i])
	}
	return out
}

func reversedRule(r share.Rule, n int) share.Rule {
	r.Parameters = reversed(r.Parameters)
	var couples [][]int64
	for _, row := range r.Couples {
		couples = append(couples, reversed(row))
	}
	var files [][][]int32
	for _, file := range r.Coefficients {
		files = append(files, reversed(file))
	}
	var pools []share.Pool
	for _, p := range r.Pools {
		members := []int{}
		for _, m := range reversed(p.Members) {
			members = append(members, n-1-m)
		}
		p.Members, p.Parameters = members, reversed(p.Parameters)
		pools = append(pools, p)
	}
	r.Couples, r.Coefficients, r.Pools = couples, files, pools
	return r
}
