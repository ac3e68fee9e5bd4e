package sentence_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/analysis"
	"github.com/openpmo/pmo/core/allocation/sentence"
	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
)

const kWh = 1_000_000

// keysOf are the phrases of sentences by key, a sentence a line.
func keysOf(said []sentence.Sentence) []string {
	var lines []string
	for _, s := range said {
		var keys []string
		for _, p := range s {
			keys = append(keys, p.Key)
		}
		lines = append(lines, strings.Join(keys, " "))
	}
	return lines
}

func explained(t *testing.T, rule share.Rule, production energy.MilliWh, need ...energy.MilliWh) analysis.Explained {
	t.Helper()
	e := analysis.Explained{At: time.Date(2026, 9, 15, 10, 0, 0, 0, time.UTC), Step: 15 * time.Minute, Asked: share.None, Consumption: need,
		Producers: []allocation.Site{{ID: id.New(), Name: "P"}}}
	columns := make([][]energy.MilliWh, len(need))
	for i := range need {
		columns[i] = need[i : i+1]
		e.Consumers = append(e.Consumers, allocation.Site{ID: id.New(), Name: "C" + string(rune('1'+i))})
	}
	e.Key.Pools = []allocation.Pool{{Name: "Haut"}, {Name: "Bas"}}
	var err error
	e.Explanation, err = share.Explain(rule, [][]energy.MilliWh{{production}}, columns, 0)
	require.NoError(t, err)
	return e
}

func TestAStepIsToldFromWhatWasMadeToWhatWasLeft(t *testing.T) {
	t.Parallel()
	e := explained(t, share.Rule{Algorithm: share.Static, Parameters: []int64{0, 50, 0, 0}, Whole: 100}, 50*kWh, 30*kWh, 10*kWh, 20*kWh, 40*kWh)
	said := sentence.OfExplanation(e)
	require.Equal(t, []string{"explanation.produced", "explanation.round explanation." + string(share.RoundFixed), "explanation.capped." + string(share.LeftSurplus),
		"explanation." + string(share.LeftSurplus), "explanation.unassignedWithin", "explanation.leftOut", "explanation.totalAll"}, keysOf(said))
	require.Equal(t, map[string]any{"from": e.At, "to": e.At.Add(15 * time.Minute), "energy": energy.MilliWh(50 * kWh)}, said[0][0].Values)
	require.Equal(t, map[string]any{"name": "C2", "need": energy.MilliWh(10 * kWh), "left": energy.MilliWh(15 * kWh), "pool": ""}, said[2][0].Values)
	require.Equal(t, map[string]any{"names": "C1, C3, C4"}, said[5][0].Values)
	require.Equal(t, map[string]any{"got": energy.MilliWh(10 * kWh), "surplus": energy.MilliWh(40 * kWh)}, said[6][0].Values)
}

func TestOneWhoAsksReadsOfItself(t *testing.T) {
	t.Parallel()
	e := explained(t, share.Rule{Algorithm: share.Static, Parameters: []int64{50, 50, 0}, Whole: 100}, 10*kWh, 30*kWh, 30*kWh, 20*kWh)
	operator := energy.MilliWh(4 * kWh)
	e.Asked, e.DSO = 0, &operator
	said := sentence.OfExplanation(e)
	require.Equal(t, []string{"explanation.produced", "explanation.round explanation." + string(share.RoundFixed), "explanation.member", "explanation.others",
		"explanation.total", "explanation.dso"}, keysOf(said))
	require.Equal(t, "C1", said[2][0].Values["name"])
	require.Equal(t, map[string]any{"energy": energy.MilliWh(5 * kWh)}, said[3][0].Values, "others are a sum")
	require.Equal(t, map[string]any{"energy": operator}, said[5][0].Values)
	e.Asked, e.DSO = 2, nil
	require.Equal(t, []string{"explanation.member", "explanation.others", "explanation.leftOutOne", "explanation.total"}, keysOf(sentence.OfExplanation(e))[2:])
}

func TestManyAreNotAllNamed(t *testing.T) {
	t.Parallel()
	need := make([]energy.MilliWh, 9)
	for i := range need {
		need[i] = kWh
	}
	said := keysOf(sentence.OfExplanation(explained(t, share.Rule{Algorithm: share.ByDefault}, 4*kWh, need...)))
	require.Len(t, said, 2+6+1+1)
	require.Equal(t, []string{"explanation.others", "explanation.totalAllUsed"}, said[8:])
	zeros := make([]int64, 9)
	zeros[0] = 100
	last := sentence.OfExplanation(explained(t, share.Rule{Algorithm: share.Static, Parameters: zeros, Whole: 100}, kWh, need...))
	require.Equal(t, map[string]any{"names": "C2, C3, C4, C5, C6, C7", "more": 2}, last[len(last)-2][0].Values)
	require.Equal(t, []string{"explanation.producedNone", "explanation.totalAllUsed"}, keysOf(sentence.OfExplanation(explained(t, share.Rule{Algorithm: share.ByDefault}, 0, kWh))))
}

func TestRoundsOfPoolsAndProducersSayWhoseTheyAre(t *testing.T) {
	t.Parallel()
	pools := keysOf(sentence.OfExplanation(explained(t, share.Rule{Algorithm: share.ByPool, Whole: 100, Pools: []share.Pool{
		{Part: 50, Algorithm: share.ByDefault, Members: []int{0, 1}, Destination: 1},
		{Part: 50, Algorithm: share.ByPriority, Members: []int{2, 3}, Parameters: []int64{1, 2}, Destination: share.ToSurplus}}}, 160*kWh, 30*kWh, 10*kWh, 20*kWh, 40*kWh)))
	require.Contains(t, strings.Join(pools, "\n"), "explanation.pool explanation.")
	require.Contains(t, pools, "explanation.carried")
	require.Contains(t, pools, "explanation."+string(share.ToPool))
	couples := keysOf(sentence.OfExplanation(explained(t, share.Rule{Algorithm: share.ByUngroupedPriority, Couples: [][]int64{{1, 2}}}, 50*kWh, 10*kWh, 10*kWh)))
	require.Contains(t, strings.Join(couples, "\n"), "explanation.producer explanation.")
	levels := keysOf(sentence.OfExplanation(explained(t, share.Rule{Algorithm: share.ByPriority, Parameters: []int64{1, 2}}, 50*kWh, 10*kWh, 10*kWh)))
	require.Contains(t, strings.Join(levels, "\n"), "explanation.level explanation.")
}

func TestASiteReadsHowItIsTreated(t *testing.T) {
	t.Parallel()
	half := allocation.ParseValue(50)
	in := func(kind allocation.Type, s allocation.Sharing) allocation.Sharing {
		s.Described, s.Consumes, s.Receives, s.Config.Type = true, true, true, kind
		return s
	}
	for _, c := range []struct {
		sharing allocation.Sharing
		want    string
	}{
		{allocation.Sharing{}, "byOperator"},
		{allocation.Sharing{Described: true, Consumes: true, Config: allocation.Config{Type: allocation.ByDefault}}, "method.by_default none"},
		{allocation.Sharing{Described: true, Produces: true, Sites: 3, Config: allocation.Config{Type: allocation.ByDefault, Season: "haute"}}, "method.by_default season gives"},
		{in(allocation.ByDefault, allocation.Sharing{}), "method.by_default prorata"},
		{in(allocation.Static, allocation.Sharing{Percentage: &half}), "method.static percentage"},
		{in(allocation.SimpleDynamic, allocation.Sharing{}), "method.simple_dynamic noCoefficients"},
		{in(allocation.SimpleDynamic, allocation.Sharing{WithCoefficients: true}), "method.simple_dynamic coefficients"},
		{in(allocation.SimpleDynamic, allocation.Sharing{WithCoefficients: true, Percentage: &half}), "method.simple_dynamic mean"},
		{in(allocation.ByWeight, allocation.Sharing{Parts: 2}), "method.by_weight parts"},
		{in(allocation.ByWeight, allocation.Sharing{Parts: 2, PartsOfAll: 9}), "method.by_weight partsOf"},
		{in(allocation.ByPriority, allocation.Sharing{Priority: 1, Priorities: 1}), "method.by_priority onePriority"},
		{in(allocation.ByPriority, allocation.Sharing{Priority: 1, Priorities: 2}), "method.by_priority priority"},
		{in(allocation.ByEquality, allocation.Sharing{Sites: 4}), "method.by_equality equal"},
		{in(allocation.ByUngroupedPriority, allocation.Sharing{Producers: []allocation.SharingProducer{{}, {}}}), "method.by_ungrouped_priority producer producer"},
		{in(allocation.ByPool, allocation.Sharing{Pools: []allocation.SharingPool{{Sites: 1}, {Sites: 2, Algorithm: share.ByDefault, Fed: true}}}),
			"method.by_pool pool.alone pool.by_default pool.fed"},
		{in(allocation.ByDefault, allocation.Sharing{Next: &allocation.Config{Type: allocation.ByDefault}}), "method.by_default prorata nextNumbers"},
		{in(allocation.ByDefault, allocation.Sharing{Next: &allocation.Config{Type: allocation.Static}}), "method.by_default prorata next"},
		{in(allocation.ByDefault, allocation.Sharing{Next: &allocation.Config{Type: allocation.Static, Season: "basse"}}), "method.by_default prorata nextSeason"},
	} {
		got := strings.ReplaceAll(strings.Join(keysOf(sentence.OfSharing(c.sharing)), " "), "sharing.", "")
		require.Equal(t, c.want, got)
	}
	next := sentence.OfSharing(in(allocation.ByDefault, allocation.Sharing{Next: &allocation.Config{Type: allocation.Static, EffectiveDate: civil.NewDate(2027, 1, 1)}}))
	require.Equal(t, map[string]any{"date": civil.NewDate(2027, 1, 1), "method": allocation.Static, "season": ""}, next[2][0].Values)
}
