package share_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/energy"
)

// The smallest energy there is goes to somebody, at a step among others that have none.
func TestTheSmallestEnergyIsShared(t *testing.T) {
	t.Parallel()
	production := []energy.MilliWh{0, 1, 0, 2}
	dst := columns(2, len(production))
	var k share.Kernel
	require.NoError(t, k.Prorata(dst, production, [][]energy.MilliWh{{3, 3, 3, 3}, {3, 3, 3, 3}}))
	for step, made := range production {
		require.Equal(t, made, dst[0][step]+dst[1][step], step)
	}
}
