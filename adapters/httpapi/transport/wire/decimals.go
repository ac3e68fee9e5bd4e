package wire

import (
	"math"
	"strconv"
	"strings"

	"github.com/openpmo/pmo/adapters/httpapi/transport/problem"
)

// Scaled is a number of the wire in whole units of 10^-decimals: 5.5 with two is 550. A
// finer number is refused rather than rounded. Error: field.decimals.
func Scaled(v float64, decimals int, field string) (int64, error) {
	whole, fraction, _ := strings.Cut(strconv.FormatFloat(v, 'f', -1, 64), ".")
	if len(fraction) > decimals {
		return 0, problem.ErrDecimals.At(field).With("max", decimals)
	}
	n, err := strconv.ParseInt(whole+fraction+strings.Repeat("0", decimals-len(fraction)), 10, 64)
	if err != nil {
		return 0, problem.ErrDecimals.At(field).With("max", decimals)
	}
	return n, nil
}

// Hundredths is a percentage of the wire in whole hundredths, which is how rates are kept: 5.5 is
// 550. What no rate holds is refused, never wrapped round. Errors: field.decimals, field.range.
func Hundredths(percentage float64, field string) (int32, error) {
	if largest := float64(math.MaxInt32) / 100; !(math.Abs(percentage) <= largest) {
		return 0, problem.ErrFieldRange.At(field).With("min", -largest).With("max", largest)
	}
	n, err := Scaled(percentage, 2, field)
	return int32(n), err //nolint:gosec // within, as asked above
}
