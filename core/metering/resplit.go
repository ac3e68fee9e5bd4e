package metering

import (
	"context"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// monthSplit divides the shared energy of consumers in one month as its rollups do:
// the same producers, in the same order, at the same step.
type monthSplit struct {
	grid      monthGrid
	from, to  int // the steps that the splitter has
	splitter  *splitter
	producers []id.ID
	apart     *apart // days that were not split in proportion; nil = none
}

// wholeMonth are the days of a month for which a split of all of it is wanted.
func wholeMonth(m civil.Month) civil.Range { return m.Range() }

// monthSplits reads what producers made and gave in months on some days of each, once for
// all consumers. heads say how months with several producers were split.
func (s *Service) monthSplits(ctx context.Context, op Operation, sites []Site, months []civil.Month, heads map[civil.Month]PairMonth, days func(civil.Month) civil.Range) (map[civil.Month]monthSplit, error) {
	var dsoIDs []string
	for _, site := range sites {
		if site.plays(Producer) {
			dsoIDs = append(dsoIDs, site.DsoID)
		}
	}
	rows, err := s.curves.OfSites(ctx, op.ID, dsoIDs, []Nature{Prod, Autoconso, Surplus}, months, true)
	if err != nil {
		return nil, err
	}
	sums, err := s.rollups.Sums(ctx, op.ID, SumQuery{Months: months, Natures: []Nature{Autoconso}})
	if err != nil {
		return nil, err
	}
	made := map[civil.Month]map[SeriesKey]SeriesMonth{}
	for _, row := range rows {
		if row.Side != Producer || row.Origin != DSO || row.Nature != Prod && (row.Derived || heads[row.Month].Algorithm < 2) {
			continue
		}
		if made[row.Month] == nil {
			made[row.Month] = map[SeriesKey]SeriesMonth{}
		}
		made[row.Month][row.SeriesKey] = row
	}
	out := map[civil.Month]monthSplit{}
	for _, sum := range sums {
		if sum.Side != Consumer {
			continue
		}
		g := gridOf(op.Operator.Zone(), sum.Month, sum.Step)
		received := func() ([]energy.MilliWh, error) {
			b, err := s.sentOf(ctx, op, g)
			if err != nil {
				return nil, err
			}
			return b.received()
		}
		if out[sum.Month], err = splitOf(g, sites, made[sum.Month], days(sum.Month), received); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// splitOf takes every producer of the month, with what it made and gave on the given days.
// received is what consumers received in the month.
func splitOf(g monthGrid, sites []Site, rows map[SeriesKey]SeriesMonth, days civil.Range, received func() ([]energy.MilliWh, error)) (monthSplit, error) {
	out := monthSplit{grid: g}
	out.from, out.to = g.steps(days)
	var columns, given [][]energy.MilliWh
	var months []energy.MilliWh // what each made in all of the month
	var decoders [3]decoder
	for _, site := range sites {
		row, ok := rows[SeriesKey{site.DsoID, Prod, Producer, DSO}]
		from, to := g.steps(site.Period)
		if !ok || to == 0 || !site.plays(Producer) {
			continue
		}
		s, err := decoders[0].decode(row.Chunk, g.Step)
		if err != nil {
			return out, err
		}
		var sent [2]*loadcurve.Series
		for i, nature := range []Nature{Surplus, Autoconso} {
			if row, ok := rows[SeriesKey{site.DsoID, nature, Producer, DSO}]; ok {
				curve, err := decoders[i+1].decode(row.Chunk, g.Step)
				if err != nil {
					return out, err
				}
				sent[i] = &curve
			}
		}
		column, gave := make([]energy.MilliWh, out.to-out.from), gave(s, sent[0], sent[1], from, to)
		if gave != nil {
			gave = gave[out.from:out.to]
		}
		if from, to := g.steps(site.Period.Intersect(days)); from < to {
			copy(column[from-out.from:], s.Values[from:to])
		}
		columns, given, months = append(columns, column), append(given, gave), append(months, sumsOf([][]energy.MilliWh{s.Values[from:to]})...)
		out.producers = append(out.producers, site.ParticipantID)
	}
	weights, _, err := weigh(columns, marginsOf(given, out.to-out.from), func() ([]energy.MilliWh, error) {
		all, err := received()
		if err != nil {
			return nil, err
		}
		return all[out.from:out.to], nil
	}, 0)
	out.splitter = newSplitter(weights, months, out.to-out.from)
	return out, err
}

// decoder reads chunks one after the other in the same memory.
type decoder struct{ plain, even loadcurve.Series }

func (d *decoder) decode(chunk []byte, step time.Duration) (loadcurve.Series, error) {
	if err := loadcurve.Decode(chunk, &d.plain); err != nil || d.plain.Step == step {
		return d.plain, err
	}
	err := loadcurve.Resample(&d.even, d.plain, step)
	return d.even, err
}

// steps is where some days lie on the grid; from = to when none does.
func (g monthGrid) steps(days civil.Range) (from, to int) {
	in := days.Intersect(g.month.Range())
	if in.IsEmpty() {
		return 0, 0
	}
	return g.starts[in.From-g.month.First()], g.starts[in.To-g.month.First()]
}

// splitAgain leaves, of months that were read by day, the pairs of the days of r only:
// of all together from what is kept by day, of each consumer from its curve.
func (s *Service) splitAgain(ctx context.Context, op Operation, all []PairMonth, r civil.Range) error {
	var months []civil.Month
	var producers, consumers []id.ID
	for _, m := range all {
		if m.Days != nil {
			months = append(months, m.Month)
			producers, consumers = append(producers, m.Producers...), append(consumers, m.Consumers[1:]...)
		}
	}
	if len(months) == 0 {
		return nil
	}
	sites, err := s.perimeter.SitesOf(ctx, op.ID, slices.Concat(producers, consumers))
	if err != nil {
		return err
	}
	splits, err := s.monthSplits(ctx, op, chosen(sites, producers), months, byMonthOf(all), func(m civil.Month) civil.Range {
		days, _ := fewer(m, r)
		return days
	})
	if err != nil {
		return err
	}
	if err := s.apartOf(ctx, op, splits, all, r); err != nil {
		return err
	}
	sites = chosen(sites, consumers)
	shared, err := s.sharedCurves(ctx, op.ID, months, sites)
	if err != nil {
		return err
	}
	for i, m := range all {
		if m.Days == nil {
			continue
		}
		split, ok := splits[m.Month]
		if !ok || !slices.Equal(split.producers, m.Producers) {
			return ErrRollup.With("reason", "pairs")
		}
		if err := all[i].cut(r, split, sites, shared[m.Month]); err != nil {
			return err
		}
	}
	return nil
}

// fewer are the days of a month that are split again when r is wanted of it: those, or
// the rest where that is shorter and in one piece; it is then taken off the month.
func fewer(m civil.Month, r civil.Range) (days civil.Range, rest bool) {
	whole := m.Range()
	days = r.Intersect(whole)
	other := civil.Range{From: days.To, To: whole.To}
	if days.To == whole.To {
		other = civil.Range{From: whole.From, To: days.From}
	} else if days.From != whole.From {
		return days, false
	}
	if other.Days() < days.Days() {
		return other, true
	}
	return days, false
}

// cut leaves the days of r. shared has the curves of what sites received, by number.
func (m *PairMonth) cut(r civil.Range, split monthSplit, sites []Site, shared map[string][]byte) error {
	count, width := m.Month.Days(), len(m.Producers)
	in := r.Intersect(m.Month.Range())
	first, end := int(in.From-m.Month.First()), int(in.To-m.Month.First())
	for p := range m.Producers {
		m.Totals[p] = 0
		for _, v := range m.Days[p*count+first : p*count+end] {
			m.Totals[p] += v
		}
	}
	days, rest := fewer(m.Month, r)
	var d decoder
	sums := make([]energy.MilliWh, width)
	at := 0 // of the next site; both are ascending by participant
	for c, consumer := range m.Consumers[1:] {
		for at < len(sites) && sites[at].ParticipantID < consumer {
			at++
		}
		if at == len(sites) || sites[at].ParticipantID != consumer || shared[sites[at].DsoID] == nil {
			return ErrRollup.With("reason", "pairs")
		}
		clear(sums)
		if from, to := split.grid.steps(sites[at].Period.Intersect(days)); from < to {
			curve, err := d.decode(shared[sites[at].DsoID], split.grid.Step)
			if err != nil {
				return err
			}
			split.apart.steps(split.grid, func(_, i, j int) { clear(curve.Values[i:j]) })
			split.splitter.totals(sums, curve.Values[from:to], from-split.from)
		}
		split.apart.add(sums, consumer)
		row := m.Totals[(c+1)*width : (c+2)*width]
		for p, v := range sums {
			if rest {
				row[p] -= v
				continue
			}
			row[p] = v
		}
	}
	return nil
}

// sharedCurves reads what sites received in some months, as chunks by number.
func (s *Service) sharedCurves(ctx context.Context, operationID id.ID, months []civil.Month, sites []Site) (map[civil.Month]map[string][]byte, error) {
	dsoIDs := make([]string, len(sites))
	for i, site := range sites {
		dsoIDs[i] = site.DsoID
	}
	rows, err := s.curves.OfSites(ctx, operationID, dsoIDs, []Nature{Autoconso}, months, true)
	out := make(map[civil.Month]map[string][]byte, len(months))
	for _, m := range months {
		out[m] = make(map[string][]byte, len(sites))
	}
	for _, row := range rows {
		if row.Side == Consumer && row.Origin == DSO {
			out[row.Month][row.DsoID] = row.Chunk
		}
	}
	return out, err
}

// part is the curve of what came from one producer of a month's split; a producer that
// is not in it gave nothing. Days that were shared apart are right only for the consumer
// whose curves the split holds.
func (m monthSplit) part(shared loadcurve.Series, producerID id.ID) loadcurve.Series {
	out := loadcurve.Series{Grid: m.grid.Grid, Values: make([]energy.MilliWh, m.grid.N), Quality: shared.Quality}
	p := slices.Index(m.producers, producerID)
	if p < 0 {
		return out
	}
	m.splitter.of(out.Values, shared.Values, p)
	m.apart.steps(m.grid, func(_, from, to int) {
		clear(out.Values[from:to])
		if m.apart.curves != nil {
			copy(out.Values[from:to], m.apart.curves[p][from:to])
		}
	})
	return out
}

// days is what a pair had on each day of the month.
func (m monthSplit) days(shared loadcurve.Series, pair Pair) Days {
	out := daysOf(m.grid, m.part(shared, pair.ProducerID), false)
	p, sums := slices.Index(m.producers, pair.ProducerID), []energy.MilliWh(nil)
	m.apart.steps(m.grid, func(day, _, _ int) {
		if sums = m.apart.days[pair.ConsumerID]; sums != nil && p >= 0 {
			out[day].Sum = sums[p*m.apart.count+day]
		}
	})
	return out
}
