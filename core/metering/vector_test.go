package metering

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/energy"
)

func TestVectorsKeepWhatIsAbsentApartFromZero(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		unit := rapid.SampledFrom([]energy.MilliWh{1, 250, 1000}).Draw(t, "unit")
		values := rapid.SliceOf(rapid.Custom(func(t *rapid.T) energy.MilliWh {
			if rapid.IntRange(0, 4).Draw(t, "kind") == 0 {
				return Absent
			}
			return unit * energy.MilliWh(rapid.Int64Range(0, 1<<50).Draw(t, "value"))
		})).Draw(t, "values")
		data := AppendVector(nil, values)
		back := make([]energy.MilliWh, len(values))
		require.NoError(t, ReadVector(data, back))
		require.Equal(t, values, back)
		require.Error(t, ReadVector(append(data, 1), back), "trailing bytes")
		require.Error(t, ReadVector(data[:len(data)-1], back))
	})
}
