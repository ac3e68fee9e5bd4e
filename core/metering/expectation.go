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

// Expectation is an allocation of a month that was computed beside the operator's, on
// the grid of Energies (decisions 3.2, origin expected). Invoices and metrics never
// read it.
type Expectation struct {
	Month                civil.Month
	Step                 time.Duration
	Consumers, Producers []Site
	Shared               [][]energy.MilliWh // [consumer][step]
	Given, Surplus       [][]energy.MilliWh // [producer][step]
	Missing              []bool             // steps at which nothing can be said
}

// PutExpectation compares the curves of an expectation with those stored, counts them
// and those that differ, and with write replaces these: then it belongs into a
// transaction. Where pmo is the operator it is compared with what was published, and
// write shares the month again. It is for other contexts, after their own permission
// check. Error: operation.notFound.
func (s *Service) PutExpectation(ctx context.Context, operationID id.ID, x Expectation, write bool) (sites, different int, err error) {
	op, err := s.perimeter.Operation(ctx, operationID)
	if err != nil {
		return 0, 0, err
	}
	if write {
		if err := s.curves.Lock(ctx, operationID, []civil.Month{x.Month}); err != nil {
			return 0, 0, err
		}
	}
	origin := Expected
	if op.Operator.Capabilities().AllocatesHere {
		origin = DSO
	}
	rows, err := x.rows(op.Operator.Zone(), origin)
	if err != nil {
		return 0, 0, err
	}
	stored, err := s.curves.Month(ctx, operationID, x.Month)
	if err != nil {
		return 0, 0, err
	}
	var changed []SeriesMonth
	if origin == DSO {
		changed, err = s.differingValues(ctx, operationID, rows, stored)
	} else {
		changed = differing(rows, stored)
	}
	if err != nil {
		return 0, 0, err
	}
	if !write || len(changed) == 0 {
		return len(rows), len(changed), nil
	}
	if origin == DSO {
		return len(rows), len(changed), s.Rebuild(ctx, operationID, x.Month.Range())
	}
	return len(rows), len(changed), s.curves.Write(ctx, operationID, "", changed)
}

// rows are the curves of an expectation. Where pmo is the operator only what consumers
// received is compared: the rest follows from it when the month is summed.
func (x Expectation) rows(zone civil.Zone, origin Origin) ([]SeriesMonth, error) {
	g := gridOf(zone, x.Month, int32(x.Step/time.Second))
	curves := map[SeriesKey]*loadcurve.Series{}
	put := func(nature Nature, side Side, sites []Site, columns [][]energy.MilliWh) error {
		for i, site := range sites {
			if err := join(curves, SeriesKey{site.DsoID, nature, side, origin}, x.curve(g, site, columns[i])); err != nil {
				return err
			}
		}
		return nil
	}
	if err := put(Autoconso, Consumer, x.Consumers, x.Shared); err != nil {
		return nil, err
	}
	if origin == Expected {
		if err := put(Autoconso, Producer, x.Producers, x.Given); err != nil {
			return nil, err
		}
		if err := put(Surplus, Producer, x.Producers, x.Surplus); err != nil {
			return nil, err
		}
	}
	var rows []SeriesMonth
	for key, curve := range curves {
		row := newSeriesMonth(key, g, *curve)
		row.Derived = true
		rows = append(rows, row)
	}
	slices.SortFunc(rows, func(a, b SeriesMonth) int { return a.compare(b.SeriesKey) })
	return rows, nil
}

// curve is a column as a series with gaps outside the days of the site and wherever
// nothing can be said.
func (x Expectation) curve(g monthGrid, site Site, column []energy.MilliWh) loadcurve.Series {
	out := loadcurve.Series{Grid: g.Grid, Values: slices.Clone(column)}
	from, to := g.steps(site.Period)
	for t := range out.Values {
		quality := loadcurve.Definitive
		if t < from || t >= to || x.Missing[t] {
			quality, out.Values[t] = loadcurve.Missing, 0
		}
		out.Quality = out.Quality.Add(quality, 1)
	}
	return out
}

// LockMonth keeps others from changing the curves of a month until the transaction ends. It
// is for other contexts, which read what they then write about.
func (s *Service) LockMonth(ctx context.Context, operationID id.ID, m civil.Month) error {
	return s.curves.Lock(ctx, operationID, []civil.Month{m})
}

// differing are the rows that are stored otherwise or not at all.
func differing(rows, stored []SeriesMonth) (changed []SeriesMonth) {
	at := map[SeriesKey]SeriesMonth{}
	for _, row := range stored {
		at[row.SeriesKey] = row
	}
	for _, row := range rows {
		old, ok := at[row.SeriesKey]
		if ok && old.Hash == row.Hash {
			continue
		}
		row.Version = old.Version + 1
		changed = append(changed, row)
	}
	return changed
}

// differingValues are the rows of which a value is stored otherwise. Qualities are not
// compared: what was published has those of the curves it was shared from.
func (s *Service) differingValues(ctx context.Context, operationID id.ID, rows, stored []SeriesMonth) ([]SeriesMonth, error) {
	changed := differing(rows, stored)
	at, keys := map[SeriesKey]int{}, make([]SeriesKey, len(changed))
	for i, row := range changed {
		at[row.SeriesKey], keys[i] = i, row.SeriesKey
	}
	if len(changed) == 0 {
		return nil, nil
	}
	same := make([]bool, len(changed))
	err := s.curves.Chunks(ctx, operationID, rows[0].Month, keys, func(key SeriesKey, chunk []byte) error {
		var old scratch
		i := at[key]
		curve, err := old.decode(SeriesMonth{Chunk: chunk}, time.Duration(changed[i].Step)*time.Second)
		same[i] = err == nil && slices.Equal(curve.Values, changed[i].curve.Values)
		return err
	})
	i := 0
	return slices.DeleteFunc(changed, func(SeriesMonth) bool { i++; return same[i-1] }), err
}

// ReceivedDay is what a site received on a day by the operator and by us; Both is
// false where one of them is not whole.
type ReceivedDay struct {
	Day           civil.Date
	DSO, Expected energy.MilliWh
	Both          bool
}

// SiteReceived is that of one site, ascending.
type SiteReceived struct {
	Site
	Days []ReceivedDay
}

// Received reads what each consumer received day by day. It is for other contexts,
// after their own permission check. Error: operation.notFound.
func (s *Service) Received(ctx context.Context, operationID id.ID, days civil.Range) ([]SiteReceived, error) {
	sites, err := s.perimeter.Sites(ctx, operationID)
	if err != nil {
		return nil, err
	}
	out := make([]SiteReceived, 0, len(sites))
	for _, site := range sites {
		if site.plays(Consumer) && site.Period.Overlaps(days) {
			out = append(out, SiteReceived{Site: site})
		}
	}
	for m := civil.MonthOf(days.From); m <= civil.MonthOf(days.Last()); m++ {
		rows, err := s.curves.Month(ctx, operationID, m)
		if err != nil {
			return nil, err
		}
		at := map[SeriesKey]SeriesMonth{}
		for _, row := range rows {
			at[row.SeriesKey] = row
		}
		for i := range out {
			out[i].add(m, days, at)
		}
	}
	return out, nil
}

func (r *SiteReceived) add(m civil.Month, days civil.Range, rows map[SeriesKey]SeriesMonth) {
	dso, ok := rows[SeriesKey{r.DsoID, Autoconso, Consumer, DSO}]
	ours, both := rows[SeriesKey{r.DsoID, Autoconso, Consumer, Expected}]
	if !ok && !both {
		return
	}
	in := m.Range().Intersect(days).Intersect(r.Period)
	for d := in.From; d < in.To; d++ {
		i, day := int(d-m.First()), ReceivedDay{Day: d, Both: ok && both}
		if ok {
			day.DSO = dso.Days[i].Sum
			day.Both = day.Both && dso.Days[i].State.Has(Whole)
		}
		if both {
			day.Expected = ours.Days[i].Sum
			day.Both = day.Both && ours.Days[i].State.Has(Whole)
		}
		r.Days = append(r.Days, day)
	}
}

// ReceivedAt is what a site received at one step of a month on a grid of that width, by
// the operator; ok is false where that is not known. It is for other contexts, after
// their own permission check.
func (s *Service) ReceivedAt(ctx context.Context, operationID id.ID, dsoID string, month civil.Month, width time.Duration, step int) (v energy.MilliWh, ok bool, err error) {
	rows, err := s.curves.OfSites(ctx, operationID, []string{dsoID}, []Nature{Autoconso}, []civil.Month{month}, true)
	if err != nil {
		return 0, false, err
	}
	for _, row := range rows {
		if row.Side != Consumer || row.Origin != DSO {
			continue
		}
		var d decoder
		curve, err := d.decode(row.Chunk, width)
		if err != nil || step >= curve.N {
			return 0, false, err
		}
		at := 0
		for _, run := range curve.Quality {
			if at += run.Count; step < at {
				return curve.Values[step], run.Quality != loadcurve.Missing, nil
			}
		}
	}
	return 0, false, nil
}

// MonthsSince lists the months with curves from a day on, ascending. It is for other
// contexts, after their own permission check.
func (s *Service) MonthsSince(ctx context.Context, operationID id.ID, from civil.Date) ([]civil.Month, error) {
	return s.curves.MonthsWithData(ctx, operationID, civil.Range{From: from, To: civil.Forever})
}

// Changes is told, in the transaction of the change, which months have other curves
// than before. It may be nil.
type Changes interface {
	CurvesChanged(ctx context.Context, operationID id.ID, months []civil.Month) error
}

// tellChanges does so after an import or a change of the perimeter.
func (s *Service) tellChanges(ctx context.Context, operationID id.ID, months []civil.Month) error {
	if s.changes == nil || len(months) == 0 {
		return nil
	}
	return s.changes.CurvesChanged(ctx, operationID, months)
}
