package wire

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/fault"
)

// TestNumbersAreKeptWholeOrRefused: nothing of a number is cut in silence.
func TestNumbersAreKeptWholeOrRefused(t *testing.T) {
	t.Parallel()
	for v, want := range map[float64]int64{0: 0, 5.5: 550, 2.1: 210, 20: 2000, 0.07: 7, 0.29: 29, 1.15: 115} {
		n, err := Scaled(v, 2, "vatPercentage")
		require.NoError(t, err, v)
		require.Equal(t, want, n, v)
	}
	for _, v := range []float64{2.123, 0.001, 1e-9, 1e300} {
		_, err := Scaled(v, 2, "vatPercentage")
		f := fault.From(err)
		require.Equal(t, "field.decimals", f.Key, v)
		require.Equal(t, "vatPercentage", f.Field)
		require.Equal(t, 2, f.Params["max"])
	}
}
