package allocation

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/allocation/coefficient"
	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/participant"
)

// keysOfFive are keys of every type for the consumers 0a to 0e and the producer 0p; 0e
// has no part in those that can leave somebody out.
func keysOfFive() map[Type]Config {
	number := func(consumer, producer id.ID, v Value) Param {
		return Param{ConsumerID: consumer, ProducerID: producer, Value: v * One}
	}
	list := func(producer id.ID) []Param {
		return []Param{number("0a", producer, 1), number("0b", producer, 2), number("0c", producer, 1), number("0d", producer, 4)}
	}
	return map[Type]Config{
		ByDefault: {Type: ByDefault}, SimpleDynamic: {Type: SimpleDynamic},
		Static: {Type: Static, Params: list("")}, ByWeight: {Type: ByWeight, Params: list("")},
		ByPriority: {Type: ByPriority, Params: list("")}, ByUngroupedPriority: {Type: ByUngroupedPriority, Params: list("0p")},
		ByEquality: {Type: ByEquality, Params: []Param{number("0a", "", 1), number("0b", "", 1), number("0e", "", 0)}},
		ByPool: {Type: ByPool, Pools: []Pool{
			{Name: "Écoles", Percentage: 60 * One, Destination: "Halles", Algorithm: share.ByPriority, Members: []PoolMember{{"0a", One}, {"0b", 2 * One}}},
			{Name: "Halles", Percentage: 30 * One, Destination: Surplus, Algorithm: share.ByShareWithMinimum, Members: []PoolMember{{"0b", 3 * One}, {"0c", One}, {"0d", One}}},
		}},
	}
}

func TestASiteIsToldItsOwnPart(t *testing.T) {
	t.Parallel()
	consumers, producers := []id.ID{"0a", "0b", "0c", "0d", "0e"}, []Site{{ID: "0p", Name: "Toit"}}
	two := 2 * One
	for kind, want := range map[Type]Sharing{
		ByDefault:           {Sites: 5, Receives: true},
		SimpleDynamic:       {Sites: 5, Receives: true},
		Static:              {Sites: 4, Receives: true, Percentage: &two},
		ByEquality:          {Sites: 2, Receives: true},
		ByWeight:            {Sites: 4, Receives: true, Parts: 2, PartsOfAll: 8},
		ByPriority:          {Sites: 4, Receives: true, Priority: 2, Priorities: 3},
		ByUngroupedPriority: {Sites: 4, Receives: true, Producers: []SharingProducer{{producers[0], 2}}},
		ByPool: {Sites: 4, Receives: true, Pools: []SharingPool{
			{Name: "Écoles", Percentage: 60 * One, Algorithm: share.ByPriority, Sites: 2, Number: 2},
			{Name: "Halles", Percentage: 30 * One, Algorithm: share.ByShareWithMinimum, Sites: 3, Number: 3, Fed: true}}},
	} {
		c := keysOfFive()[kind]
		want.ParticipantID, want.Config = "0b", Config{Type: kind}
		require.Equal(t, want, c.Sharing("0b", consumers, producers), kind)
		out := c.Sharing("0e", consumers, producers)
		require.Equal(t, kind == ByDefault || kind == SimpleDynamic, out.Receives, kind)
		require.Nil(t, out.Percentage)
		require.Zero(t, out.Parts+out.PartsOfAll+out.Priority)
		require.Empty(t, out.Pools)
	}
}

// TestASiteIsToldNothingOfOthers looks for ids of neighbours, and for sums of fewer
// than three of them.
func TestASiteIsToldNothingOfOthers(t *testing.T) {
	t.Parallel()
	for kind, c := range keysOfFive() {
		text, err := json.Marshal(c.Sharing("0b", []id.ID{"0a", "0b", "0c", "0d", "0e"}, []Site{{ID: "0p"}}))
		require.NoError(t, err)
		for _, other := range []string{`"0a"`, `"0c"`, `"0d"`, `"0e"`} {
			require.NotContains(t, string(text), other, kind)
		}
	}
	few := Config{Type: ByWeight, Params: []Param{{ConsumerID: "0a", Value: One}, {ConsumerID: "0b", Value: 2 * One}, {ConsumerID: "0c", Value: 5 * One}}}
	out := few.Sharing("0b", []id.ID{"0a", "0b", "0c", "0d"}, nil)
	require.Equal(t, []int64{2, 0}, []int64{out.Parts, out.PartsOfAll}, "a sum of two others would nearly tell theirs")
}

func TestASiteIsToldItsMeanCoefficient(t *testing.T) {
	t.Parallel()
	set := coefficient.Set{Zone: civil.Paris, Days: civil.Range{From: 0, To: 1}, Step: 12 * time.Hour, Decimals: 2, Sites: []string{"99a", "99b"}, Values: [][]int32{{1000, 2000}, {0, 0}}}
	out := Sharing{Receives: true}
	out.OfCoefficients([]coefficient.Set{set}, "99a")
	require.Equal(t, []any{true, true, 15 * One}, []any{out.Receives, out.WithCoefficients, *out.Percentage})
	none := Sharing{Receives: true}
	none.OfCoefficients([]coefficient.Set{set}, "99b")
	require.False(t, none.Receives, "a column of zeros is no part")
	full := Sharing{}
	full.OfCoefficients([]coefficient.Set{set, set}, "99a")
	require.True(t, full.Receives)
	require.Nil(t, full.Percentage, "percentages of two producers do not add up")
}

func TestTheKeyThatFollows(t *testing.T) {
	t.Parallel()
	line := Timeline{Versions: []Config{{ID: "1", Version: 1, Type: ByDefault, EffectiveDate: on("2026-01-01")},
		{ID: "2", Version: 2, Type: ByWeight, EffectiveDate: on("2026-12-01"), Params: []Param{{ConsumerID: "0a", Value: One}}}}}
	site := participant.Participant{Activation: &civil.Range{From: on("2026-02-01"), To: civil.Forever}}
	next := line.Next(line.Versions[0], on("2026-11-20"), site)
	require.Equal(t, &Config{ID: "2", Version: 2, Type: ByWeight, EffectiveDate: on("2026-12-01")}, next, "without the numbers of anybody")
	require.Nil(t, line.Next(line.Versions[1], on("2026-12-01"), site))
	site.Activation.To = on("2026-12-01")
	require.Nil(t, line.Next(line.Versions[0], on("2026-11-20"), site), "the site has left by then")

	require.Equal(t, on("2026-11-30"), DayOf(site, on("2027-03-01")), "its last day")
	require.Equal(t, on("2026-02-01"), DayOf(site, on("2026-01-01")), "its first day")
	require.Equal(t, on("2026-03-01"), DayOf(site, on("2026-03-01")))
}
