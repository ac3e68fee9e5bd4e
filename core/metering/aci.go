package metering

import (
	"context"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// Energy of ACI is made and used on the spot, before anything is injected that could be
// shared. A meter behind the operator's tells all that a site makes (ProdExt); what it
// injects is Prod; the difference stayed on the site (domain 7).

// onSpot is what a site made and used itself, step by step. A gap in either curve is
// one; so that rounding cannot make it negative, it is never below zero.
func onSpot(ext, injected loadcurve.Series) loadcurve.Series {
	out := loadcurve.Series{Grid: ext.Grid, Values: make([]energy.MilliWh, ext.N), Quality: lower(ext.Quality, injected.Quality)}
	at := 0
	for _, run := range out.Quality {
		for t := at; t < at+run.Count && run.Quality != loadcurve.Missing; t++ {
			out.Values[t] = max(0, ext.Values[t]-injected.Values[t])
		}
		at += run.Count
	}
	return out
}

// onSpotOf makes the curve of a site from its rows of a month; ok is false where they do
// not say it. What never injects uses all that it makes.
func onSpotOf(s Site, rows map[SeriesKey]SeriesMonth, decode func(SeriesMonth) (loadcurve.Series, error)) (out loadcurve.Series, ok bool, err error) {
	row, ok := rows[SeriesKey{s.DsoID, ProdExt, Producer, DSO}]
	if !ok {
		row, ok = rows[SeriesKey{s.DsoID, ProdExt, Consumer, DSO}]
	}
	if !ok {
		return out, false, nil
	}
	injected, injects := rows[SeriesKey{s.DsoID, Prod, Producer, DSO}]
	if !injects && s.plays(Producer) {
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

// aci sums what the sites of an operation with ACI made and used themselves.
func (b *monthBuild) aci() error {
	if !b.op.ACI {
		return nil
	}
	total, d := newCurveSum(b.grid), DistributionMonth{Month: b.month, Nature: ACI, Side: Producer}
	complete := make([]bool, b.month.Days())
	for i := range complete {
		complete[i] = true
	}
	for _, p := range b.parts {
		s, ok, err := onSpotOf(p.Site, b.rows, b.decode)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		days := daysOf(b.grid, s, false)
		markIncomplete(complete, days, p)
		d.Participants = append(d.Participants, p.ParticipantID)
		d.add(days, p)
		total.add(s, p.from, p.to)
	}
	if total.curves == 0 {
		return nil
	}
	b.out.rollup.Distributions = append(b.out.rollup.Distributions, d)
	b.addSum(sumKey{ACI, Producer}, total, d, complete)
	return nil
}

// onSpot reads what the site of a view made and used itself; none without ACI.
func (v siteView) onSpot(ctx context.Context, months []civil.Month) ([]curveMonth, error) {
	if !has(v.withACI(), ACI) || len(months) == 0 || !v.producerID.IsZero() {
		return nil, nil
	}
	rows, err := v.s.curves.OfSites(ctx, v.op.ID, []string{v.DsoID}, []Nature{Prod, ProdExt}, months, true)
	if err != nil {
		return nil, err
	}
	byMonth := map[civil.Month]map[SeriesKey]SeriesMonth{}
	for _, row := range rows {
		if byMonth[row.Month] == nil {
			byMonth[row.Month] = map[SeriesKey]SeriesMonth{}
		}
		byMonth[row.Month][row.SeriesKey] = row
	}
	var out []curveMonth
	for _, m := range months {
		step := int32(0)
		for _, row := range byMonth[m] {
			step = max(step, row.Step)
		}
		s, ok, err := onSpotOf(v.Site, byMonth[m], func(row SeriesMonth) (loadcurve.Series, error) { return decodeAt(row.Chunk, step) })
		if err != nil {
			return nil, err
		}
		if ok {
			row := newSeriesMonth(SeriesKey{v.DsoID, ACI, Producer, DSO}, gridOf(v.op.Operator.Zone(), m, step), s)
			out = append(out, curveMonth{m, ACI, Producer, step, row.Days, row.Chunk})
		}
	}
	return out, nil
}

// ratesWithACI fills what follows when the energy made and used on the spot counts. All
// that was made is what was injected and that energy, which is ProdExt where every
// producer has such a meter.
func (m *Metrics) ratesWithACI(of splits) {
	aci, ok := m.Values[ACI]
	if !ok {
		return
	}
	m.ACI = &aci.Energy
	with := func(s *split) *float64 {
		if s == nil {
			return nil
		}
		return s.rate()
	}
	m.SelfConsumptionWithACI, m.SelfProductionWithACI = with(of.producedWithACI), with(of.consumedWithACI)
}
