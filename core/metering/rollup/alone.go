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
func OnSpotOf(s metering.Site, rows func(metering.NatureSide) (metering.SeriesMonth, bool), decode func(metering.SeriesMonth) (loadcurve.Series, error)) (out loadcurve.Series, ok bool, err error) {
	row, ok := rows(metering.NatureSide{Nature: metering.ProdExt, Side: metering.Producer})
	if !ok {
		row, ok = rows(metering.NatureSide{Nature: metering.ProdExt, Side: metering.Consumer})
	}
	if !ok {
		return out, false, nil
	}
	injected, injects := rows(madeKind)
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

// aloneTotals are what sites made and used themselves, and the parts of curves that stand alone:
// without the other curve that a rate divides them by.
func aloneTotals(c SiteCurves) (all totals, err error) {
	if c.Op.ACI {
		onSpot, some, err := onSpotTotal(c)
		if err != nil {
			return nil, err
		}
		if some {
			all = append(all, onSpot)
		}
	}
	for _, k := range []metering.NatureSide{usedKind, madeKind} {
		if !c.has(k.Nature, k.Side) || !c.has(metering.Autoconso, k.Side) {
			continue
		}
		of, err := unmatched(c, k)
		if err != nil {
			return nil, err
		}
		all = append(all, of...)
	}
	for _, k := range []metering.NatureSide{usedKind, madeKind} {
		if !c.Op.ACI || !c.has(metering.Autoconso, k.Side) {
			continue // such a month is in no rate
		}
		of, err := unmatchedACI(c, k)
		if err != nil {
			return nil, err
		}
		all = append(all, of...)
	}
	return all, nil
}

// onSpotTotal sums what the sites of an operation with ACI made and used themselves.
func onSpotTotal(c SiteCurves) (t Total, some bool, err error) {
	sum, each := newCurveSum(c.Grid), DistributionMonth{Month: c.Month, Nature: metering.ACI, Side: metering.Producer}
	complete := make([]bool, c.Month.Days())
	for i := range complete {
		complete[i] = true
	}
	var memory Scratch
	for _, p := range c.parts {
		s, ok, err := onSpotIn(c, p.Site, &memory)
		if err != nil {
			return t, false, err
		}
		if !ok {
			continue
		}
		days := metering.DaysOf(c.Grid, s, false)
		markIncomplete(complete, days, p)
		each.add(days, p)
		sum.add(s, p.From, p.To)
	}
	if sum.curves == 0 {
		return t, false, nil
	}
	return totalOf(c.Grid, each, sum.series(), complete), true, nil
}

// onSpotIn is OnSpotOf of a site of the month.
func onSpotIn(c SiteCurves, s metering.Site, memory *Scratch) (loadcurve.Series, bool, error) {
	return OnSpotOf(s, func(k metering.NatureSide) (metering.SeriesMonth, bool) { return c.row(s.DsoID, k) }, func(row metering.SeriesMonth) (loadcurve.Series, error) { return memory.Decode(row, c.Grid.Step) })
}

// unmatched is what consumers used (Conso) or producers made (Prod) where Autoconso lacks,
// and Autoconso where that lacks.
func unmatched(c SiteCurves, k metering.NatureSide) (totals, error) {
	alone := DistributionMonth{Month: c.Month, Nature: metering.Unmatched, Side: k.Side}
	shared := DistributionMonth{Month: c.Month, Nature: metering.UnmatchedShared, Side: k.Side}
	var memory [2]Scratch
	for _, p := range c.playing(k.Side) {
		row, ok := c.row(p.DsoID, k)
		other, both := c.row(p.DsoID, metering.NatureSide{Nature: metering.Autoconso, Side: k.Side})
		if !ok && !both || ok && both && Match(row.Days[p.FirstDay:p.EndDay], other.Days[p.FirstDay:p.EndDay]) {
			continue
		}
		x, y := c.blank(), c.blank()
		var err error
		if ok {
			if x, err = memory[0].Decode(row, c.Grid.Step); err != nil {
				return nil, err
			}
		}
		if both {
			if y, err = memory[1].Decode(other, c.Grid.Step); err != nil {
				return nil, err
			}
		}
		quality := metering.Lower(x.Quality, y.Quality)
		alone.take(p, StepsAlone(c.Grid, x.Values, quality, p.From, p.To))
		shared.take(p, StepsAlone(c.Grid, y.Values, quality, p.From, p.To))
	}
	return withoutCurve(c, alone, shared), nil
}

// unmatchedACI is what was used on the spot where Conso and Autoconso of the side lack, and
// these where it lacks.
func unmatchedACI(c SiteCurves, k metering.NatureSide) (totals, error) {
	out := [3]DistributionMonth{}
	for i, n := range [3]metering.Nature{metering.UnmatchedACI, metering.WithoutACI, metering.WithoutACIShared} {
		out[i] = DistributionMonth{Month: c.Month, Nature: n, Side: k.Side}
	}
	var memory [2]Scratch
	for _, p := range c.playing(k.Side) {
		aci, known, err := onSpotIn(c, p.Site, &memory[0])
		if err != nil {
			return nil, err
		}
		if !known {
			continue
		}
		whole, shared := c.blank(), c.blank()
		if row, ok := c.row(p.DsoID, k); ok {
			if whole, err = memory[0].Decode(row, c.Grid.Step); err != nil {
				return nil, err
			}
		}
		if other, both := c.row(p.DsoID, metering.NatureSide{Nature: metering.Autoconso, Side: k.Side}); both {
			if shared, err = memory[1].Decode(other, c.Grid.Step); err != nil {
				return nil, err
			}
		}
		alone := AloneOfACIIn(c.Grid, whole, shared, aci, p.From, p.To)
		for i, days := range [3][]energy.MilliWh{alone.Aci, alone.Whole, alone.Shared} {
			out[i].take(p, days)
		}
	}
	return withoutCurve(c, out[:]...), nil
}

// withoutCurve are the totals of those that somebody has something of: days only.
func withoutCurve(c SiteCurves, all ...DistributionMonth) (out totals) {
	for _, d := range all {
		if len(d.Participants) > 0 {
			out = append(out, totalOf(c.Grid, d, c.blank(), make([]bool, c.Month.Days())))
		}
	}
	return out
}
