package metering

import (
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// balance looks whether the operator's natures fit together (domain 1.4): step by step
// on the sums, with a tolerance of 1 Wh a site, and by day for each consumer. It only
// warns: the operator's figures are the truth.
func (b *monthBuild) balance() []*fault.Error {
	tolerance := energy.MilliWh(len(b.parts)) * energy.WattHour
	sums := map[sumKey]loadcurve.Series{}
	for k, s := range b.sums {
		sums[k] = loadcurve.Series{Grid: s.grid.Grid, Values: s.values, Quality: s.series().Quality}
	}
	used, hasUsed := sums[sumKey{Conso, Consumer}]
	received, hasReceived := sums[sumKey{Autoconso, Consumer}]
	made, hasMade := sums[sumKey{Prod, Producer}]
	given, hasGiven := sums[sumKey{Autoconso, Producer}]
	kept, hasKept := sums[sumKey{Surplus, Producer}]
	var out []*fault.Error
	warn := func(rule string, count int) {
		if count > 0 {
			out = append(out, WarnBalance.With("rule", rule).With("month", b.month.String()).With("count", count))
		}
	}
	if hasReceived && hasGiven {
		warn("received=given", offSteps(received, given, nil, tolerance, true))
	}
	if hasReceived && hasUsed {
		warn("received<=consumed", offSteps(received, used, nil, tolerance, false))
		warn("received<=consumed by site", b.sitesAbove())
	}
	if hasReceived && hasMade {
		warn("received<=produced", offSteps(received, made, nil, tolerance, false))
	}
	if hasMade && hasGiven && hasKept {
		warn("produced=given+surplus", offSteps(made, given, kept.Values, tolerance, true))
	}
	return out
}

// offSteps counts the steps at which a is above b (+ more), or differs from it where
// they have to be equal. Gaps do not count.
func offSteps(a, b loadcurve.Series, more []energy.MilliWh, tolerance energy.MilliWh, equal bool) int {
	count, at := 0, 0
	for _, run := range lower(a.Quality, b.Quality) {
		for t := at; t < at+run.Count && run.Quality != loadcurve.Missing; t++ {
			d := a.Values[t] - b.Values[t]
			if more != nil {
				d -= more[t]
			}
			if d > tolerance || equal && d < -tolerance {
				count++
			}
		}
		at += run.Count
	}
	return count
}

// sitesAbove counts the days on which a consumer received more than it used.
func (b *monthBuild) sitesAbove() int {
	count := 0
	_ = b.each(sumKey{Autoconso, Consumer}, func(p part, row SeriesMonth, ok bool) error {
		used, both := b.rows[SeriesKey{p.DsoID, Conso, Consumer, DSO}]
		for i := p.firstDay; ok && both && i < p.endDay; i++ {
			if used.Days[i].State.Has(Whole) && row.Days[i].State.Has(Whole) && row.Days[i].Sum > used.Days[i].Sum+energy.WattHour {
				count++
			}
		}
		return nil
	})
	return count
}
