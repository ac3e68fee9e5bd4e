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

// Over stretches that are worth a way of their own the smallest energy is neither taken for nothing nor,
// where a little more is asked for than there is, for everything.
func TestTheSmallestEnergyIsSharedOverLongStretches(t *testing.T) {
	t.Parallel()
	const stretch = 20
	var production []energy.MilliWh
	for _, made := range []energy.MilliWh{0, 1, 5, 6, 7} {
		for range stretch {
			production = append(production, made)
		}
	}
	asked := make([]energy.MilliWh, len(production))
	for step := range asked {
		asked[step] = 3
	}
	dst := columns(2, len(production))
	var k share.Kernel
	require.NoError(t, k.Prorata(dst, production, [][]energy.MilliWh{asked, asked}))
	for step, made := range production {
		require.Equal(t, min(made, 6), dst[0][step]+dst[1][step], "step %d of %d", step, made)
	}
}
