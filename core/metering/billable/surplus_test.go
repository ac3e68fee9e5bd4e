package billable

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/energy"
)

func TestSurplusIsWhatWasNotGiven(t *testing.T) {
	t.Parallel()
	x := Expectation{Production: [][]energy.MilliWh{{10, 4, 0}, {7, 7, 7}}, Given: [][]energy.MilliWh{{6, 4, 0}, {0, 1, 7}}}
	require.Equal(t, [][]energy.MilliWh{{4, 0, 0}, {7, 6, 0}}, x.surplus())
}
