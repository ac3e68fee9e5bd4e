// Package money counts euros in whole cents and rounds once.
//
// Owns: cents, unit prices, quantities, VAT of a rate group, the split of an amount.
// Does not own: which rate applies (party, billing), what is invoiced (billing).
// Rounding is half away from zero everywhere (domain 8.1).
package money

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"

	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
)

// Cents is an amount in euro cents.
type Cents int64

// MicroEuro is a price per unit (kWh, month) in millionths of a euro:
// 0.1234 €/kWh = 123 400.
type MicroEuro int64

// QuantityE4 is a quantity in ten-thousandths of its unit: 1 kWh or 1 month = 10 000.
type QuantityE4 int64

// VATRate is a rate in hundredths of a percent: 2000 = 20 %.
type VATRate int32

// Percent is a part in hundredths of a percent: 1000 = 10 %.
type Percent int32

// Whole is everything.
const Whole Percent = 10_000

// MonthParts is the least common multiple of 28, 29, 30 and 31. A part of a month of
// n days is days × MonthParts / n, a whole number, so that the parts of several
// months add up exactly before Quantity rounds them once.
const MonthParts = 377_580

// Refusals of money arithmetic.
var (
	// ErrOverflow is a result that no int64 holds.
	ErrOverflow = fault.New(fault.Invalid, "money.overflow")
	// ErrWeights is a split among weights below zero, or all zero.
	ErrWeights = fault.New(fault.Invalid, "money.weights")
)

// mulDiv is a × b / den, rounded half away from zero.
func mulDiv(a, b int64, den uint64) (int64, error) {
	hi, lo := bits.Mul64(magnitude(a), magnitude(b))
	if hi >= den {
		return 0, ErrOverflow
	}
	q, r := bits.Div64(hi, lo, den)
	if r >= den-r {
		q++
	}
	if q > math.MaxInt64 {
		return 0, ErrOverflow
	}
	if (a < 0) != (b < 0) {
		return -int64(q), nil
	}
	return int64(q), nil
}

func magnitude(v int64) uint64 {
	if v < 0 {
		return -uint64(v)
	}
	return uint64(v)
}

// Amount is the net of a line from its printed quantity and price.
// Error: money.overflow.
func Amount(q QuantityE4, price MicroEuro) (Cents, error) {
	c, err := mulDiv(int64(q), int64(price), 100_000_000)
	return Cents(c), err
}

// KilowattHours is the quantity of a line: its energy rounded once to the Wh, which
// is a kWh with three decimals.
func KilowattHours(e energy.MilliWh) QuantityE4 {
	wh, rest := e/energy.WattHour, e%energy.WattHour
	switch {
	case rest >= energy.WattHour/2:
		wh++
	case rest <= -energy.WattHour/2:
		wh--
	}
	return QuantityE4(wh) * 10
}

// Quantity is num / den with four decimals, as months from MonthParts are. den > 0.
// Error: money.overflow.
func Quantity(num, den int64) (QuantityE4, error) {
	q, err := mulDiv(num, 10_000, uint64(den))
	return QuantityE4(q), err
}

// VAT is the tax on the net of one rate group, never of one line (EN 16931).
// Error: money.overflow.
func VAT(net Cents, rate VATRate) (Cents, error) {
	c, err := mulDiv(int64(net), int64(rate), 10_000)
	return Cents(c), err
}

// WithVAT is a price with the VAT of a rate in it. Error: money.overflow.
func WithVAT(price MicroEuro, rate VATRate) (MicroEuro, error) {
	p, err := mulDiv(int64(price), 10_000+int64(rate), 10_000)
	return MicroEuro(p), err
}

// Of is the part of an amount, rounded once. Error: money.overflow.
func (p Percent) Of(amount Cents) (Cents, error) {
	c, err := mulDiv(int64(amount), int64(p), uint64(Whole))
	return Cents(c), err
}

// Add is a + b. Error: money.overflow.
func Add(a, b Cents) (Cents, error) {
	c := a + b
	if (c > a) != (b > 0) {
		return 0, ErrOverflow
	}
	return c, nil
}

// Split divides total in proportion to weights by largest remainder: everyone gets
// the floor of its part, the cents left go to the largest remainders, the first of
// equals first. A negative total (credit note) is split like its opposite. dst has
// the length of weights. Errors: money.weights, money.overflow; dst is then unchanged.
func Split[W ~int64](dst []Cents, weights []W, total Cents) error {
	var sum uint64
	for _, w := range weights {
		if w < 0 {
			return ErrWeights
		}
		if sum += uint64(w); sum > math.MaxInt64 {
			return ErrOverflow
		}
	}
	if sum == 0 {
		if total != 0 {
			return ErrWeights
		}
		clear(dst[:len(weights)])
		return nil
	}
	due := magnitude(int64(total))
	shares, rests, order := make([]uint64, len(weights)), make([]uint64, len(weights)), make([]int, len(weights))
	left := due
	for i, w := range weights {
		hi, lo := bits.Mul64(due, uint64(w))
		shares[i], rests[i] = bits.Div64(hi, lo, sum) // w ≤ sum, so hi < sum
		left -= shares[i]
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(rests[b], rests[a]) })
	for _, i := range order[:left] {
		shares[i]++
	}
	for i, s := range shares {
		dst[i] = Cents(s)
		if total < 0 {
			dst[i] = -dst[i]
		}
	}
	return nil
}

// String has two decimals and a point, as XML and CSV want it: -12.05.
func (c Cents) String() string { return decimal(int64(c), 2, 2) }

// String has two to six decimals: 0.1234, 4.50.
func (p MicroEuro) String() string { return decimal(int64(p), 6, 2) }

// String has up to four decimals: 2.6452, 152.187, 12.
func (q QuantityE4) String() string { return decimal(int64(q), 4, 0) }

// String is the rate in percent: 20, 5.5, 0.
func (r VATRate) String() string { return decimal(int64(r), 2, 0) }

// String is the part in percent: 10, 2.5.
func (p Percent) String() string { return decimal(int64(p), 2, 0) }

// decimal writes v / 10^digits, and cuts trailing zeros down to keep decimals.
func decimal(v int64, digits, keep int) string {
	sign := ""
	if v < 0 {
		sign = "-"
	}
	s := fmt.Sprintf("%0*d", digits+1, magnitude(v))
	whole, part := s[:len(s)-digits], s[len(s)-digits:]
	for len(part) > keep && strings.HasSuffix(part, "0") {
		part = part[:len(part)-1]
	}
	if part == "" {
		return sign + whole
	}
	return sign + whole + "." + part
}
