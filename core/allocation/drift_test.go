package allocation

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/energy"
)

// TestDrifts: further apart than the percentage of the operator's figure, and than what
// is too small to speak of, in either direction.
func TestDrifts(t *testing.T) {
	t.Parallel()
	const kWh = energy.MilliWh(1_000_000)
	for _, c := range []struct {
		dso, expected energy.MilliWh
		percent       float64
		alert         bool
	}{
		{100 * kWh, 102 * kWh, 2, false}, // just the threshold
		{100 * kWh, 102*kWh + 1, 2, true},
		{100 * kWh, 98*kWh - 1, 2, true},
		{100 * kWh, 98 * kWh, 2, false},
		{100 * kWh, 109 * kWh, 10, false},
		{kWh / 10, kWh / 5, 2, false}, // 0.1 kWh
		{kWh / 10, kWh/5 + 1, 2, true},
		{0, kWh, 2, true},
		{0, 0, 0, false},
		{100 * kWh, 100 * kWh, 0, false},
		{100 * kWh, 100*kWh + kWh/2, 0, true},
	} {
		require.Equal(t, c.alert, Drifts(c.dso, c.expected, c.percent), "%+v", c)
	}
}
