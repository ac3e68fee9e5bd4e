package loadcurve

import (
	"math"
	"math/bits"

	"github.com/openpmo/pmo/core/energy"
)

// divisor divides by a fixed number with one multiplication: the odd part by its inverse
// modulo 2^64, the power of two by a shift.
type divisor struct {
	by      uint64
	inverse uint64
	shift   uint
	limit   uint64 // largest quotient
}

func newDivisor(by uint64) divisor {
	shift := uint(bits.TrailingZeros64(by))
	odd := by >> shift
	inverse := odd // right to 3 bits; each round doubles them
	for range 5 {
		inverse *= 2 - odd*inverse
	}
	return divisor{by, inverse, shift, math.MaxUint64 / by}
}

// quotient is v / by for a multiple v. ok is false for what is none, and for multiples
// below zero: rotated, a quotient that is whole is small.
func (d divisor) quotient(v energy.MilliWh) (q int64, ok bool) {
	product := uint64(v) * d.inverse
	return int64(product) >> (d.shift & 63), bits.RotateLeft64(product, -int(d.shift&63)) <= d.limit
}

// trusted is d for values that are known to be multiples, of either sign: all are ok.
func (d divisor) trusted() divisor {
	d.limit = math.MaxUint64
	return d
}

// firstOnes is how many values that are not zero mostly tell the divisor of all. That so
// many share another by chance happens once in 65 000 curves, and costs a second pass.
const firstOnes = 16

// commonDivisor is the greatest number that divides all values, or the first so many that
// are not zero; 1 when there is none. Meters count in steps of their own (250 mWh for a
// watt over a quarter), which this finds.
func commonDivisor(values []energy.MilliWh, first int) divisor {
	d := newDivisor(1)
	found := 0
	for _, v := range values {
		m := magnitude(v)
		switch {
		case m == 0:
			continue
		case found == 0:
			d = newDivisor(m)
		case m%d.by != 0:
			d = newDivisor(gcd(d.by, m))
		}
		if found++; found == first || d.by == 1 {
			break
		}
	}
	return d
}

func magnitude(v energy.MilliWh) uint64 {
	sign := v >> 63
	return uint64(v^sign) - uint64(sign)
}

func gcd(a, b uint64) uint64 {
	for b > 0 {
		a, b = b, a%b
	}
	return a
}
