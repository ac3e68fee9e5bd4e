// Package energy counts energy in whole milliwatt-hours and divides it without
// losing any.
//
// Owns: the unit, its conversions, the one function that rounds every energy split
// (domain 6.4). Does not own: series and their gaps (metering/loadcurve), who
// takes part in a split (allocation). A gap is never zero: nothing here stands for
// a missing value.
package energy

import (
	"math"
	"math/bits"
	"time"

	"github.com/openpmo/pmo/core/fault"
)

// MilliWh is an amount of energy in milliwatt-hours (1 kWh = 1 000 000). An int64
// holds 9 223 TWh.
type MilliWh int64

// Larger units.
const (
	WattHour     MilliWh = 1_000
	KilowattHour MilliWh = 1_000_000
	MegawattHour MilliWh = 1_000_000_000
)

// Refusals of energy arithmetic.
var (
	// ErrOverflow is an energy that no int64 of mWh holds.
	ErrOverflow = fault.New(fault.Invalid, "energy.overflow", fault.Int("decimals", "step"), fault.Text("column", "value"))
	// ErrNegative is an energy below zero where a meter or a share cannot give one;
	// parameter index where it is one of several.
	ErrNegative = fault.New(fault.Invalid, "energy.negative", fault.Int("index", "step"))
	// ErrNoWeights is something to split among members whose weights are all zero.
	ErrNoWeights = fault.New(fault.Invalid, "energy.noWeights")
)

const maxDecimals = 18

var pow10 = [maxDecimals + 1]uint64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9,
	1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18}

// FromWatts is the energy of a mean power over a step. The power is
// value / 10^decimals watts, so that a column in W has no decimals and one in kW
// with three decimals has none either once the comma is taken out. Rounded once,
// half to even. decimals is 0 to 15. Error: energy.overflow.
func FromWatts(value int64, decimals int, step time.Duration) (MilliWh, error) {
	// W × s / 3600 = Wh; × 1000 = mWh.
	return scale(value, uint64(step/time.Second)*1000, decimals, 3600)
}

// FromDecimal is value / 10^decimals of unit, as in 1.23456789 kWh: value
// 123456789, decimals 8, unit KilowattHour. Rounded once, half to even. decimals is
// 0 to 18. Error: energy.overflow.
func FromDecimal(value int64, decimals int, unit MilliWh) (MilliWh, error) {
	return scale(value, uint64(unit), decimals, 1)
}

func scale(value int64, factor uint64, decimals int, divisor uint64) (MilliWh, error) {
	if decimals < 0 || decimals > maxDecimals {
		return 0, ErrOverflow.With("decimals", decimals)
	}
	over, den := bits.Mul64(pow10[decimals], divisor)
	if over != 0 {
		return 0, ErrOverflow.With("decimals", decimals)
	}
	hi, lo := bits.Mul64(magnitude(value), factor)
	if hi >= den {
		return 0, ErrOverflow
	}
	q, r := bits.Div64(hi, lo, den)
	if up := den - r; r > up || r == up && q&1 == 1 {
		q++
	}
	if q > math.MaxInt64 {
		return 0, ErrOverflow
	}
	if value < 0 {
		return -MilliWh(q), nil
	}
	return MilliWh(q), nil
}

func magnitude(v int64) uint64 {
	if v < 0 {
		return -uint64(v)
	}
	return uint64(v)
}

// Power is the mean power of e over the step, in watts, rounded half to even. The
// step is a minute at least.
func Power(e MilliWh, step time.Duration) int64 {
	w, err := scale(int64(e), 3600, 3, uint64(step/time.Second))
	if err != nil {
		return 0 // cannot happen for steps of a minute and more: e·3600/60 000 < e
	}
	return int64(w)
}

// Add is a + b. Error: energy.overflow.
func Add(a, b MilliWh) (MilliWh, error) {
	c := a + b
	if (c > a) != (b > 0) {
		return 0, ErrOverflow
	}
	return c, nil
}

// Sum adds all values. Error: energy.overflow, also when only a partial sum is.
func Sum(values []MilliWh) (MilliWh, error) {
	var total MilliWh
	for _, v := range values {
		var err error
		if total, err = Add(total, v); err != nil {
			return 0, err
		}
	}
	return total, nil
}

// Rate is part / whole, as the self-consumption and self-production rates are. ok
// is false when whole is zero: a rate is then left out, not zero (specification section 9).
func Rate(part, whole MilliWh) (rate float64, ok bool) {
	if whole == 0 {
		return 0, false
	}
	return float64(part) / float64(whole), true
}

// Grain is how finely people are shown an energy (specification section 9): the hundredth of a
// kilowatt-hour up to 20 kWh, the kilowatt-hour up to 20 000 kWh, then tenths of a megawatt-hour, and
// whole ones from 1 000 MWh.
func Grain(e MilliWh) MilliWh {
	switch size := max(e, -e); {
	case size <= 20*KilowattHour:
		return KilowattHour / 100
	case size <= 20*MegawattHour:
		return KilowattHour
	case size <= 1000*MegawattHour:
		return MegawattHour / 10
	}
	return MegawattHour
}

// Round is the multiple of a grain that is nearest to an energy; of a half the one farther from zero.
func Round(e, grain MilliWh) MilliWh {
	if e < 0 {
		return -Round(-e, grain)
	}
	return (e + grain/2) / grain * grain
}
