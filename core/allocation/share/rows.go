package share

import "github.com/openpmo/pmo/core/energy"

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
