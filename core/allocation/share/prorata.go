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
	k.wide, k.runs = k.wide[:0], k.runs[:0]
	for t, sum := range k.sums {
		carry, exact := energy.NewCarry(production[t], sum)
		if !exact {
			k.wide = append(k.wide, t)
		}
		k.carries[t] = carry
		kind := divided
		switch {
		case production[t] == 0:
			kind = nothing
		case production[t] >= sum:
			kind = everything
		}
		k.runs = appendStep(k.runs, t, kind)
	}
	k.runs = joinShort(k.runs)
	take(dst, consumption, k.carries, k.runs)
	for _, t := range k.wide {
		if err := k.prorataRow(dst, production[t], consumption, t); err != nil {
			return err
		}
	}
	return nil
}

// What there is to hand out at a step: nothing at night, everything that is asked for at
// noon, else a part of it. Only parts are computed.
type runKind uint8

const (
	divided runKind = iota
	nothing
	everything
)

// run is some steps one after the other of one kind.
type run struct {
	from, to int
	kind     runKind
}

// shortest is how many steps are worth a way of their own.
const shortest = 8

func appendStep(runs []run, t int, kind runKind) []run {
	if last := len(runs) - 1; last >= 0 && runs[last].kind == kind {
		runs[last].to = t + 1
		return runs
	}
	return append(runs, run{t, t + 1, kind})
}

// joinShort makes short runs divided ones, which is right for every step, and joins those.
func joinShort(runs []run) []run {
	joined := runs[:0]
	for _, r := range runs {
		if r.to-r.from < shortest {
			r.kind = divided
		}
		if last := len(joined) - 1; last >= 0 && joined[last].kind == r.kind {
			joined[last].to = r.to
			continue
		}
		joined = append(joined, r)
	}
	return joined
}

// take hands out the shares of all consumers, column after column, four at a time so
// that a carry is loaded and stored once for four shares.
func take(dst, columns [][]energy.MilliWh, carries []energy.Carry, runs []run) {
	for ; len(columns) >= 4; dst, columns = dst[4:], columns[4:] {
		for _, r := range runs {
			if r.kind == divided {
				takeFour(dst, columns, carries, r)
				continue
			}
			for i := range 4 {
				r.takeWhole(dst[i], columns[i])
			}
		}
	}
	for i, column := range columns {
		for _, r := range runs {
			if r.kind != divided {
				r.takeWhole(dst[i], column)
				continue
			}
			out, in, carries := dst[i][r.from:r.to], column[r.from:r.to], carries[r.from:r.to]
			for t := range carries {
				out[t] = carries[t].Next(in[t])
			}
		}
	}
}

// takeWhole hands out nothing, or all that is asked for.
func (r run) takeWhole(dst, column []energy.MilliWh) {
	if r.kind == nothing {
		clear(dst[r.from:r.to])
		return
	}
	copy(dst[r.from:r.to], column[r.from:r.to])
}

func takeFour(dst, columns [][]energy.MilliWh, carries []energy.Carry, r run) {
	carries = carries[r.from:r.to]
	n := len(carries)
	d0, d1, d2, d3 := dst[0][r.from:r.to][:n], dst[1][r.from:r.to][:n], dst[2][r.from:r.to][:n], dst[3][r.from:r.to][:n]
	c0, c1, c2, c3 := columns[0][r.from:r.to][:n], columns[1][r.from:r.to][:n], columns[2][r.from:r.to][:n], columns[3][r.from:r.to][:n]
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
