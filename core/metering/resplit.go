package metering

import (
	"context"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// monthSplit divides the shared energy of consumers in one month as its rollups do:
// the same producers, in the same order, at the same step.
type monthSplit struct {
	grid      monthGrid
	splitter  *splitter
	producers []id.ID
}

// monthSplits reads the production of months on some days, once for all consumers.
func (s *Service) monthSplits(ctx context.Context, op Operation, sites []Site, months []civil.Month, days civil.Range) (map[civil.Month]monthSplit, error) {
	var dsoIDs []string
	for _, site := range sites {
		if site.plays(Producer) {
			dsoIDs = append(dsoIDs, site.DsoID)
		}
	}
	rows, err := s.curves.OfSites(ctx, op.ID, dsoIDs, []Nature{Prod}, months, true)
	if err != nil {
		return nil, err
	}
	sums, err := s.rollups.Sums(ctx, op.ID, SumQuery{Months: months, Natures: []Nature{Autoconso}})
	if err != nil {
		return nil, err
	}
	made := map[civil.Month]map[string]SeriesMonth{}
	for _, row := range rows {
		if row.Side != Producer || row.Origin != DSO {
			continue
		}
		if made[row.Month] == nil {
			made[row.Month] = map[string]SeriesMonth{}
		}
		made[row.Month][row.DsoID] = row
	}
	out := map[civil.Month]monthSplit{}
	for _, sum := range sums {
		if sum.Side == Consumer {
			if out[sum.Month], err = splitOf(gridOf(op.Operator.Zone(), sum.Month, sum.Step), sites, made[sum.Month], days); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// splitOf takes every producer of the month, with what it made on the given days.
func splitOf(g monthGrid, sites []Site, made map[string]SeriesMonth, days civil.Range) (monthSplit, error) {
	out := monthSplit{grid: g}
	var columns [][]energy.MilliWh
	for _, site := range sites {
		row, ok := made[site.DsoID]
		if _, to := g.steps(site.Period); !ok || to == 0 || !site.plays(Producer) {
			continue
		}
		from, to := g.steps(site.Period.Intersect(days))
		s, err := decodeAt(row.Chunk, int32(g.Step.Seconds()))
		if err != nil {
			return out, err
		}
		column := make([]energy.MilliWh, g.N)
		copy(column[from:to], s.Values[from:to])
		columns = append(columns, column)
		out.producers = append(out.producers, site.ParticipantID)
	}
	out.splitter = newSplitter(columns, g.N)
	return out, nil
}

// steps is where some days lie on the grid; from = to when none does.
func (g monthGrid) steps(days civil.Range) (from, to int) {
	in := days.Intersect(g.month.Range())
	if in.IsEmpty() {
		return 0, 0
	}
	return g.starts[in.From-g.month.First()], g.starts[in.To-g.month.First()]
}

// splitAgain gives the pairs of a month for the days of r only: of all together from
// what is kept by day, of each consumer from its curve.
func (s *Service) splitAgain(ctx context.Context, op Operation, all []Site, m PairMonth, r civil.Range) (PairMonth, error) {
	sites := chosen(all, m.Consumers)
	splits, err := s.monthSplits(ctx, op, all, []civil.Month{m.Month}, r)
	if err != nil {
		return m, err
	}
	split, ok := splits[m.Month]
	if !ok || len(split.producers) != len(m.Producers) {
		return m, ErrRollup.With("reason", "pairs")
	}
	shared, err := s.sharedCurves(ctx, op.ID, m.Month, sites)
	if err != nil {
		return m, err
	}
	count, out := m.Month.Days(), PairMonth{Month: m.Month, Producers: m.Producers}
	first := m.Month.First()
	in := r.Intersect(m.Month.Range())
	out.Consumers, out.Totals = []id.ID{""}, make([]energy.MilliWh, len(m.Producers))
	for p := range m.Producers {
		for _, v := range m.Days[p*count+int(in.From-first) : p*count+int(in.To-first)] {
			out.Totals[p] += v
		}
	}
	days := make([]energy.MilliWh, len(m.Producers)*count)
	for _, site := range sites {
		from, to := split.grid.steps(site.Period.Intersect(in))
		chunk := shared[site.DsoID]
		if from == to || chunk == nil {
			continue
		}
		curve, err := decodeAt(chunk, int32(split.grid.Step.Seconds()))
		if err != nil {
			return m, err
		}
		split.splitter.days(days, split.grid, curve.Values, from, to)
		out.Consumers = append(out.Consumers, site.ParticipantID)
		for p := range m.Producers {
			var total energy.MilliWh
			for _, v := range days[p*count : (p+1)*count] {
				total += v
			}
			out.Totals = append(out.Totals, total)
		}
	}
	return out, nil
}

// sharedCurves reads what sites received in a month, as chunks by number.
func (s *Service) sharedCurves(ctx context.Context, operationID id.ID, m civil.Month, sites []Site) (map[string][]byte, error) {
	dsoIDs := make([]string, len(sites))
	for i, site := range sites {
		dsoIDs[i] = site.DsoID
	}
	rows, err := s.curves.OfSites(ctx, operationID, dsoIDs, []Nature{Autoconso}, []civil.Month{m}, true)
	out := make(map[string][]byte, len(rows))
	for _, row := range rows {
		if row.Side == Consumer && row.Origin == DSO {
			out[row.DsoID] = row.Chunk
		}
	}
	return out, err
}

// part is the curve of what came from one producer of a month's split; a producer that
// is not in it gave nothing.
func (m monthSplit) part(shared loadcurve.Series, producerID id.ID) loadcurve.Series {
	out := loadcurve.Series{Grid: m.grid.Grid, Values: make([]energy.MilliWh, m.grid.N), Quality: shared.Quality}
	for p, one := range m.producers {
		if one == producerID {
			m.splitter.of(out.Values, shared.Values, p)
		}
	}
	return out
}
