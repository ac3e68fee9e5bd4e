package jobs

import (
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"
)

// Not parallel: the collector is one for the whole process.
func TestMemoryIsCollectedOftenWhileFilesAreImported(t *testing.T) {
	now := func() int {
		was := debug.SetGCPercent(0)
		debug.SetGCPercent(was)
		return was
	}
	defer debug.SetGCPercent(debug.SetGCPercent(UsualPercent))
	first, second := Lean(), Lean()
	require.Equal(t, leanPercent, now())
	first()
	require.Equal(t, leanPercent, now(), "the other still goes on")
	second()
	require.Equal(t, UsualPercent, now())
	debug.SetGCPercent(50)
	third := Lean()
	require.Equal(t, 50, now(), "less stays less")
	third()
	require.Equal(t, 50, now())
}
