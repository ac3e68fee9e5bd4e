package share_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/energy"
)

func TestCoverage(t *testing.T) {
	t.Parallel()
	received, err := share.Totals(columnsOf{{1, 2}, {0, 0}, {4, 4}, {5, 0}})
	require.NoError(t, err)
	coverages, err := share.Coverages(received, []energy.MilliWh{10, 0, 16, 5})
	require.NoError(t, err)
	require.InDelta(t, 0.3, coverages[0].Rate, 1e-12)
	require.False(t, coverages[1].OK, "nothing of nothing is no rate")
	spread, ok := share.SpreadOf(coverages)
	require.True(t, ok)
	require.Equal(t, share.Spread{Consumers: 3, Min: 0.3, Median: 0.5, Max: 1}, spread)
	spread, ok = share.SpreadOf(coverages[:3])
	require.True(t, ok)
	require.InDelta(t, 0.4, spread.Median, 1e-12, "between the two in the middle")
	_, ok = share.SpreadOf(coverages[1:2])
	require.False(t, ok)
	_, err = share.Coverages(received, received[:1])
	require.ErrorIs(t, err, share.ErrShape)
	_, err = share.Totals(columnsOf{{1 << 62, 1 << 62}})
	require.ErrorIs(t, err, energy.ErrOverflow)
}
