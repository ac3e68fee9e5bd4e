package coefficient

import (
	"math/bits"

	"github.com/openpmo/pmo/core/energy"
)

// Rounding is how percentages are cut to their decimals, by the contract's names.
type Rounding string

// The roundings. LargestRemainder gives the units that floors leave of the shared
// energy to those who lost most, the lower index first among equals. Floor gives them
// to nobody. Neither lets a sum exceed 100 percent.
const (
	LargestRemainder Rounding = "LARGEST_REMAINDER"
	Floor            Rounding = "FLOOR"
)

// MaxDecimals is the most decimals of a percentage.
const MaxDecimals = 4

// Setting is how coefficients are made.
type Setting struct {
	Decimals int // of the percentage, 0 to MaxDecimals
	Rounding Rounding
}

// Default is what operators are sent unless an operation says otherwise.
var Default = Setting{Decimals: 2, Rounding: LargestRemainder}

// Whole is 100 percent in units of 10^-decimals percent.
func Whole(decimals int) int32 {
	whole := int32(100)
	for range decimals {
		whole *= 10
	}
	return whole
}

// Check refuses a setting. Errors: coefficients.decimals, coefficients.rounding.
func (s Setting) Check() error {
	if s.Decimals < 0 || s.Decimals > MaxDecimals {
		return ErrDecimals.With("min", 0).With("max", MaxDecimals)
	}
	if s.Rounding != LargestRemainder && s.Rounding != Floor {
		return ErrRounding.With("value", string(s.Rounding))
	}
	return nil
}

// Round gives [consumer][step] coefficients of allocated energy, [consumer][step], out
// of the production they come from. At steps without production all are 0. For full
// dynamique it is called for each producer, with what it gave to each.
// Errors: those of Check, coefficients.shape, coefficients.aboveProduction.
func (s Setting) Round(shared [][]energy.MilliWh, production []energy.MilliWh) ([][]int32, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	r := rounder{setting: s, whole: uint64(Whole(s.Decimals)), row: make([]uint64, len(shared)), units: make([]int32, len(shared)), rests: make([]uint64, len(shared))}
	out := make([][]int32, len(shared))
	for i, column := range shared {
		if len(column) != len(production) {
			return nil, ErrShape
		}
		out[i] = make([]int32, len(production))
	}
	for t, p := range production {
		if !r.take(shared, t, p) {
			return nil, ErrShared.With("step", t)
		}
		if p == 0 {
			continue
		}
		r.divide(uint64(p))
		for i, u := range r.units {
			out[i][t] = u
		}
	}
	return out, nil
}

// Bound is the most by which the energy of re-applied coefficients may differ from what
// was allocated, for one site at one step with this production.
func Bound(production energy.MilliWh, decimals int) energy.MilliWh {
	whole := energy.MilliWh(Whole(decimals))
	return production/whole + min(1, production%whole)
}

// rounder keeps the scratch memory of one step.
type rounder struct {
	setting Setting
	whole   uint64
	row     []uint64 // energies
	sum     uint64
	units   []int32
	rests   []uint64 // of each division
	scratch []uint64
}

// take reads a step; ok is false when more is shared than was produced.
func (r *rounder) take(shared [][]energy.MilliWh, t int, production energy.MilliWh) (ok bool) {
	r.sum = 0
	if production < 0 {
		return false
	}
	for i, column := range shared {
		a := column[t]
		if a < 0 || uint64(a) > uint64(production)-r.sum {
			return false
		}
		r.row[i] = uint64(a)
		r.sum += uint64(a)
	}
	return true
}

func (r *rounder) divide(production uint64) {
	given := uint64(0)
	for i, a := range r.row {
		hi, lo := bits.Mul64(a, r.whole)
		units, rest := bits.Div64(hi, lo, production) // hi < production: a is not above it
		r.units[i], r.rests[i] = int32(units), rest
		given += units
	}
	if r.setting.Rounding == Floor {
		return
	}
	hi, lo := bits.Mul64(r.sum, r.whole)
	all, _ := bits.Div64(hi, lo, production)
	if more := int(all - given); more > 0 {
		r.raise(more)
	}
}

// raise gives one more unit to those with the largest rests.
func (r *rounder) raise(more int) {
	r.scratch = append(r.scratch[:0], r.rests...)
	least := nthLargest(r.scratch, more)
	for i, rest := range r.rests {
		if rest > least {
			r.units[i]++
			more--
		}
	}
	for i, rest := range r.rests {
		if more > 0 && rest == least {
			r.units[i]++
			more--
		}
	}
}

// nthLargest is the n-th value (from 1) in descending order; it changes the order.
func nthLargest(values []uint64, n int) uint64 {
	for len(values) > 1 {
		pivot := median(values[0], values[len(values)/2], values[len(values)-1])
		i, j := 0, len(values)-1
		for i <= j {
			for values[i] > pivot {
				i++
			}
			for values[j] < pivot {
				j--
			}
			if i <= j {
				values[i], values[j] = values[j], values[i]
				i++
				j--
			}
		}
		switch {
		case n <= j+1:
			values = values[:j+1]
		case n > i:
			values, n = values[i:], n-i
		default:
			return pivot
		}
	}
	return values[0]
}

func median(a, b, c uint64) uint64 { return max(min(a, b), min(max(a, b), c)) }
