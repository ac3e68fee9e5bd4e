package monthly

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
)

// shelf is a memory that keeps all.
type shelf map[MemoryKey]any

func (s shelf) Recall(key MemoryKey) (any, bool) { v, ok := s[key]; return v, ok }

func (s shelf) Keep(key MemoryKey, value any, _ int) { s[key] = value }

// TestAMonthIsReadUnlessItIsKnown: one without rollups is not asked for at all, even where something is remembered of
// it; one whose state nobody has read is always read; the rest is read once for each version.
func TestAMonthIsReadUnlessItIsKnown(t *testing.T) {
	t.Parallel()
	january := civil.NewMonth(2026, time.January)
	state := func(of civil.Month, version int64) metering.MonthState {
		return metering.MonthState{Month: of, Version: version}
	}
	known := States{state(january, 0), state(january+1, 1), state(january+2, 2)}
	memory := shelf{}
	s := &Service{memory: memory}
	for n, month := range known {
		memory[MemoryKey{state: month}] = n
	}
	memory[MemoryKey{state: state(january+2, 1)}] = "of before"
	used := map[civil.Month]any{}
	look := func() []civil.Month {
		clear(used)
		return s.lookUp(known, []civil.Month{january - 1, january, january + 1, january + 2, january + 3}, MemoryKey{}, func(m civil.Month, value any) { used[m] = value })
	}
	require.Equal(t, []civil.Month{january - 1, january + 3}, look())
	require.Equal(t, map[civil.Month]any{january + 1: 1, january + 2: 2}, used)
	delete(memory, MemoryKey{state: known[2]})
	delete(memory, MemoryKey{state: known[0]})
	require.Equal(t, []civil.Month{january - 1, january + 2, january + 3}, look(), "what was remembered of another version is none")
	require.Equal(t, map[civil.Month]any{january + 1: 1}, used)

	known = States{state(january+1, 1)}
	require.Equal(t, []civil.Month{january - 1, january, january + 2, january + 3}, look(), "a single month is known as well")
	require.Equal(t, map[civil.Month]any{january + 1: 1}, used)
	known, memory[MemoryKey{}] = nil, "of no month"
	require.Len(t, look(), 5, "of no month is the state known")
	require.Empty(t, used)
}

// named are sites of participants of those names, that tell which were asked for.
type named struct {
	metering.Perimeter
	asked []id.ID
}

func (n *named) SitesOf(_ context.Context, _ id.ID, participantIDs []id.ID) (sites []metering.Site, err error) {
	n.asked = append(n.asked, participantIDs...)
	for _, one := range participantIDs {
		if one != "gone" {
			sites = append(sites, metering.Site{ParticipantID: one, Name: "name of " + string(one)})
		}
	}
	return sites, nil
}

// TestANameIsReadOnce, beside those that are known already; who has no site has none, and is not asked for again.
func TestANameIsReadOnce(t *testing.T) {
	t.Parallel()
	sites := &named{}
	s := New(Deps{Memory: shelf{}, Perimeter: sites})
	ask := func(ids ...id.ID) map[id.ID]string {
		sites.asked = nil
		names, err := s.Names(t.Context(), metering.Operation{}, slices.Values(ids))
		require.NoError(t, err)
		return names
	}
	require.Equal(t, map[id.ID]string{"a": "name of a", "gone": ""}, ask("a", "gone"))
	require.Equal(t, []id.ID{"a", "gone"}, sites.asked)
	all := map[id.ID]string{"a": "name of a", "b": "name of b", "gone": ""}
	require.Equal(t, all, ask("gone", "b"))
	require.Equal(t, []id.ID{"b"}, sites.asked)
	require.Equal(t, all, ask("a", "b", "gone"))
	require.Empty(t, sites.asked)
}
