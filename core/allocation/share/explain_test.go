package share_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/energy"
)

// testing both *testing.T and *rapid.T.
type tester interface {
	require.TestingT
	Helper()
}

// requireExplained wants the explanation of each step to add up to what the kernel
// gave.
func requireExplained(t tester, rule share.Rule, production, consumption columnsOf, pairs []columnsOf) {
	t.Helper()
	for step := range production[0] {
		e, err := share.Explain(rule, production, consumption, step)
		require.NoError(t, err)
		var kept, left energy.MilliWh
		for p := range production {
			surplus := production[p][step]
			for i := range consumption {
				require.Equal(t, pairs[p][i][step], e.Shared[p][i], "%s: consumer %d of producer %d", rule.Algorithm, i, p)
				surplus -= e.Shared[p][i]
			}
			require.Equal(t, surplus, e.Surplus[p])
			kept += surplus
		}
		for _, l := range e.Leftovers {
			require.Positive(t, l.Energy)
			left += l.Energy
		}
		require.Equal(t, kept, left, "%s: what is left over is the surplus", rule.Algorithm)
		for i, received := range e.Received {
			for p := range e.Shared {
				received -= e.Shared[p][i]
			}
			require.Zero(t, received, "%s: what consumer %d had of the producers is what it received", rule.Algorithm, i)
		}
		requireRounds(t, e, consumption, step)
	}
}

// requireRounds wants each round to close, and rounds to follow from each other.
func requireRounds(t tester, e share.Explanation, consumption columnsOf, step int) {
	t.Helper()
	got := make([]energy.MilliWh, len(consumption))
	carried := map[int]energy.MilliWh{}
	next := map[[2]int]energy.MilliWh{} // by pool and producer
	before := map[[2]int]share.Round{}
	for n, r := range e.Rounds {
		require.Equal(t, n+1, r.Number)
		left := r.Offered
		for _, m := range r.Members {
			require.LessOrEqual(t, m.Got, min(m.Asked, m.Offered))
			require.GreaterOrEqual(t, m.Got, energy.MilliWh(0))
			require.Equal(t, m.Got < m.Offered, m.Capped())
			got[m.Consumer] += m.Got
			require.Equal(t, consumption[m.Consumer][step]-got[m.Consumer], m.Left)
			left -= m.Got
		}
		require.Equal(t, left, r.Left)
		if due, follows := next[[2]int{r.Pool, r.Producer}]; follows {
			require.Equal(t, due, r.Offered, "round %d", r.Number)
			require.Zero(t, r.Carried)
			from := before[[2]int{r.Pool, r.Producer}]
			require.Equal(t, from.LeftTo == share.ToNextLevel, from.Level != r.Level, "round %d", r.Number)
		} else {
			require.Equal(t, carried[r.Pool], r.Carried)
		}
		delete(next, [2]int{r.Pool, r.Producer})
		switch r.LeftTo {
		case share.ToNextRound, share.ToNextLevel:
			before[[2]int{r.Pool, r.Producer}] = r
			next[[2]int{r.Pool, r.Producer}] = left
		case share.ToPool:
			carried[r.Destination] += left
		case share.LeftSurplus:
			require.Equal(t, share.None, r.Destination)
		}
	}
	require.Empty(t, next, "rounds that are announced and do not come")
	require.Equal(t, got, e.Received)
}

func TestExplanationsAreWhatTheKernelsDo(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		var k share.Kernel
		for _, rule := range w.rules {
			pairs := pairsOf(len(w.production), len(w.consumption), len(w.production[0]))
			require.NoError(t, k.ShareByProducer(pairs, w.production, w.consumption, rule), rule.Algorithm)
			requireExplained(t, rule, w.production, w.consumption, pairs)
		}
	})
}

func TestAnExplanationTellsTheRounds(t *testing.T) {
	t.Parallel()
	// Domain 6.5, by_equality: 50 among needs of 30, 10, 20, 40.
	e, err := share.Explain(share.Rule{Algorithm: share.ByEquality}, columnsOf{{50}}, columnsOf{{30}, {10}, {20}, {40}}, 0)
	require.NoError(t, err)
	require.Len(t, e.Rounds, 2)
	first, second := e.Rounds[0], e.Rounds[1]
	require.Equal(t, share.RoundEqual, first.Rule)
	require.Equal(t, share.Member{Consumer: 1, Asked: 10, Offered: 12, Got: 10}, first.Members[1])
	require.True(t, first.Members[1].Capped())
	require.False(t, first.Members[0].Capped())
	require.Equal(t, share.ToNextRound, first.LeftTo)
	require.Equal(t, energy.MilliWh(4), second.Offered)
	require.Len(t, second.Members, 3)
	require.Equal(t, share.LeftSurplus, second.LeftTo)
	require.Empty(t, e.Leftovers)

	// Of a selection the others are told to be left out.
	e, err = share.Explain(share.Rule{Algorithm: share.ByEquality, Parameters: []int64{1, 0, 1, 0}}, columnsOf{{50}}, columnsOf{{30}, {10}, {20}, {40}}, 0)
	require.NoError(t, err)
	require.Equal(t, []int{1, 3}, e.LeftOut)
	require.Equal(t, []energy.MilliWh{30, 0, 20, 0}, e.Received)
	require.Len(t, e.Rounds[0].Members, 2)

	// by_pool, E = 120: the first group hands 8 on, 24 belong to no group.
	pools := []share.Pool{{Part: 40, Algorithm: share.ByDefault, Members: []int{0, 1}, Destination: 1},
		{Part: 40, Algorithm: share.ByPriority, Members: []int{2, 3}, Parameters: []int64{1, 2}, Destination: share.ToSurplus}}
	e, err = share.Explain(share.Rule{Algorithm: share.ByPool, Pools: pools, Whole: 100}, columnsOf{{120}}, columnsOf{{30}, {10}, {20}, {40}}, 0)
	require.NoError(t, err)
	require.Len(t, e.Rounds, 3)
	require.Equal(t, share.ToPool, e.Rounds[0].LeftTo)
	require.Equal(t, 1, e.Rounds[0].Destination)
	require.Equal(t, energy.MilliWh(8), e.Rounds[1].Carried)
	require.Equal(t, int64(2), e.Rounds[2].Level)
	require.Equal(t, []share.Leftover{{Reason: share.Unassigned, Pool: share.None, Producer: share.None, Energy: 24}}, e.Leftovers)

	// Of couples a consumer that is tied to no producer is left out; producers whom nobody needs offer once.
	couples := share.Rule{Algorithm: share.ByUngroupedPriority, Couples: [][]int64{{1, 0, 0}, {2, 0, 1}}}
	e, err = share.Explain(couples, columnsOf{{50}, {10}}, columnsOf{{0}, {20}, {0}}, 0)
	require.NoError(t, err)
	require.Equal(t, []int{1}, e.LeftOut)
	offered := map[int]energy.MilliWh{}
	for _, r := range e.Rounds {
		offered[r.Producer] = r.Offered
	}
	require.Equal(t, map[int]energy.MilliWh{0: 50, 1: 10}, offered)
	require.Equal(t, []energy.MilliWh{50, 10}, e.Surplus)

	// Nothing to share is explained too.
	e, err = share.Explain(share.Rule{Algorithm: share.ByDefault}, columnsOf{{0}}, columnsOf{{30}}, 0)
	require.NoError(t, err)
	require.Len(t, e.Rounds, 1)
	require.Zero(t, e.Rounds[0].Members[0].Got)

	_, err = share.Explain(share.Rule{Algorithm: share.ByDefault}, columnsOf{{1}}, columnsOf{{30}}, 1)
	require.ErrorIs(t, err, share.ErrShape)
	_, err = share.Explain(share.Rule{Algorithm: share.ByDefault}, columnsOf{{-1}}, columnsOf{{30}}, 0)
	require.ErrorIs(t, err, energy.ErrNegative)
}

// TestARoundIsToldOnceOfEachAndThenOfWhoOffers: a producer that has nothing is told so in the first round of its level;
// one that has given all is in no later one, and the other goes on.
func TestARoundIsToldOnceOfEachAndThenOfWhoOffers(t *testing.T) {
	t.Parallel()
	rounds := func(couples [][]int64, production, consumption columnsOf) (out [][2]int64) {
		e, err := share.Explain(share.Rule{Algorithm: share.ByUngroupedPriority, Couples: couples}, production, consumption, 0)
		require.NoError(t, err)
		for _, r := range e.Rounds {
			out = append(out, [2]int64{int64(r.Producer), int64(r.Offered)})
		}
		return out
	}
	require.Equal(t, [][2]int64{{0, 0}, {1, 10}}, rounds([][]int64{{1, 1}, {1, 1}}, columnsOf{{0}, {10}}, columnsOf{{20}, {40}}))
	// The second offers 99 of its 100 to the first consumer and 1 to the other, who has all it needs of the third.
	require.Equal(t, [][2]int64{{0, 10}, {1, 100}, {2, 50}, {1, 1}, {2, 40}}, rounds([][]int64{{1, 0}, {1, 1}, {0, 1}}, columnsOf{{10}, {100}, {50}}, columnsOf{{1000}, {10}}))
}
