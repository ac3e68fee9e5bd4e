package pairing

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/energy"
)

// Where nothing was made what was received is split like the month, in a month without any it is
// the last producer's; the parts add up.
func TestWhatIsReceivedAtNight(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		made [][]energy.MilliWh
		want []energy.MilliWh
	}{
		{[][]energy.MilliWh{{3, 0}, {0, 1}}, []energy.MilliWh{75, 25}},
		{[][]energy.MilliWh{{1, 0}, {0, 0}}, []energy.MilliWh{100, 0}},
		{[][]energy.MilliWh{{0, 0}, {0, 1}, {0, 0}}, []energy.MilliWh{0, 100, 0}},
		{[][]energy.MilliWh{{0, 0}, {0, 0}, {0, 0}}, []energy.MilliWh{0, 0, 100}},
	} {
		n := NewNight(c.made)
		var got []energy.MilliWh
		for range c.made {
			n.Next()
			got = append(got, n.part(100))
		}
		require.Equal(t, c.want, got)
	}
}
