package margin_test

import (
	"math"

	"github.com/openpmo/pmo/core/energy"
)

type columnsOf = [][]energy.MilliWh

// columns are n curves of so many steps without energy.
func columns(n, steps int) columnsOf {
	all := make(columnsOf, n)
	for i := range all {
		all[i] = make([]energy.MilliWh, steps)
	}
	return all
}

func pairsOf(producers, consumers, steps int) []columnsOf {
	out := make([]columnsOf, producers)
	for p := range out {
		out[p] = columns(consumers, steps)
	}
	return out
}

// asColumns is a row of one step.
func asColumns(row []energy.MilliWh) columnsOf {
	out := columns(len(row), 1)
	for i, v := range row {
		out[i][0] = v
	}
	return out
}

func energies(kwh []float64) []energy.MilliWh {
	out := make([]energy.MilliWh, len(kwh))
	for i, v := range kwh {
		out[i] = milli(v)
	}
	return out
}

func milli(kwh float64) energy.MilliWh { return energy.MilliWh(math.Round(kwh * 1e6)) }
