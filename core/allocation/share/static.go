package share

import "github.com/openpmo/pmo/core/energy"

// Static gives each consumer a fixed part of each step's production, parts[i] out of
// whole, and never more than it consumes; what it does not use is surplus and is not
// handed on (static, one round). Parts add up to whole at most: whole is 100 percent
// in the smallest unit of the percentages, 10 000 for two decimals.
// Errors: key.shape, key.sumOver100, energy.negative.
func (k *Kernel) Static(dst [][]energy.MilliWh, production []energy.MilliWh, consumption [][]energy.MilliWh, parts []int64, whole int64) error {
	if err := checkShape(dst, production, consumption); err != nil {
		return err
	}
	if len(parts) != len(consumption) {
		return ErrShape
	}
	if err := checkParts(parts, whole); err != nil {
		return err
	}
	if err := k.beginParts(production, whole); err != nil {
		return err
	}
	for i, column := range consumption {
		var seen energy.MilliWh
		out, part := dst[i], energy.MilliWh(parts[i])
		for t := range k.carries {
			due := k.whole[t]*part + k.carries[t].Next(part)
			seen |= column[t]
			out[t] = min(due, column[t])
		}
		if seen < 0 {
			return energy.ErrNegative.With("index", i)
		}
	}
	return nil
}

// maxWhole keeps the fraction exact: see energy.NewCarry.
const maxWhole = 1 << 32

func checkParts(parts []int64, whole int64) error {
	if whole <= 0 || whole >= maxWhole {
		return ErrShape
	}
	left := whole
	for _, p := range parts {
		if p < 0 || p > left {
			return ErrParts
		}
		left -= p
	}
	return nil
}

// beginParts readies the split of each step's production into parts out of whole:
// part × k.whole[t] + k.carries[t].Next(part), part after part.
func (k *Kernel) beginParts(production []energy.MilliWh, whole int64) error {
	if err := checkProduction(production); err != nil {
		return err
	}
	k.carries, k.whole = grow(k.carries, len(production)), grow(k.whole, len(production))
	w := energy.MilliWh(whole)
	for t, p := range production {
		k.whole[t] = p / w
		k.carries[t], _ = energy.NewCarry(p%w, w)
	}
	return nil
}
