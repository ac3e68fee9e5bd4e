package share

import (
	"math"

	"github.com/openpmo/pmo/core/energy"
)

// Kernel keeps the scratch memory of the calculations from one block to the next. The
// zero value works; one Kernel is for one goroutine. Months are independent of each
// other: two cores take a Kernel each and every other month.
type Kernel struct {
	sums    []energy.MilliWh
	carries []energy.Carry
	whole   []energy.MilliWh // of a part, before the carry
	runs    []run            // of steps with nothing, everything or a part to hand out
	wide    []int            // steps whose sums need the exact row arithmetic
	rowIn   []energy.MilliWh
	rowOut  []energy.MilliWh
	rows    []energy.MilliWh // a tile turned so that a step is contiguous
	active  []int32
	left    []energy.MilliWh // of the production, after the levels served
	used    []int64          // of the whole, by the coefficients of a step so far
}

// grow gives a slice of n elements, not cleared.
func grow[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

// checkShape wants columns of one length. The destination must not be the consumption.
func checkShape(dst [][]energy.MilliWh, production []energy.MilliWh, consumption [][]energy.MilliWh) error {
	if len(dst) != len(consumption) {
		return ErrShape
	}
	for i := range dst {
		if len(dst[i]) != len(production) || len(consumption[i]) != len(production) {
			return ErrShape
		}
	}
	return nil
}

// checkProduction refuses energy to share below zero.
func checkProduction(production []energy.MilliWh) error {
	for t, p := range production {
		if p < 0 {
			return energy.ErrNegative.With("step", t)
		}
	}
	return nil
}

// sum adds all columns into k.sums. Columns are read from end to end, four at a time:
// short pieces of many columns defeat the processor's read-ahead, and sums then cost
// a load and a store per consumer.
func (k *Kernel) sum(columns [][]energy.MilliWh, steps int) error {
	k.sums = grow(k.sums, steps)
	clear(k.sums)
	var seen energy.MilliWh // every bit of every value
	rest := columns
	for ; len(rest) >= 4; rest = rest[4:] {
		seen |= sumFour(k.sums, rest)
	}
	for _, column := range rest {
		for t, c := range column[:steps] {
			seen |= c
			k.sums[t] += c
		}
	}
	if seen >= 0 && seen <= math.MaxInt64/energy.MilliWh(max(len(columns), 1)) {
		return nil
	}
	return k.sumSlowly(columns)
}

func sumFour(sums []energy.MilliWh, columns [][]energy.MilliWh) (seen energy.MilliWh) {
	n := len(sums)
	c0, c1, c2, c3 := columns[0][:n], columns[1][:n], columns[2][:n], columns[3][:n]
	for t := range sums {
		a, b, c, d := c0[t], c1[t], c2[t], c3[t]
		seen |= a | b | c | d
		sums[t] += a + b + c + d
	}
	return seen
}

// sumSlowly adds with a check at each step, once a block has shown suspicious bits.
func (k *Kernel) sumSlowly(columns [][]energy.MilliWh) error {
	clear(k.sums)
	for _, column := range columns {
		for t, c := range column {
			if c < 0 {
				return energy.ErrNegative.With("step", t)
			}
			if k.sums[t] > math.MaxInt64-c {
				return energy.ErrOverflow.With("step", t)
			}
			k.sums[t] += c
		}
	}
	return nil
}

// Surplus writes what is left of the production after all shares.
// Error: key.shape.
func Surplus(dst, production []energy.MilliWh, shares [][]energy.MilliWh) error {
	if len(dst) != len(production) {
		return ErrShape
	}
	copy(dst, production)
	for _, column := range shares {
		if len(column) != len(dst) {
			return ErrShape
		}
		for t, a := range column {
			dst[t] -= a
		}
	}
	return nil
}

// A cache line holds eight values: columns are turned eight at a time, so that each
// line of a row is written, and later read, once.
const line = 8

// toRows writes steps from to to of all columns into rows, a step after the other.
func toRows(rows []energy.MilliWh, columns [][]energy.MilliWh, from, to int) {
	n := len(columns)
	i := 0
	for ; i+line <= n; i += line {
		var c [line][]energy.MilliWh
		for j := range c {
			c[j] = columns[i+j][from:to]
		}
		for t := range to - from {
			r := rows[t*n+i:][:line]
			r[0], r[1], r[2], r[3] = c[0][t], c[1][t], c[2][t], c[3][t]
			r[4], r[5], r[6], r[7] = c[4][t], c[5][t], c[6][t], c[7][t]
		}
	}
	for ; i < n; i++ {
		for t, v := range columns[i][from:to] {
			rows[t*n+i] = v
		}
	}
}

// toColumns is the way back.
func toColumns(columns [][]energy.MilliWh, rows []energy.MilliWh, from, to int) {
	n := len(columns)
	i := 0
	for ; i+line <= n; i += line {
		var c [line][]energy.MilliWh
		for j := range c {
			c[j] = columns[i+j][from:to]
		}
		for t := range to - from {
			r := rows[t*n+i:][:line]
			c[0][t], c[1][t], c[2][t], c[3][t] = r[0], r[1], r[2], r[3]
			c[4][t], c[5][t], c[6][t], c[7][t] = r[4], r[5], r[6], r[7]
		}
	}
	for ; i < n; i++ {
		column := columns[i][from:to]
		for t := range column {
			column[t] = rows[t*n+i]
		}
	}
}
