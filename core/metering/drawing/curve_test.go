package drawing

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestAutoResolves holds the bounds of specification section 7.
func TestAutoResolves(t *testing.T) {
	t.Parallel()
	for days, want := range map[int]Resolution{1: Raw, 8: Raw, 9: Hour, 63: Hour, 64: Hour, 65: Daily, 366: Daily} {
		require.Equal(t, want, Auto.resolve(days), "%d days", days)
		require.Equal(t, want, Resolution("").resolve(days), "%d days", days)
		require.Equal(t, Monthly, Monthly.resolve(days))
	}
}
