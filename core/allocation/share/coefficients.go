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

// Dynamic gives each consumer at each step its coefficient's part of the production,
// coefficients[consumer][step] out of whole, and never more than it consumes: what the
// operator does with the coefficients it is sent (simple_dynamic). What a consumer
// does not use is surplus.
// Errors: key.shape, key.sumOver100 (parameter step), energy.negative.
func (k *Kernel) Dynamic(dst [][]energy.MilliWh, production []energy.MilliWh, consumption [][]energy.MilliWh, coefficients [][]int32, whole int64) error {
	if err := checkShape(dst, production, consumption); err != nil {
		return err
	}
	if err := k.coefficientDues(dst, production, coefficients, whole); err != nil {
		return err
	}
	for i, column := range consumption {
		var seen energy.MilliWh
		out := dst[i]
		for t, c := range column {
			seen |= c
			out[t] = min(out[t], c)
		}
		if seen < 0 {
			return energy.ErrNegative.With("index", i)
		}
	}
	return nil
}

// DynamicByProducer is Dynamic with coefficients for each producer,
// [producer][consumer][step] (full dynamique). A consumer that is due more than it
// consumes takes the same fraction of what each producer owes it.
// Errors: those of Dynamic, energy.overflow.
func (k *Kernel) DynamicByProducer(dst [][][]energy.MilliWh, production, consumption [][]energy.MilliWh, coefficients [][][]int32, whole int64) error {
	if err := checkPairs(dst, production, consumption); err != nil {
		return err
	}
	if len(coefficients) != len(production) {
		return ErrShape
	}
	for p := range dst {
		if err := k.coefficientDues(dst[p], production[p], coefficients[p], whole); err != nil {
			return err
		}
	}
	return k.capTogether(dst, production, consumption)
}

// StaticByProducer is Static with parts for each producer, [producer][consumer] out of
// whole. A consumer that is due more than it consumes takes the same fraction of what
// each producer owes it.
// Errors: those of Static, energy.overflow.
func (k *Kernel) StaticByProducer(dst [][][]energy.MilliWh, production, consumption [][]energy.MilliWh, parts [][]int64, whole int64) error {
	if err := checkPairs(dst, production, consumption); err != nil {
		return err
	}
	if len(parts) != len(production) {
		return ErrShape
	}
	for p := range dst {
		if len(parts[p]) != len(consumption) {
			return ErrShape
		}
		if err := checkParts(parts[p], whole); err != nil {
			return err
		}
		if err := k.beginParts(production[p], whole); err != nil {
			return err
		}
		for i, out := range dst[p] {
			part := energy.MilliWh(parts[p][i])
			for t := range k.carries {
				out[t] = k.whole[t]*part + k.carries[t].Next(part)
			}
		}
	}
	return k.capTogether(dst, production, consumption)
}

// coefficientDues writes what each consumer is due, whatever it consumes.
func (k *Kernel) coefficientDues(dst [][]energy.MilliWh, production []energy.MilliWh, coefficients [][]int32, whole int64) error {
	if len(coefficients) != len(dst) || whole <= 0 || whole >= maxWhole {
		return ErrShape
	}
	if err := k.beginParts(production, whole); err != nil {
		return err
	}
	k.used = grow(k.used, len(production))
	clear(k.used)
	for i, column := range coefficients {
		if len(column) != len(production) {
			return ErrShape
		}
		out := dst[i]
		for t, c := range column {
			part := energy.MilliWh(c)
			k.used[t] += int64(c)
			if c < 0 || k.used[t] > whole {
				return ErrParts.With("step", t)
			}
			out[t] = k.whole[t]*part + k.carries[t].Next(part)
		}
	}
	return nil
}

// capTogether cuts what producers owe a consumer to what it consumes.
func (k *Kernel) capTogether(dst [][][]energy.MilliWh, production, consumption [][]energy.MilliWh) error {
	if err := k.checkBlock(production, consumption); err != nil {
		return err
	}
	k.rowIn = grow(k.rowIn, len(production))
	for i, need := range consumption {
		owed := ofConsumer(dst, i)
		if err := k.sum(owed, len(need)); err != nil {
			return err
		}
		for t, c := range need {
			if k.sums[t] <= c {
				continue
			}
			for p := range owed {
				k.rowIn[p] = owed[p][t]
			}
			if err := energy.Split(k.rowIn, k.rowIn, c); err != nil {
				return err
			}
			for p := range owed {
				owed[p][t] = k.rowIn[p]
			}
		}
	}
	return nil
}
