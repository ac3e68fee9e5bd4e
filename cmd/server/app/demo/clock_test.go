package demo

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
)

// TestNoActOfADemoIsYetToCome: the story tells the morning of its days, but for one that has not come.
func TestNoActOfADemoIsYetToCome(t *testing.T) {
	t.Parallel()
	night := time.Date(2026, 11, 20, 1, 30, 0, 0, time.UTC)
	c := NewClock(func() time.Time { return night })
	today := civil.NewDate(2026, 11, 20)
	for day, want := range map[civil.Date]time.Time{today: night, today - 1: time.Date(2026, 11, 19, 8, 0, 0, 0, time.UTC)} {
		require.NoError(t, c.on(day, func() error {
			require.True(t, c.Now().Equal(want), "%v", c.Now())
			return nil
		}))
	}
	require.Equal(t, night, c.Now())
}
