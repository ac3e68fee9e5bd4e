package loadcurve

import (
	"math"
	"math/bits"

	"github.com/openpmo/pmo/core/energy"
)

// divisor divides by a fixed number that is known to divide, with one multiplication:
// the odd part by its inverse modulo 2^64, the power of two by a shift.
type divisor struct {
	by      uint64
	inverse uint64
	shift   int
	limit   uint64 // largest quotient
}

func newDivisor(by uint64) divisor {
	shift := bits.TrailingZeros64(by)
	odd := by >> shift
	inverse := odd // right to 3 bits; each round doubles them
	for range 5 {
		inverse *= 2 - odd*inverse
	}
	return divisor{by, inverse, shift, math.MaxUint64 / by}
}

// divides tells whether v is a multiple: rotated, a quotient that is whole is small.
func (d divisor) divides(v uint64) bool {
	return bits.RotateLeft64(v*d.inverse, -d.shift) <= d.limit
}

// quotient is v / by for a multiple v.
func (d divisor) quotient(v energy.MilliWh) int64 {
	return int64(uint64(v)*d.inverse) >> d.shift
}

// commonDivisor is the greatest number that divides all values; 1 when all are zero.
// Meters count in steps of their own (250 mWh for a watt over a quarter), which this
// finds; it settles after a few values, so the loop is one multiplication a value.
func commonDivisor(values []energy.MilliWh) divisor {
	i := 0
	for i < len(values) && values[i] == 0 {
		i++
	}
	if i == len(values) {
		return newDivisor(1)
	}
	d := newDivisor(magnitude(values[i]))
	for _, v := range values[i:] {
		if m := magnitude(v); !d.divides(m) {
			if d = newDivisor(gcd(d.by, m)); d.by == 1 {
				break
			}
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
