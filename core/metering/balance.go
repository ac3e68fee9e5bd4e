package metering

import (
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// balance looks whether consumers received more than was made, step by step on the sums,
// with a tolerance of 1 Wh a site (domain 1.4). Single sites, and what consumers
// received against what producers gave, are looked at by find; this is what remains
// where an operator does not say what each producer gave. It only warns: the operator's
// figures are the truth.
func (b *monthBuild) balance() []*fault.Error {
	received, made := b.sums[sumKey{Autoconso, Consumer}], b.sums[sumKey{Prod, Producer}]
	if received == nil || made == nil {
		return nil
	}
	tolerance, count, at := energy.MilliWh(len(b.parts))*siteTolerance, 0, 0
	for _, run := range lower(received.series().Quality, made.series().Quality) {
		for t := at; t < at+run.Count && run.Quality != loadcurve.Missing; t++ {
			if received.values[t]-made.values[t] > tolerance {
				count++
			}
		}
		at += run.Count
	}
	if count == 0 {
		return nil
	}
	return []*fault.Error{WarnBalance.With("month", b.month.String()).With("count", count)}
}
