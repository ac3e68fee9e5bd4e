package monthly

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
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
}
