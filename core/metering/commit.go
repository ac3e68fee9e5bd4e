package metering

import (
	"context"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// commit carries the curves of an intake into the store, month by month, and sums
// again the months that changed. Without write it only finds out what would change.
type commit struct {
	s        *Service
	op       Operation
	sites    []Site
	in       *intake
	importID id.ID
	write    bool
	finality finality

	result   ImportResult
	warnings remarks // of the months that are summed
	changed  map[string]bool
	months   []civil.Month             // those with changed curves
	previous map[SeriesKey]SeriesMonth // rows of the month before the one in hand
	last     civil.Month               // which month that is

	suspected        suspicions
	registersChanged bool // lines of a monthly file differ from what is stored
}

// all runs every month. With write it must be inside a transaction.
func (c *commit) all(ctx context.Context) error {
	months := c.in.months()
	c.changed = map[string]bool{}
	c.in.today = c.in.zone.DateOf(c.s.now())
	c.external()
	if c.write {
		if err := c.s.curves.Lock(ctx, c.op.ID, months); err != nil {
			return err
		}
	}
	for _, m := range months {
		if err := c.month(ctx, m); err != nil {
			return err
		}
	}
	if err := c.keepRegisters(ctx); err != nil {
		return err
	}
	if err := c.keepReadings(ctx); err != nil {
		return err
	}
	if c.write {
		if err := c.s.tellChanges(ctx, c.op.ID, c.months); err != nil {
			return err
		}
	}
	c.result.Points = c.in.points
	c.result.DryRun = !c.write
	c.result.Files = c.in.files
	c.result.ChangedSites = len(c.changed)
	c.result.Unchanged = len(c.changed) == 0 && c.result.ReadingsChanged == 0 && !c.registersChanged
	c.result.Suspected, c.result.SuspectedCount = c.suspected.first, c.suspected.count
	c.warnings.add(c.in.warnings.first...)
	c.result.Warnings = c.warnings.first
	c.result.WarningCount = c.warnings.count + c.in.warnings.count - len(c.in.warnings.first)
	return nil
}

// month stores the arrivals of one month.
func (c *commit) month(ctx context.Context, m civil.Month) error {
	arrivals, err := c.in.arrivals(m)
	if err != nil {
		return err
	}
	stored, err := c.rows(ctx, m)
	if err != nil {
		return err
	}
	if c.last != m-1 || c.previous == nil {
		if c.previous, err = c.rows(ctx, m-1); err != nil {
			return err
		}
	}
	changes := monthChanges{commit: c, month: m, stored: stored, days: make([]bool, m.Days())}
	if err := changes.compare(ctx, arrivals); err != nil {
		return err
	}
	for _, changed := range changes.days {
		if changed {
			c.result.ChangedDays++
		}
	}
	c.previous, c.last = stored, m
	if len(changes.rows) == 0 {
		return nil
	}
	c.declared(m, changes.days)
	if err := c.invoiced(ctx, m, changes.days); err != nil {
		return err
	}
	c.months = append(c.months, m)
	for _, row := range changes.rows {
		c.changed[row.DsoID] = true
		stored[row.SeriesKey] = row
	}
	if err := c.sharingSent(m, stored); err != nil {
		return err
	}
	return c.sum(ctx, m, stored, changes.rows)
}

func (c *commit) rows(ctx context.Context, m civil.Month) (map[SeriesKey]SeriesMonth, error) {
	rows, err := c.s.curves.Month(ctx, c.op.ID, m)
	out := make(map[SeriesKey]SeriesMonth, len(rows))
	for _, row := range rows {
		out[row.SeriesKey] = row
	}
	return out, err
}

// sum writes the changed rows of a month and what follows from them.
func (c *commit) sum(ctx context.Context, m civil.Month, stored map[SeriesKey]SeriesMonth, changed []SeriesMonth) error {
	var arrived []Finding
	if c.in != nil { // else nothing came in: the perimeter or a key changed
		arrived = c.in.splits[m]
	}
	out, err := c.s.build(ctx, c.op, c.sites, m, stored, arrived)
	if err != nil {
		return err
	}
	c.warnings.add(out.warnings...)
	if !c.write {
		return nil
	}
	if err := c.s.curves.Write(ctx, c.op.ID, c.importID, slices.Concat(changed, out.derived)); err != nil {
		return err
	}
	return c.s.rollups.Write(ctx, c.op.ID, out.rollup)
}

// build reads the chunks that are not at hand and sums a month.
func (s *Service) build(ctx context.Context, op Operation, sites []Site, m civil.Month, rows map[SeriesKey]SeriesMonth, arrived []Finding) (monthOutput, error) {
	var wanted []SeriesKey
	for key, row := range rows {
		if row.Chunk == nil && !row.Derived && key.Origin == DSO {
			wanted = append(wanted, key)
		}
	}
	slices.SortFunc(wanted, SeriesKey.compare)
	if len(wanted) > 0 {
		err := s.curves.Chunks(ctx, op.ID, m, wanted, func(key SeriesKey, chunk []byte) error {
			row := rows[key]
			row.Chunk = slices.Clone(chunk)
			rows[key] = row
			return nil
		})
		if err != nil {
			return monthOutput{}, err
		}
	}
	before, err := s.rollups.Findings(ctx, op.ID, []civil.Month{m})
	if err != nil {
		return monthOutput{}, err
	}
	in := monthInput{op: op, month: m, sites: sites, before: before, arrived: arrived}
	if in.algorithm, err = s.algorithmOf(ctx, op, m); err != nil {
		return monthOutput{}, err
	}
	for key, row := range rows {
		if key.Origin == DSO {
			in.curves = append(in.curves, row)
		}
	}
	if s.keys != nil {
		in.keys = func(q KeyQuery) ([]KeySpan, error) {
			return s.keys.KeysIn(ctx, op.ID, q)
		}
	}
	return buildMonth(in)
}

// monthChanges compares the arrivals of a month with what is stored.
type monthChanges struct {
	*commit
	month  civil.Month
	stored map[SeriesKey]SeriesMonth
	rows   []SeriesMonth // new and changed
	days   []bool        // civil days on which something changed
	until  civil.Date    // first day of which nothing can be missing yet
}

func (c *monthChanges) compare(ctx context.Context, arrivals []arrival) error {
	var again []SeriesKey // those that differ from what is stored, or have only a part of it
	fresh, same := make([]SeriesMonth, len(arrivals)), 0
	for i, a := range arrivals {
		fresh[i] = newSeriesMonth(a.key, gridOf(c.in.zone, c.month, int32(a.series.Step.Seconds())), a.series)
		switch before, ok := c.stored[a.key]; {
		case !ok || before.Derived:
		case before.Hash == fresh[i].Hash:
			same++
		default:
			again = append(again, a.key)
		}
	}
	old := make(map[SeriesKey]loadcurve.Series, len(again))
	if len(again) > 0 {
		err := c.s.curves.Chunks(ctx, c.op.ID, c.month, again, func(key SeriesKey, chunk []byte) error {
			var s loadcurve.Series
			err := loadcurve.Decode(chunk, &s)
			old[key] = s
			return err
		})
		if err != nil {
			return err
		}
	}
	c.until = c.reach(fresh)
	c.rows = make([]SeriesMonth, 0, len(arrivals)-same)
	c.result.Sites = slices.Grow(c.result.Sites, len(arrivals))
	for i, a := range arrivals {
		if err := c.one(a, fresh[i], old); err != nil {
			return err
		}
	}
	return nil
}

// one decides what becomes of an arrival; own is what would be stored of it alone.
func (c *monthChanges) one(a arrival, own SeriesMonth, old map[SeriesKey]loadcurve.Series) error {
	row := own
	before, existed := c.stored[a.key]
	changed := 0
	beside := comparison{own: own, sites: c.in.sites[a.key.DsoID], final: c.finality.final}
	switch stored, differs := old[a.key]; {
	case !existed || before.Derived:
		row.Version = before.Version + 1
		changed = c.appeared(row.Days)
		c.rows = append(c.rows, row)
	case !differs:
		row.Version = before.Version
	default:
		merged, err := mergeOnto(stored, a.series)
		if err != nil {
			return err
		}
		if changed, err = differ(c.days, c.in.zone, c.month, stored, merged); err != nil {
			return err
		}
		if &merged.Values[0] != &a.series.Values[0] { // else nothing stored is left
			row = newSeriesMonth(a.key, gridOf(c.in.zone, c.month, int32(merged.Step.Seconds())), merged)
		}
		row.Version = before.Version
		if row.Hash != before.Hash {
			row.Version++
			c.rows = append(c.rows, row)
		}
		c.lessFinal(before, row)
		beside.stored = &before
		beside.replaced, err = replacedDays(func(step int32) monthGrid { return gridOf(c.in.zone, c.month, step) }, stored, merged)
		if err != nil {
			return err
		}
	}
	var last *SeriesMonth
	if prev, ok := c.previous[a.key]; ok {
		last = &prev
	}
	if beside.previous = last; changed > 0 {
		if s, ok := beside.suspect(); ok {
			c.suspected.add(s)
		}
	}
	c.result.Sites = append(c.result.Sites, c.in.describe(a, own, row, last, changed, c.until, c.finality))
	c.in.gaps(row)
	return nil
}

// appeared marks the days on which a new curve has a value, and counts them.
func (c *monthChanges) appeared(days Days) (count int) {
	for i, d := range days {
		if d.State.Has(HasData) {
			c.days[i] = true
			count++
		}
	}
	return count
}

// refused is what is wrong with the files; nil when nothing is.
func (in *intake) refused() error {
	in.compareFiles()
	if len(in.faults.Items) == 0 && in.points == 0 && len(in.periods) == 0 && !in.open {
		// What was noticed may be why: a pull of which every site was refused.
		return ErrRejected.Of(append([]*fault.Error{ErrNoValues}, in.warnings.first...)...)
	}
	if in.further > 0 {
		in.faults.Add(ErrMore.With("count", in.further))
	}
	return in.faults.Err(ErrRejected)
}
