package share

import (
	"slices"

	"github.com/openpmo/pmo/core/energy"
)

// Coverage is how much of what a consumer used it received.
type Coverage struct {
	Consumer              int // index
	Consumption, Received energy.MilliWh
	Rate                  float64 // 0 to 1; ok is false without consumption
	OK                    bool
}

// Coverages compares the totals of consumers over some time.
// Error: key.shape.
func Coverages(received, consumption []energy.MilliWh) ([]Coverage, error) {
	if len(received) != len(consumption) {
		return nil, ErrShape
	}
	out := make([]Coverage, len(consumption))
	for i, c := range consumption {
		out[i] = Coverage{Consumer: i, Consumption: c, Received: received[i]}
		out[i].Rate, out[i].OK = energy.Rate(received[i], c)
	}
	return out, nil
}

// Spread tells how alike consumers are covered. Those without consumption do not count.
type Spread struct {
	Consumers        int
	Min, Median, Max float64 // rates
}

// SpreadOf is the spread of coverages; ok is false when nobody consumed.
func SpreadOf(coverages []Coverage) (s Spread, ok bool) {
	var rates []float64
	for _, c := range coverages {
		if c.OK {
			rates = append(rates, c.Rate)
		}
	}
	n := len(rates)
	if n == 0 {
		return Spread{}, false
	}
	slices.Sort(rates)
	return Spread{Consumers: n, Min: rates[0], Median: (rates[(n-1)/2] + rates[n/2]) / 2, Max: rates[n-1]}, true
}

// Totals adds up each column.
// Error: energy.overflow.
func Totals(columns [][]energy.MilliWh) ([]energy.MilliWh, error) {
	out := make([]energy.MilliWh, len(columns))
	for i, column := range columns {
		var err error
		if out[i], err = energy.Sum(column); err != nil {
			return nil, err
		}
	}
	return out, nil
}
