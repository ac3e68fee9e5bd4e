package margin_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/allocation/margin"
	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/energy"
)

// fitCase is a rule by producer with margins that some sharing by its pairs meets.
type fitCase struct {
	rule  share.Rule
	pairs []columnsOf
	margin.Margins
}

func drawFit(t *rapid.T) fitCase {
	producers, consumers, steps := rapid.IntRange(2, 5).Draw(t, "producers"), rapid.IntRange(1, 7).Draw(t, "consumers"), 3
	c := fitCase{pairs: pairsOf(producers, consumers, steps)}
	c.Consumption, c.Received = columns(consumers, steps), columns(consumers, steps)
	c.Production, c.Given = columns(producers, steps), columns(producers, steps)
	c.rule = share.Rule{Algorithm: share.ByUngroupedPriority}
	for p := range producers {
		c.rule.Couples = append(c.rule.Couples, make([]int64, consumers))
		for i := range consumers {
			c.rule.Couples[p][i] = rapid.Int64Range(0, 3).Draw(t, "priority")
		}
	}
	for s := range steps {
		top := rapid.SampledFrom([]int64{3, 1000, 4_000_000_000}).Draw(t, "top")
		for p := range producers {
			for i := range consumers {
				if c.rule.Couples[p][i] > 0 {
					v := energy.MilliWh(rapid.Int64Range(0, top).Draw(t, "had"))
					c.Received[i][s] += v
					c.Given[p][s] += v
				}
			}
			c.Production[p][s] = c.Given[p][s] + energy.MilliWh(rapid.Int64Range(0, top).Draw(t, "kept"))
		}
		for i := range consumers {
			c.Consumption[i][s] = c.Received[i][s] + energy.MilliWh(rapid.Int64Range(0, top).Draw(t, "bought"))
		}
	}
	return c
}

// TestFitHoldsBothMargins: whatever the key makes of the curves by itself, its pairs add
// up to what the operator says of both sides, to the unit, and no pair without a part has
// anything.
func TestFitHoldsBothMargins(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := drawFit(t)
		require.NoError(t, new(share.Kernel).ShareByProducer(c.pairs, c.Production, c.Consumption, c.rule))
		conflicts, err := margin.Fit(c.pairs, c.rule, c.Margins)
		require.NoError(t, err)
		require.Empty(t, conflicts)
		for s := range c.Received[0] {
			given := make([]energy.MilliWh, len(c.pairs))
			for i := range c.Received {
				var sum energy.MilliWh
				for p := range c.pairs {
					v := c.pairs[p][i][s]
					require.GreaterOrEqual(t, v, energy.MilliWh(0))
					if c.rule.Couples[p][i] == 0 {
						require.Zero(t, v)
					}
					sum += v
					given[p] += v
				}
				require.Equal(t, c.Received[i][s], sum, "consumer %d at %d", i, s)
			}
			for p, v := range given {
				require.Equal(t, c.Given[p][s], v, "producer %d at %d", p, s)
			}
		}
	})
}

// TestFitWithinProduction: where nobody says what producers gave, none gives more than it
// made, and the key decides.
func TestFitWithinProduction(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := drawFit(t)
		for p := range c.Given {
			for s := range c.Given[p] {
				if rapid.Bool().Draw(t, "unknown") {
					c.Given[p][s] = margin.Unknown
				}
			}
		}
		require.NoError(t, new(share.Kernel).ShareByProducer(c.pairs, c.Production, c.Consumption, c.rule))
		conflicts, err := margin.Fit(c.pairs, c.rule, c.Margins)
		require.NoError(t, err)
		require.Empty(t, conflicts)
		for s := range c.Received[0] {
			for p := range c.pairs {
				var sum energy.MilliWh
				for i := range c.Received {
					sum += c.pairs[p][i][s]
				}
				if given := c.Given[p][s]; given != margin.Unknown {
					require.Equal(t, given, sum)
				}
				require.LessOrEqual(t, sum, c.Production[p][s])
			}
		}
	})
}

// couples is the pairs of one step, in kWh, of a rule of two separate couples.
func fitTwoCouples(t *testing.T, received, given [2]float64) (pairs []columnsOf, conflicts []margin.Conflict) {
	t.Helper()
	rule := share.Rule{Algorithm: share.SimpleDynamic, Whole: 100, Coefficients: [][][]int32{{{100}, {0}}, {{0}, {100}}}}
	m := margin.Margins{Received: asColumns(energies(received[:])), Given: asColumns(energies(given[:]))}
	m.Consumption, m.Production = m.Received, m.Given
	pairs = pairsOf(2, 2, 1)
	require.NoError(t, new(share.Kernel).ShareByProducer(pairs, m.Production, m.Consumption, rule))
	conflicts, err := margin.Fit(pairs, rule, m)
	require.NoError(t, err)
	return pairs, conflicts
}

func TestFitKeepsSeparateCouplesApart(t *testing.T) {
	t.Parallel()
	pairs, conflicts := fitTwoCouples(t, [2]float64{1200, 750}, [2]float64{1200, 750})
	require.Empty(t, conflicts)
	require.Equal(t, []columnsOf{{{milli(1200)}, {0}}, {{0}, {milli(750)}}}, pairs)

	pairs, conflicts = fitTwoCouples(t, [2]float64{12.001, 7.499}, [2]float64{12, 7.5})
	require.Empty(t, conflicts, "a rounding of the operator")
	require.Equal(t, []columnsOf{{{milli(12.001)}, {0}}, {{0}, {milli(7.499)}}}, pairs)
}

// TestFitTellsWhatCannotBe: a consumer would have to receive from a producer that has no
// part for it.
func TestFitTellsWhatCannotBe(t *testing.T) {
	t.Parallel()
	_, conflicts := fitTwoCouples(t, [2]float64{1200, 750}, [2]float64{1000, 950})
	require.Equal(t, []margin.Conflict{{Step: 0, Consumer: 0, Energy: milli(200)}}, conflicts)

	rule := share.Rule{Algorithm: share.ByUngroupedPriority, Couples: [][]int64{{1, 0}, {1, 0}}}
	m := margin.Margins{Received: columnsOf{{milli(3)}, {milli(2)}}, Given: columnsOf{{milli(4)}, {milli(1)}}}
	m.Consumption, m.Production = m.Received, m.Given
	pairs := pairsOf(2, 2, 1)
	require.NoError(t, new(share.Kernel).ShareByProducer(pairs, m.Production, m.Consumption, rule))
	conflicts, err := margin.Fit(pairs, rule, m)
	require.NoError(t, err)
	require.Equal(t, []margin.Conflict{{Step: 0, Consumer: 1, Energy: milli(2)}}, conflicts, "it has no part of anybody")
	require.Equal(t, milli(2), pairs[0][1][0]+pairs[1][1][0], "nothing is lost")

	// Producers gave nothing by the operator's word: both are told, and what they received stays.
	pairs, conflicts = fitTwoCouples(t, [2]float64{3, 2}, [2]float64{0, 0})
	require.Equal(t, []margin.Conflict{{Step: 0, Consumer: 0, Energy: milli(5)}, {Step: 0, Consumer: 1, Energy: milli(5)}}, conflicts)
	require.Equal(t, []columnsOf{{{milli(3)}, {0}}, {{0}, {milli(2)}}}, pairs)

	// More is given than consumers may take: who receives nothing is not in doubt.
	given := margin.Margins{Received: columnsOf{{milli(3)}, {0}}, Given: columnsOf{{milli(5)}, {0}}}
	given.Consumption, given.Production = given.Received, given.Given
	all := share.Rule{Algorithm: share.ByUngroupedPriority, Couples: [][]int64{{1, 1}, {1, 1}}}
	pairs = []columnsOf{{{milli(3)}, {0}}, {{0}, {0}}}
	conflicts, err = margin.Fit(pairs, all, given)
	require.NoError(t, err)
	for _, c := range conflicts {
		require.Zero(t, c.Consumer)
	}

	// One producer has too little for its third: it gives all, and the others the rest alike.
	even := share.Rule{Algorithm: share.SimpleDynamic, Whole: 3, Coefficients: [][][]int32{{{3}}, {{3}}, {{3}}}}
	short := margin.Margins{Consumption: columnsOf{{milli(15)}}, Received: columnsOf{{milli(15)}},
		Production: columnsOf{{milli(4)}, {milli(100)}, {milli(100)}}, Given: columnsOf{{margin.Unknown}, {margin.Unknown}, {margin.Unknown}}}
	pairs = []columnsOf{{{milli(5)}}, {{milli(5)}}, {{milli(5)}}}
	conflicts, err = margin.Fit(pairs, even, short)
	require.NoError(t, err)
	require.Empty(t, conflicts)
	for p, want := range []energy.MilliWh{milli(4), milli(5.5), milli(5.5)} {
		require.InDelta(t, int64(want), int64(pairs[p][0][0]), 2, "producer %d", p)
	}

	for received, told := range map[energy.MilliWh]int{energy.WattHour: 0, energy.WattHour + 1: 1} {
		m.Received = columnsOf{{milli(5) - received}, {received}}
		m.Consumption = m.Received
		pairs := pairsOf(2, 2, 1)
		require.NoError(t, new(share.Kernel).ShareByProducer(pairs, m.Production, m.Consumption, rule))
		conflicts, err := margin.Fit(pairs, rule, m)
		require.NoError(t, err)
		require.Len(t, conflicts, told, "%d mWh: what a watt-hour makes is a rounding", received)
		require.Equal(t, received, pairs[0][1][0]+pairs[1][1][0])
	}
}
