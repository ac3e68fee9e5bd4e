package wire

import (
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
