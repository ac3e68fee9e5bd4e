package share_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/energy"
)

func TestRefusalsByProducer(t *testing.T) {
	t.Parallel()
	var k share.Kernel
	production, consumption := columnsOf{{5}, {7}}, columnsOf{{3}, {4}}
	dst := pairsOf(2, 2, 1)
	file := [][]int32{{60}, {40}}
	for name, c := range map[string]struct {
		rule share.Rule
		want error
	}{
		"a priority below 0":      {share.Rule{Algorithm: share.ByUngroupedPriority, Couples: [][]int64{{1, 1}, {1, -1}}}, share.ErrParameter},
		"priorities of one only":  {share.Rule{Algorithm: share.ByUngroupedPriority, Couples: [][]int64{{1, 1}}}, share.ErrShape},
		"priorities of a third":   {share.Rule{Algorithm: share.ByUngroupedPriority, Couples: [][]int64{{1, 1}, {1, 1, 1}}}, share.ErrShape},
		"parts over the whole":    {share.Rule{Algorithm: share.Static, Couples: [][]int64{{60, 41}, {1, 1}}, Whole: 100}, share.ErrParts},
		"coefficients over 100":   {share.Rule{Algorithm: share.SimpleDynamic, Coefficients: [][][]int32{file, {{60}, {41}}}, Whole: 100}, share.ErrParts},
		"a negative coefficient":  {share.Rule{Algorithm: share.SimpleDynamic, Coefficients: [][][]int32{{{60}, {-1}}}, Whole: 100}, share.ErrParts},
		"files of three":          {share.Rule{Algorithm: share.SimpleDynamic, Coefficients: [][][]int32{file, file, file}, Whole: 100}, share.ErrShape},
		"no file":                 {share.Rule{Algorithm: share.SimpleDynamic, Whole: 100}, share.ErrShape},
		"a file without a column": {share.Rule{Algorithm: share.SimpleDynamic, Coefficients: [][][]int32{{{60}}}, Whole: 100}, share.ErrShape},
		"an unknown algorithm":    {share.Rule{Algorithm: "by_magic"}, share.ErrShape},
	} {
		err := k.ShareByProducer(dst, production, consumption, c.rule)
		require.ErrorIs(t, err, c.want, name)
		_, err = share.Explain(c.rule, production, consumption, 0)
		require.ErrorIs(t, err, c.want, "explaining "+name)
	}
	rule := share.Rule{Algorithm: share.ByUngroupedPriority, Couples: [][]int64{{1, 1}, {1, 1}}}
	require.ErrorIs(t, k.ShareByProducer(dst, columnsOf{{5}, {-7}}, consumption, rule), energy.ErrNegative)
	require.ErrorIs(t, k.ShareByProducer(dst, production, columnsOf{{3}, {-4}}, rule), energy.ErrNegative)
	require.ErrorIs(t, k.ShareByProducer(dst, columnsOf{{math.MaxInt64}, {1}}, consumption, rule), energy.ErrOverflow)
	require.ErrorIs(t, k.ShareByProducer(dst[:1], production, consumption, rule), share.ErrShape)
	require.ErrorIs(t, k.Share(dst[0], production[0], consumption, rule), share.ErrShape, "it needs producers")
	require.ErrorIs(t, k.ShareByProducer(nil, nil, consumption, rule), share.ErrShape)
}

// TestProducersOfferAllThatTheyHave: what a consumer takes of each follows what each has, beyond the
// need too. Keys of the first version cut offers to the need.
func TestProducersOfferAllThatTheyHave(t *testing.T) {
	t.Parallel()
	production, consumption, couples := columnsOf{{120}, {40}}, columnsOf{{40}}, [][]int64{{1}, {1}}
	given := func(by func(k *share.Kernel, dst [][][]energy.MilliWh) error) [2]energy.MilliWh {
		dst := [][][]energy.MilliWh{{{0}}, {{0}}}
		require.NoError(t, by(new(share.Kernel), dst))
		return [2]energy.MilliWh{dst[0][0][0], dst[1][0][0]}
	}
	of := func(version int) [2]energy.MilliWh {
		return given(func(k *share.Kernel, dst [][][]energy.MilliWh) error {
			return k.ShareByProducer(dst, production, consumption, share.Rule{Algorithm: share.ByUngroupedPriority, Couples: couples, Version: version})
		})
	}
	uncapped := [2]energy.MilliWh{30, 10}
	require.Equal(t, uncapped, of(0))
	require.Equal(t, uncapped, of(2))
	require.Equal(t, uncapped, given(func(k *share.Kernel, dst [][][]energy.MilliWh) error {
		return k.UngroupedPriority(dst, production, consumption, couples)
	}))
	require.Equal(t, [2]energy.MilliWh{20, 20}, of(1), "40 and 40 offered of 40 needed")
}

// TestManyProducersThatCompete runs a level that takes many rounds: a chain of
// producers, each hanging together with the next by one consumer.
func TestManyProducersThatCompete(t *testing.T) {
	t.Parallel()
	for _, n := range []int{2, 40, 200} {
		w := world{production: columns(n, 3), consumption: columns(n, 3)}
		couples := make([][]int64, n)
		for p := range n {
			couples[p] = make([]int64, n)
			couples[p][p] = 1
			couples[p][(p+1)%n] = 1
			w.production[p] = []energy.MilliWh{energy.MilliWh(1000 + 977*p%500), 0, energy.MilliWh(p)}
			w.consumption[p] = []energy.MilliWh{energy.MilliWh(700 + 331*p%600), 5, 0}
		}
		rule := share.Rule{Algorithm: share.ByUngroupedPriority, Couples: couples}
		pairs, _ := w.share(t, new(share.Kernel), rule)
		requireExplained(t, rule, w.production, w.consumption, pairs)
		var given, used energy.MilliWh
		for p := range n {
			for i := range n {
				given += pairs[p][i][0]
			}
			used += min(w.production[p][0], 1<<40)
		}
		require.LessOrEqual(t, given, used, fmt.Sprint(n))
		require.Greater(t, given, used/2)
	}
}
