package rollup

import (
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// Match reports whether two curves have each day whole or not at all, the same days.
func Match(a, b metering.Days) bool {
	for i, day := range a {
		for _, state := range []metering.DayState{day.State, b[i].State} {
			if state.Has(metering.HasData) && !state.Has(metering.Whole) {
				return false
			}
		}
		if day.State.Has(metering.HasData) != b[i].State.Has(metering.HasData) {
			return false
		}
	}
	return true
}

// StepsAlone adds up, by day of the month, the values of the steps from from to to at which
// quality is a gap; nil when there are none. Gaps of the curve itself hold zero.
func StepsAlone(g metering.MonthGrid, values []energy.MilliWh, quality loadcurve.Runs, from, to int) (days []energy.MilliWh) {
	at, day := 0, 0
	for _, run := range quality {
		for t := max(at, from); t < min(at+run.Count, to) && run.Quality == loadcurve.Missing; t++ {
			if values[t] == 0 {
				continue
			}
			if days == nil {
				days = make([]energy.MilliWh, len(g.Starts)-1)
			}
			for g.Starts[day+1] <= t {
				day++
			}
			days[day] += values[t]
		}
		at += run.Count
	}
	return days
}

// aloneOfACI are these three by day of a month; nil where there is nothing.
type aloneOfACI struct{ Aci, Whole, Shared []energy.MilliWh }

// AloneOfACIIn finds them in the steps from from to to of a month.
func AloneOfACIIn(g metering.MonthGrid, whole, shared, aci loadcurve.Series, from, to int) aloneOfACI {
	both := metering.Lower(whole.Quality, shared.Quality)
	return aloneOfACI{
		Aci:    StepsAlone(g, aci.Values, both, from, to),
		Whole:  StepsAlone(g, zeroGaps(whole.Values, both), aci.Quality, from, to),
		Shared: StepsAlone(g, zeroGaps(shared.Values, both), aci.Quality, from, to),
	}
}

// zeroGaps is a copy of values that is zero where quality is a gap.
func zeroGaps(values []energy.MilliWh, quality loadcurve.Runs) []energy.MilliWh {
	out := append([]energy.MilliWh(nil), values...)
	at := 0
	for _, run := range quality {
		if run.Quality == loadcurve.Missing {
			clear(out[at : at+run.Count])
		}
		at += run.Count
	}
	return out
}

// onSpot is what a site made and used itself, step by step. A gap in either curve is
// one; so that rounding cannot make it negative, it is never below zero.
func onSpot(ext, injected loadcurve.Series) loadcurve.Series {
	out := loadcurve.Series{Grid: ext.Grid, Values: make([]energy.MilliWh, ext.N), Quality: metering.Lower(ext.Quality, injected.Quality)}
	at := 0
	for _, run := range out.Quality {
		for t := at; t < at+run.Count && run.Quality != loadcurve.Missing; t++ {
			out.Values[t] = max(0, ext.Values[t]-injected.Values[t])
		}
		at += run.Count
	}
	return out
}

// OnSpotOf makes the curve of a site from its rows of a month; ok is false where they do
// not say it. What never injects uses all that it makes.
func OnSpotOf(s metering.Site, rows map[metering.SeriesKey]metering.SeriesMonth, decode func(metering.SeriesMonth) (loadcurve.Series, error)) (out loadcurve.Series, ok bool, err error) {
	row, ok := rows[metering.SeriesKey{DsoID: s.DsoID, Nature: metering.ProdExt, Side: metering.Producer, Origin: metering.DSO}]
	if !ok {
		row, ok = rows[metering.SeriesKey{DsoID: s.DsoID, Nature: metering.ProdExt, Side: metering.Consumer, Origin: metering.DSO}]
	}
	if !ok {
		return out, false, nil
	}
	injected, injects := rows[metering.SeriesKey{DsoID: s.DsoID, Nature: metering.Prod, Side: metering.Producer, Origin: metering.DSO}]
	if !injects && s.Plays(metering.Producer) {
		return out, false, nil
	}
	ext, err := decode(row)
	if err != nil || !injects {
		return ext.Clone(), err == nil, err
	}
	ext = ext.Clone()
	prod, err := decode(injected)
	if err != nil {
		return out, false, err
	}
	return onSpot(ext, prod), true, nil
}
