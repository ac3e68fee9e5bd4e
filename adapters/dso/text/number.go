package text

import (
	"slices"
	"time"

	"github.com/openpmo/pmo/core/energy"
)

// maxDigits keeps the digits of a number within an int64.
const maxDigits = 18

// ParseNumber reads digits with at most one decimal point or comma and at most a minus
// in front: the number is value / 10^decimals. Zeros at the end of the decimals count.
func ParseNumber(s []byte) (value int64, decimals int, ok bool) {
	negative := len(s) > 0 && s[0] == '-'
	if negative {
		s = s[1:]
	}
	digits, point := 0, -1
	for i, c := range s {
		switch {
		case c-'0' <= 9:
			value = value*10 + int64(c-'0')
			digits++
		case (c == '.' || c == ',') && point < 0:
			point = i
		default:
			return 0, 0, false
		}
	}
	if digits == 0 || digits > maxDigits {
		return 0, 0, false
	}
	if point >= 0 {
		decimals = len(s) - 1 - point
	}
	if negative {
		value = -value
	}
	return value, decimals, true
}

// digits reads one to nine digits and nothing else, which most values are.
func digits(s []byte) (value int64, ok bool) {
	for _, c := range s {
		if c-'0' > 9 {
			return 0, false
		}
		value = value*10 + int64(c-'0')
	}
	return value, uint(len(s)-1) < 9
}

// Scale turns numbers of one unit and step into energy.
type Scale struct {
	unit  Unit
	step  time.Duration
	exact [4]int64 // mWh for 1 / 10^decimals, 0 where that is no whole number
}

// Unit is what numbers count: mean power over the step, or energy within it.
type Unit string

// The units.
const (
	Watt         Unit = "W"
	Kilowatt     Unit = "KW"
	Megawatt     Unit = "MW"
	WattHour     Unit = "WH"
	KilowattHour Unit = "KWH"
	MegawattHour Unit = "MWH"
)

// NewScale is that of a unit and a step. ok is false for an unknown unit.
func NewScale(unit Unit, step time.Duration) (s Scale, ok bool) {
	s = Scale{unit: unit, step: step}
	for decimals := range s.exact {
		// Eighteen more decimals make a rounding visible.
		one, err := s.slow(1e9, decimals)
		if err != nil {
			return s, false
		}
		if one%1e9 == 0 {
			s.exact[decimals] = int64(one / 1e9)
		}
	}
	return s, slices.Contains([]Unit{Watt, Kilowatt, Megawatt, WattHour, KilowattHour, MegawattHour}, unit)
}

// Energy is the energy of a number, rounded once, half to even.
// Error: energy.overflow.
func (s *Scale) Energy(value int64, decimals int) (energy.MilliWh, error) {
	if decimals < len(s.exact) && value < 1<<31 && value > -1<<31 {
		if f := s.exact[decimals]; f > 0 {
			return energy.MilliWh(value * f), nil
		}
	}
	return s.slow(value, decimals)
}

func (s *Scale) slow(value int64, decimals int) (energy.MilliWh, error) {
	switch s.unit {
	case Kilowatt:
		return s.watts(value, decimals-3)
	case Megawatt:
		return s.watts(value, decimals-6)
	case WattHour:
		return energy.FromDecimal(value, decimals, 1_000)
	case KilowattHour:
		return energy.FromDecimal(value, decimals, 1_000_000)
	case MegawattHour:
		return energy.FromDecimal(value, decimals, 1_000_000_000)
	}
	return energy.FromWatts(value, decimals, s.step)
}

// watts is the energy of value / 10^decimals watts; decimals below zero are zeros behind
// the value. Error: energy.overflow.
func (s *Scale) watts(value int64, decimals int) (energy.MilliWh, error) {
	for ; decimals < 0; decimals++ {
		if value > 1e17 || value < -1e17 {
			return 0, energy.ErrOverflow
		}
		value *= 10
	}
	return energy.FromWatts(value, decimals, s.step)
}
