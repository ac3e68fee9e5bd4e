package output

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestKWh(t *testing.T) {
	for milliWh, text := range map[int64]string{
		0: "0.000", 412_250: "0.412", 1_000_000: "1.000", 1_862_500_000: "1862.500", 499: "0.000", 500: "0.001",
		-499: "0.000", -1_500_000: "-1.500", math.MaxInt64: "9223372036854.776", math.MinInt64: "-9223372036854.776",
	} {
		require.Equal(t, text, KWh(milliWh), "%d", milliWh)
	}
	require.Empty(t, KWhOr(nil), "a gap is not zero")
}

func TestExactKWh(t *testing.T) {
	for milliWh, text := range map[int64]string{0: "0.000", 2_572_250: "2.57225", 1: "0.000001", -499: "-0.000499", 1_000_000: "1.000",
		math.MinInt64: "-9223372036854.775808"} {
		require.Equal(t, text, ExactKWh(milliWh), "%d", milliWh)
	}
}

func TestEuro(t *testing.T) {
	for cents, text := range map[int64]string{0: "0.00", 5: "0.05", 17003: "170.03", -1: "-0.01", math.MinInt64: "-92233720368547758.08"} {
		require.Equal(t, text, Euro(cents))
	}
}

func TestPrice(t *testing.T) {
	for micro, text := range map[int64]string{123_400: "0.1234", 100_000: "0.10", 2_000_000: "2.00", 1: "0.000001", -5: "-0.000005"} {
		require.Equal(t, text, Price(micro))
	}
}

func TestParsePriceIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		micro := rapid.Int64Range(0, 1_000_000_000_000).Draw(t, "micro")
		back, err := ParsePrice(Price(micro))
		require.NoError(t, err)
		require.Equal(t, micro, back)
	})
	comma, err := ParsePrice("0,1234")
	require.NoError(t, err)
	require.EqualValues(t, 123_400, comma)
	for _, bad := range []string{"", ".", "1.", ".5", "-1", "+1", "1e3", "0.1234567", "1.2.3", "1,2.3", "dix", "99999999999999"} {
		_, err := ParsePrice(bad)
		require.Error(t, err, bad)
	}
}

func TestParsePercent(t *testing.T) {
	for text, value := range map[string]float64{"12.5": 12.5, "12,5 %": 12.5, " 0 ": 0, "100%": 100} {
		v, err := ParsePercent(text)
		require.NoError(t, err, text)
		require.InDelta(t, value, v, 0)
	}
	for _, bad := range []string{"", "%", "-1", "100.1", "NaN", "x"} {
		_, err := ParsePercent(bad)
		require.Error(t, err, bad)
	}
}
