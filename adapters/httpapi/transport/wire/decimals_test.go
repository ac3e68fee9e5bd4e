package wire

import (
	"math"
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

// A percentage beyond what rates hold is no other one: 42 949 692.96 is not 20 because 2^32 of its
// hundredths are dropped.
func TestAPercentageIsKeptOrRefused(t *testing.T) {
	t.Parallel()
	for v, want := range map[float64]int32{0: 0, 5.5: 550, 20: 2000, -1: -100, 21_474_836.47: math.MaxInt32} {
		n, err := Hundredths(v, "percentage")
		require.NoError(t, err, v)
		require.Equal(t, want, n, v)
	}
	for v, key := range map[float64]string{42_949_692.96: "field.range", 21_474_836.48: "field.range", -30_000_000: "field.range", 1e300: "field.range", math.NaN(): "field.range", 5.555: "field.decimals"} {
		_, err := Hundredths(v, "percentage")
		f := fault.From(err)
		require.Equal(t, key, f.Key, v)
		require.Equal(t, "percentage", f.Field)
	}
}
