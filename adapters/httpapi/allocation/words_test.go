package allocation

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/analysis"
	"github.com/openpmo/pmo/core/allocation/sentence"
	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
)

const kWh = 1_000_000

// leftoverCases are keys whose shares are not all used, by consumers that need 30, 10, 20
// and 40 kWh, with the sentences that say what becomes of what is left.
var leftoverCases = map[string]struct {
	rule       share.Rule
	production []energy.MilliWh
	fr, nl     []string
}{
	"static: nobody else has it": {
		share.Rule{Algorithm: share.Static, Parameters: []int64{25, 25, 25, 25}, Whole: 100}, []energy.MilliWh{50 * kWh},
		[]string{"C2 n’a besoin que de 10,000 kWh\u00a0: tout est couvert, et 2,500 kWh de sa part vont au surplus.", "2,500 kWh restent et vont au surplus."},
		[]string{"C2 heeft maar 10,000 kWh nodig: alles is gedekt, en 2,500 kWh van het deel gaat naar het overschot."},
	},
	"static, part of it nobody's": {
		share.Rule{Algorithm: share.Static, Parameters: []int64{0, 50, 0, 0}, Whole: 100}, []energy.MilliWh{50 * kWh},
		[]string{"C2 n’a besoin que de 10,000 kWh\u00a0: tout est couvert, et 15,000 kWh de sa part vont au surplus.",
			"40,000 kWh restent et vont au surplus.", "Dont 25,000 kWh que les pourcentages n’attribuent à personne."},
		[]string{"40,000 kWh blijven over en gaan naar het overschot."},
	},
	"by_default above the need": {
		share.Rule{Algorithm: share.ByDefault}, []energy.MilliWh{120 * kWh},
		[]string{"C1 n’a besoin que de 30,000 kWh\u00a0: tout est couvert, et 6,000 kWh de sa part vont au surplus.", "20,000 kWh restent et vont au surplus."},
		[]string{"20,000 kWh blijven over en gaan naar het overschot."},
	},
	"by_equality: the others, next round": {
		share.Rule{Algorithm: share.ByEquality}, []energy.MilliWh{50 * kWh},
		[]string{"C2 n’a besoin que de 10,000 kWh\u00a0: tout est couvert, et 2,500 kWh de sa part sont proposés aux autres au tour suivant.",
			"2,500 kWh restent pour le tour suivant.", "Tour 2\u00a0: 2,500 kWh à partager à parts égales."},
		[]string{"C2 heeft maar 10,000 kWh nodig: alles is gedekt, en 2,500 kWh van het deel gaat in de volgende ronde naar de anderen."},
	},
	"by_equality, last round": {
		share.Rule{Algorithm: share.ByEquality}, []energy.MilliWh{200 * kWh},
		[]string{"C4 n’a besoin que de 40,000 kWh\u00a0: tout est couvert, et 10,000 kWh de sa part vont au surplus.", "100,000 kWh restent et vont au surplus."},
		[]string{"100,000 kWh blijven over en gaan naar het overschot."},
	},
	"by_weight: the others, next round": {
		share.Rule{Algorithm: share.ByWeight, Parameters: []int64{1, 3, 1, 1}}, []energy.MilliWh{60 * kWh},
		[]string{"C2 n’a besoin que de 10,000 kWh\u00a0: tout est couvert, et 20,000 kWh de sa part sont proposés aux autres au tour suivant."},
		[]string{"20,000 kWh blijven over voor de volgende ronde."},
	},
	"by_priority: the next level, then surplus": {
		share.Rule{Algorithm: share.ByPriority, Parameters: []int64{1, 1, 2, 2}}, []energy.MilliWh{120 * kWh},
		[]string{"C2 n’a besoin que de 10,000 kWh\u00a0: tout est couvert, et 20,000 kWh de sa part passent à la priorité suivante.",
			"80,000 kWh restent et passent à la priorité suivante.", "20,000 kWh restent et vont au surplus."},
		[]string{"80,000 kWh blijven over en gaan naar de volgende prioriteit."},
	},
	"by_pool: the pool below, then surplus": {
		share.Rule{Algorithm: share.ByPool, Whole: 100, Pools: []share.Pool{
			{Part: 50, Algorithm: share.ByDefault, Members: []int{0, 1}, Destination: 1},
			{Part: 50, Algorithm: share.ByPriority, Members: []int{2, 3}, Parameters: []int64{1, 2}, Destination: share.ToSurplus}}},
		[]energy.MilliWh{160 * kWh},
		[]string{"C2 n’a besoin que de 10,000 kWh\u00a0: tout est couvert, et 10,000 kWh de sa part passent au groupe Bas.",
			"40,000 kWh restent et passent au groupe Bas.", "100,000 kWh restent et passent à la priorité suivante.", "60,000 kWh restent et vont au surplus."},
		[]string{"C2 heeft maar 10,000 kWh nodig: alles is gedekt, en 10,000 kWh van het deel gaat naar de groep Bas."},
	},
	"by_ungrouped_priority: the next level of the producer": {
		share.Rule{Algorithm: share.ByUngroupedPriority, Couples: [][]int64{{0, 1, 2, 0}}}, []energy.MilliWh{50 * kWh},
		[]string{"40,000 kWh restent et passent à la priorité suivante.", "20,000 kWh restent et vont au surplus."},
		[]string{"40,000 kWh blijven over en gaan naar de volgende prioriteit."},
	},
	"simple_dynamic: nobody else has it": {
		share.Rule{Algorithm: share.SimpleDynamic, Whole: 100, Coefficients: [][][]int32{{{25}, {25}, {25}, {25}}}}, []energy.MilliWh{50 * kWh},
		[]string{"C2 n’a besoin que de 10,000 kWh\u00a0: tout est couvert, et 2,500 kWh de sa part vont au surplus."},
		[]string{"2,500 kWh blijven over en gaan naar het overschot."},
	},
}

// TestSentencesSayWhereLeftoversGo: what a site leaves goes where the key hands it, and
// nowhere else.
func TestSentencesSayWhereLeftoversGo(t *testing.T) {
	t.Parallel()
	for name, c := range leftoverCases {
		need := []energy.MilliWh{30 * kWh, 10 * kWh, 20 * kWh, 40 * kWh}
		columns := make([][]energy.MilliWh, len(need))
		e := analysis.Explained{At: time.Date(2026, 9, 15, 10, 0, 0, 0, time.UTC), Step: 15 * time.Minute, Asked: share.None, Consumption: need}
		for i := range need {
			columns[i] = need[i : i+1]
			e.Consumers = append(e.Consumers, allocation.Site{ID: id.New(), Name: "C" + string(rune('1'+i))})
		}
		e.Producers = []allocation.Site{{ID: id.New(), Name: "P"}}
		e.Key.Pools = []allocation.Pool{{Name: "Haut"}, {Name: "Bas"}}
		var err error
		e.Explanation, err = share.Explain(c.rule, [][]energy.MilliWh{c.production}, columns, 0)
		require.NoError(t, err, name)
		all := map[string]string{}
		for lang, want := range map[string][]string{"fr": c.fr, "nl": c.nl} {
			lines := wordsOf(lang, sentence.OfExplanation(e))
			all[lang] = strings.Join(lines, "\n")
			for _, sentence := range want {
				require.Contains(t, lines, sentence, name)
			}
		}
		others := strings.Contains(all["fr"], "aux autres")
		require.Equal(t, strings.Contains(name, "the others"), others, "%s: %s", name, all["fr"])
		for _, lang := range []string{"fr", "nl"} {
			require.NotContains(t, all[lang], "%{", name)
			require.NotContains(t, all[lang], "explanation.", name)
		}
	}
}
