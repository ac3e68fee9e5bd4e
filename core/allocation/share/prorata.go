package share

import "github.com/openpmo/pmo/core/energy"

// Prorata shares each step's production in proportion to consumption: by_default, the
// rule of the law where no coefficients are given. What is shared is the smaller of
// production and total consumption.
// Errors: key.shape, energy.negative, energy.overflow.
func (k *Kernel) Prorata(dst [][]energy.MilliWh, production []energy.MilliWh, consumption [][]energy.MilliWh) error {
	if err := checkShape(dst, production, consumption); err != nil {
		return err
	}
	if err := checkProduction(production); err != nil {
		return err
	}
	if err := k.sum(consumption, len(production)); err != nil {
		return err
	}
	k.carries = grow(k.carries, len(production))
	k.wide = k.wide[:0]
	for t, sum := range k.sums {
		carry, exact := energy.NewCarry(production[t], sum)
		if !exact {
			k.wide = append(k.wide, t)
		}
		k.carries[t] = carry
	}
	take(dst, consumption, k.carries)
	for _, t := range k.wide {
		if err := k.prorataRow(dst, production[t], consumption, t); err != nil {
			return err
		}
	}
	return nil
}

// take hands out the shares of all consumers, column after column, four at a time so
// that a carry is loaded and stored once for four shares.
func take(dst, columns [][]energy.MilliWh, carries []energy.Carry) {
	for ; len(columns) >= 4; dst, columns = dst[4:], columns[4:] {
		takeFour(dst, columns, carries)
	}
	for i, column := range columns {
		out := dst[i][:len(carries)]
		for t := range carries {
			out[t] = carries[t].Next(column[t])
		}
	}
}

func takeFour(dst, columns [][]energy.MilliWh, carries []energy.Carry) {
	n := len(carries)
	d0, d1, d2, d3 := dst[0][:n], dst[1][:n], dst[2][:n], dst[3][:n]
	c0, c1, c2, c3 := columns[0][:n], columns[1][:n], columns[2][:n], columns[3][:n]
	for t := range carries {
		carry := carries[t]
		d0[t] = carry.Next(c0[t])
		d1[t] = carry.Next(c1[t])
		d2[t] = carry.Next(c2[t])
		d3[t] = carry.Next(c3[t])
		carries[t] = carry
	}
}

// prorataRow does one step whose energies are too large for the fraction.
func (k *Kernel) prorataRow(dst [][]energy.MilliWh, total energy.MilliWh, consumption [][]energy.MilliWh, t int) error {
	k.rowIn, k.rowOut = grow(k.rowIn, len(consumption)), grow(k.rowOut, len(consumption))
	for i, column := range consumption {
		k.rowIn[i] = column[t]
	}
	if err := energy.Split(k.rowOut, k.rowIn, total); err != nil {
		return err
	}
	for i, a := range k.rowOut {
		dst[i][t] = a
	}
	return nil
}
