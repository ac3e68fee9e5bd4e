package metering

import (
	"context"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering/loadcurve"
	"github.com/openpmo/pmo/core/policy"
)

// siteView is one site as a principal may see it.
type siteView struct {
	question
	Site
	side       Side
	within     civil.Range // of the days asked for, those that may be seen
	sites      []Site
	producerID id.ID
}

// site finds the participant of a question. A range without any day of its own answers
// as if it did not exist. Error: notFound.
func (q question) site(ctx context.Context, participantID id.ID, scope Scope, producerID id.ID) (siteView, error) {
	sites, err := q.s.perimeter.Sites(ctx, q.op.ID)
	if err != nil {
		return siteView{}, err
	}
	site, err := siteOf(sites, participantID)
	if err != nil {
		return siteView{}, err
	}
	v := siteView{question: q, Site: site, side: site.Side, sites: sites, producerID: producerID, within: visible(q.p, site).Intersect(q.days)}
	if v.within.IsEmpty() && q.p.Role == policy.RoleParticipant {
		return siteView{}, policy.ErrNotFound
	}
	switch scope {
	case ScopeConsumer:
		v.side = Consumer
	case ScopeProducer:
		v.side = Producer
	}
	if !producerID.IsZero() {
		if other, err := siteOf(sites, producerID); err != nil || !other.plays(Producer) {
			return siteView{}, policy.ErrNotFound
		}
	}
	return v, nil
}

// months reads the curves of the site, those of its side, with chunks. Of a consumer
// seen from a producer, Autoconso is what came from there.
func (v siteView) months(ctx context.Context, months []civil.Month, natures []Nature) ([]curveMonth, error) {
	if len(months) == 0 {
		return nil, nil
	}
	rows, err := v.s.curves.OfSites(ctx, v.op.ID, []string{v.DsoID}, natures, months, true)
	if err != nil {
		return nil, err
	}
	rows = slices.DeleteFunc(rows, func(r SeriesMonth) bool { return r.Origin != DSO || r.Side != v.side })
	if !v.producerID.IsZero() && v.side == Consumer {
		if rows, err = v.fromProducer(ctx, months, rows); err != nil {
			return nil, err
		}
	}
	out := make([]curveMonth, 0, len(rows))
	for _, r := range rows {
		out = append(out, curveMonth{r.Month, r.Nature, r.Side, r.Step, r.Days, r.Chunk})
	}
	return out, nil
}

// fromProducer replaces each Autoconso by the part that came from the producer, and
// leaves out what a producer has no part in. It splits as the rollups do, at the step
// of the operation month, so that the sum of a month is its pair.
func (v siteView) fromProducer(ctx context.Context, months []civil.Month, rows []SeriesMonth) ([]SeriesMonth, error) {
	var dsoIDs []string
	for _, s := range v.sites {
		if s.plays(Producer) {
			dsoIDs = append(dsoIDs, s.DsoID)
		}
	}
	made, err := v.s.curves.OfSites(ctx, v.op.ID, dsoIDs, []Nature{Prod}, months, true)
	if err != nil {
		return nil, err
	}
	sums, err := v.s.rollups.Sums(ctx, v.op.ID, SumQuery{Months: months, Natures: []Nature{Autoconso}})
	if err != nil {
		return nil, err
	}
	var out []SeriesMonth
	for _, row := range rows {
		switch row.Nature {
		case Conso, ConsExt:
			out = append(out, row)
		case Autoconso:
			part, err := v.part(row, made, sums)
			if err != nil {
				return nil, err
			}
			out = append(out, part)
		}
	}
	return out, nil
}

func (v siteView) part(row SeriesMonth, made []SeriesMonth, sums []SumMonth) (SeriesMonth, error) {
	step := row.Step
	for _, m := range sums {
		if m.Month == row.Month {
			step = m.Step
		}
	}
	shared, err := decodeAt(row.Chunk, step)
	if err != nil {
		return SeriesMonth{}, err
	}
	g := gridOf(v.op.Operator.Zone(), row.Month, step)
	columns, at, err := v.production(row.Month, g, made)
	if err != nil {
		return SeriesMonth{}, err
	}
	part := loadcurve.Series{Grid: g.Grid, Values: make([]energy.MilliWh, g.N), Quality: shared.Quality}
	if at >= 0 {
		newSplitter(columns, g.N).of(part.Values, shared.Values, at)
	}
	return newSeriesMonth(row.SeriesKey, g, part), nil
}

// production is what each producer of a month made, zero outside its days, and where
// the producer asked for is among them (-1 = it is not).
func (v siteView) production(m civil.Month, g monthGrid, made []SeriesMonth) (columns [][]energy.MilliWh, at int, err error) {
	at = -1
	for _, s := range v.sites {
		days := s.Period.Intersect(m.Range())
		if !s.plays(Producer) || days.IsEmpty() {
			continue
		}
		i := slices.IndexFunc(made, func(r SeriesMonth) bool {
			return r.Month == m && r.DsoID == s.DsoID && r.Side == Producer && r.Origin == DSO
		})
		if i < 0 {
			continue
		}
		whole, err := decodeAt(made[i].Chunk, int32(g.Step.Seconds()))
		if err != nil {
			return nil, 0, err
		}
		column := make([]energy.MilliWh, g.N)
		from, to := g.starts[days.From-m.First()], g.starts[days.To-m.First()]
		copy(column[from:to], whole.Values[from:to])
		if s.ParticipantID == v.producerID {
			at = len(columns)
		}
		columns = append(columns, column)
	}
	return columns, at, nil
}
