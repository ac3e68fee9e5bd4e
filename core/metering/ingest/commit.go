package ingest

import (
	"context"
	"maps"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/ingest/intake"
	"github.com/openpmo/pmo/core/metering/loadcurve"
	"github.com/openpmo/pmo/core/metering/readings"
	"github.com/openpmo/pmo/core/metering/rollup"
	"github.com/openpmo/pmo/core/metering/sibelga"
)

// commit carries the curves of an intake into the store, month by month, and sums
// again the months that changed. Without write it only finds out what would change.
type commit struct {
	s        *Service
	op       metering.Operation
	sites    []metering.Site
	in       *intake.Intake
	importID id.ID
	write    bool
	finality metering.Finality

	result   ImportResult
	warnings intake.Remarks // of the months that are summed
	changed  map[string]bool
	months   []civil.Month                               // those with changed curves
	previous map[metering.SeriesKey]metering.SeriesMonth // rows of the month before the one in hand
	last     civil.Month                                 // which month that is

	suspected        intake.Suspicions
	registersChanged bool // lines of a monthly file differ from what is stored
}

// all runs every month. With write it must be inside a transaction.
func (c *commit) all(ctx context.Context) error {
	months := c.in.Months()
	c.changed = map[string]bool{}
	c.in.Today = c.in.Zone.DateOf(c.s.now())
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
		if err := c.s.rollup.TellChanges(ctx, c.op.ID, c.months); err != nil {
			return err
		}
	}
	c.result.Points = c.in.Points
	c.result.DryRun = !c.write
	c.result.Files = c.in.Files
	c.result.ChangedSites = len(c.changed)
	c.result.Unchanged = len(c.changed) == 0 && c.result.ReadingsChanged == 0 && !c.registersChanged
	c.result.Suspected, c.result.SuspectedCount = c.suspected.First, c.suspected.Count
	c.warnings.Add(c.in.Warnings.First...)
	c.result.Warnings = c.warnings.First
	c.result.WarningCount = c.warnings.Count + c.in.Warnings.Count - len(c.in.Warnings.First)
	return nil
}

// month stores the arrivals of one month.
func (c *commit) month(ctx context.Context, m civil.Month) error {
	arrivals, err := c.in.Arrivals(m)
	if err != nil {
		return err
	}
	stored, err := c.s.rollup.MonthCurves(ctx, c.op.ID, m)
	if err != nil {
		return err
	}
	if c.last != m-1 || c.previous == nil {
		if c.previous, err = c.s.rollup.MonthCurves(ctx, c.op.ID, m-1); err != nil {
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

// sum writes the changed rows of a month and what follows from them.
func (c *commit) sum(ctx context.Context, m civil.Month, stored map[metering.SeriesKey]metering.SeriesMonth, changed []metering.SeriesMonth) error {
	warnings, err := c.s.rollup.SumMonth(ctx, rollup.Change{Op: c.op, Sites: c.sites, Month: m, Rows: stored, Changed: changed,
		Arrived: c.in.Splits[m], ImportID: c.importID}, c.write)
	c.warnings.Add(warnings...)
	return err
}

// monthChanges compares the arrivals of a month with what is stored.
type monthChanges struct {
	*commit
	month  civil.Month
	stored map[metering.SeriesKey]metering.SeriesMonth
	rows   []metering.SeriesMonth // new and changed
	days   []bool                 // civil days on which something changed
	until  civil.Date             // first day of which nothing can be missing yet
}

func (c *monthChanges) compare(ctx context.Context, arrivals []intake.Arrival) error {
	var again []metering.SeriesKey // those that differ from what is stored, or have only a part of it
	fresh, same := make([]metering.SeriesMonth, len(arrivals)), 0
	for i, a := range arrivals {
		fresh[i] = metering.NewSeriesMonth(a.Key, metering.GridOf(c.in.Zone, c.month, int32(a.Series.Step.Seconds())), a.Series)
		switch before, ok := c.stored[a.Key]; {
		case !ok || before.Derived:
		case before.Hash == fresh[i].Hash:
			same++
		default:
			again = append(again, a.Key)
		}
	}
	old := make(map[metering.SeriesKey]loadcurve.Series, len(again))
	if len(again) > 0 {
		err := c.s.curves.Chunks(ctx, c.op.ID, c.month, again, func(key metering.SeriesKey, chunk []byte) error {
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
	c.rows = make([]metering.SeriesMonth, 0, len(arrivals)-same)
	c.result.Sites = slices.Grow(c.result.Sites, len(arrivals))
	for i, a := range arrivals {
		if err := c.one(a, fresh[i], old); err != nil {
			return err
		}
	}
	return nil
}

// one decides what becomes of an arrival; own is what would be stored of it alone.
func (c *monthChanges) one(a intake.Arrival, own metering.SeriesMonth, old map[metering.SeriesKey]loadcurve.Series) error {
	row := own
	before, existed := c.stored[a.Key]
	changed := 0
	beside := intake.Comparison{Own: own, Sites: c.in.Sites[a.Key.DsoID], Final: c.finality.Final}
	switch stored, differs := old[a.Key]; {
	case !existed || before.Derived:
		row.Version = before.Version + 1
		changed = c.appeared(row.Days)
		c.rows = append(c.rows, row)
	case !differs:
		row.Version = before.Version
	default:
		merged, err := intake.MergeOnto(stored, a.Series)
		if err != nil {
			return err
		}
		if changed, err = intake.Differ(c.days, c.in.Zone, c.month, stored, merged); err != nil {
			return err
		}
		if &merged.Values[0] != &a.Series.Values[0] { // else nothing stored is left
			row = metering.NewSeriesMonth(a.Key, metering.GridOf(c.in.Zone, c.month, int32(merged.Step.Seconds())), merged)
		}
		row.Version = before.Version
		if row.Hash != before.Hash {
			row.Version++
			c.rows = append(c.rows, row)
		}
		c.lessFinal(before, row)
		beside.Stored = &before
		beside.Replaced, err = intake.ReplacedDays(func(step int32) metering.MonthGrid { return metering.GridOf(c.in.Zone, c.month, step) }, stored, merged)
		if err != nil {
			return err
		}
	}
	var last *metering.SeriesMonth
	if prev, ok := c.previous[a.Key]; ok {
		last = &prev
	}
	if beside.Previous = last; changed > 0 {
		if s, ok := beside.Suspect(); ok {
			c.suspected.Add(s)
		}
	}
	c.result.Sites = append(c.result.Sites, c.in.Describe(a, own, row, last, changed, c.until, c.finality))
	c.in.Gaps(row)
	return nil
}

// appeared marks the days on which a new curve has a value, and counts them.
func (c *monthChanges) appeared(days metering.Days) (count int) {
	for i, d := range days {
		if d.State.Has(metering.HasData) {
			c.days[i] = true
			count++
		}
	}
	return count
}

// keepReadings stores the readings of an import and compares: its own with the curves,
// and its curves with the readings known of their months. A dry run with curves cannot
// compare yet.
func (c *commit) keepReadings(ctx context.Context) error {
	latest := metering.LatestReadings(c.in.Periods)
	c.result.Readings = len(latest)
	if c.s.readings == nil {
		return nil
	}
	if err := c.countReadings(ctx, latest); err != nil {
		return err
	}
	if !c.write && c.in.Points > 0 {
		return nil
	}
	days := readings.SpanOf(latest, c.in.Months())
	if days.IsEmpty() {
		return nil
	}
	if !c.write {
		return c.compareOnly(ctx, latest)
	}
	if len(latest) > 0 {
		if _, err := c.s.readings.Write(ctx, c.op.ID, c.importID, c.s.now(), latest); err != nil {
			return err
		}
	}
	checks, err := c.s.checks.CheckedReadings(ctx, c.op.ID, nil, days)
	for _, check := range checks {
		c.tell(check)
	}
	return err
}

// countReadings says whose readings come, and how many of them are not stored yet.
func (c *commit) countReadings(ctx context.Context, come []metering.PeriodReading) error {
	if len(come) == 0 {
		return nil
	}
	stored, err := c.s.readings.List(ctx, c.op.ID, readings.SpanOf(come, nil))
	if err != nil {
		return err
	}
	known := make(map[metering.PeriodReading]metering.PeriodReading, len(stored))
	for _, s := range stored {
		known[s.Place()] = s.PeriodReading
	}
	of := map[string]*ReadingSite{}
	for _, r := range come {
		site := of[r.DsoID]
		if site == nil {
			site = &ReadingSite{DsoID: r.DsoID}
			for _, s := range c.in.Sites[r.DsoID] {
				if site.Name == "" || s.Period.Contains(r.Days.From) {
					site.ParticipantID, site.Name = s.ParticipantID, s.Name
				}
			}
			of[r.DsoID] = site
		}
		site.Readings++
		if before, ok := known[r.Place()]; !ok || before.ReplacedBy(r) {
			site.Changed++
			c.result.ReadingsChanged++
		}
	}
	for _, number := range slices.Sorted(maps.Keys(of)) {
		c.result.ReadingSites = append(c.result.ReadingSites, *of[number])
	}
	return nil
}

// compareOnly is a dry run: nothing of the readings is stored.
func (c *commit) compareOnly(ctx context.Context, readings []metering.PeriodReading) error {
	stored := make([]metering.StoredReading, len(readings))
	for i, r := range readings {
		stored[i].PeriodReading = r
	}
	curves, err := c.s.checks.CurveDaysOf(ctx, c.op.ID, stored)
	for _, r := range stored {
		c.tell(curves.Check(r))
	}
	return err
}

func (c *commit) tell(check metering.ReadingCheck) {
	if check.Differs() {
		c.warnings.Add(check.Warning())
	}
}

// sharingSent refuses an import that leaves a month shared in part. Where pmo shares, a
// month for which Autoconso is sent is no longer shared by the key: what is sent must then
// be there for each consumer and day with a consumption, else one line of a file would take
// away what all others had. Error: import.rejected with curve.sharedInPart.
func (c *commit) sharingSent(m civil.Month, stored map[metering.SeriesKey]metering.SeriesMonth) error {
	if !c.op.Operator.Capabilities().AllocatesHere {
		return nil
	}
	sent := slices.ContainsFunc(slices.Collect(maps.Values(stored)), func(row metering.SeriesMonth) bool {
		return row.Nature == metering.Autoconso && row.Origin == metering.DSO && !row.Derived
	})
	if !sent {
		return nil
	}
	var refused fault.List
	for _, site := range c.sites {
		drawn := stored[metering.SeriesKey{DsoID: site.DsoID, Nature: metering.Conso, Side: metering.Consumer, Origin: metering.DSO}]
		had := stored[metering.SeriesKey{DsoID: site.DsoID, Nature: metering.Autoconso, Side: metering.Consumer, Origin: metering.DSO}]
		if had.Derived {
			had.Days = nil
		}
		if days := rollup.LackingDays(m.Range().Intersect(site.Period), drawn.Days, had.Days); len(days) > 0 && len(refused.Items) < intake.MaxFaults {
			refused.Add(metering.ErrSharedInPart.With("value", site.DsoID).With("name", site.Name).
				With("month", m.String()).With("count", len(days)).With("date", days[0].String()))
		}
	}
	return refused.Err(metering.ErrRejected)
}

// lessFinal warns of days that were definitive and are no longer. The later file is
// believed even so (specification 9: correctives replace), but somebody must know that
// such a day can no longer be billed. Days that are definitive by their age or by
// declaration stay so.
func (c *monthChanges) lessFinal(before, row metering.SeriesMonth) {
	var list intake.DayList
	for i, d := range before.Days {
		date := c.month.First() + civil.Date(i)
		if d.State.Has(metering.Final) && !c.finality.Final(date, row.Days[i].State) {
			list.Add(date)
		}
	}
	if list.Count > 0 {
		c.in.Warn(metering.WarnLessFinal.With("value", row.DsoID).With("nature", row.Nature.String()).With("count", list.Count).With("days", list.Text()))
	}
}

// invoiced warns of changed days of a month that published invoices bill, and of one that
// was billed without anything to pay, which the next run bills again.
func (c *commit) invoiced(ctx context.Context, m civil.Month, changed []bool) error {
	if c.s.invoices == nil {
		return nil
	}
	var list intake.DayList
	for i, changed := range changed {
		if changed {
			list.Add(m.First() + civil.Date(i))
		}
	}
	if list.Count == 0 {
		return nil
	}
	notCharged, err := c.s.invoices.NotCharged(ctx, c.op.ID, m)
	if err != nil {
		return err
	}
	if notCharged {
		c.in.Warn(metering.WarnNotCharged.With("month", m.String()).With("count", list.Count).With("days", list.Text()))
	}
	invoiced, err := c.s.invoices.Invoiced(ctx, c.op.ID, m)
	if err != nil {
		return err
	}
	if invoiced {
		c.in.Warn(metering.WarnInvoiced.With("month", m.String()).With("count", list.Count).With("days", list.Text()))
	}
	return nil
}

// declared warns of changed days of a month that an organizer has declared definitive: the
// declaration stands, and was about other figures.
func (c *commit) declared(m civil.Month, changed []bool) {
	if !c.finality.Declared[m] {
		return
	}
	var list intake.DayList
	for i, changed := range changed {
		if changed {
			list.Add(m.First() + civil.Date(i))
		}
	}
	if list.Count > 0 {
		c.in.Warn(metering.WarnDeclared.With("month", m.String()).With("count", list.Count).With("days", list.Text()))
	}
}

// external warns of curves of external natures where the operation has no ACI: they are
// kept, but no screen shows them.
func (c *commit) external() {
	if c.op.ACI {
		return
	}
	sites := map[metering.Nature]map[string]bool{metering.ProdExt: {}, metering.ConsExt: {}}
	for _, of := range c.in.Curves {
		for key := range of {
			if key.Nature.External() {
				sites[key.Nature][key.DsoID] = true
			}
		}
	}
	for _, n := range []metering.Nature{metering.ProdExt, metering.ConsExt} {
		if count := len(sites[n]); count > 0 {
			c.in.Warn(metering.WarnExternal.With("nature", n.String()).With("count", count))
		}
	}
}

// reach is the day until which values may be missed: that of today in a month that is over,
// and in the running one the day after the last that any of the files has.
func (c *monthChanges) reach(fresh []metering.SeriesMonth) civil.Date {
	if today := c.in.Today; !c.month.Range().Contains(today) {
		return today
	}
	until := c.month.First()
	for _, row := range fresh {
		for i, d := range row.Days {
			if date := c.month.First() + civil.Date(i) + 1; d.State.Has(metering.HasData) && date > until {
				until = date
			}
		}
	}
	return min(until, c.in.Today)
}

// hold locks the operation and reads it again: months may be declared or taken back
// meanwhile. Error: errMoved when the sites are not those that were checked.
func (c *commit) hold(ctx context.Context, checked string) (err error) {
	if err = c.s.perimeter.Lock(ctx, c.op.ID); err != nil {
		return err
	}
	if c.op, err = c.s.perimeter.Operation(ctx, c.op.ID); err != nil {
		return err
	}
	if c.op.SitesStamp != checked {
		return errMoved
	}
	c.finality = metering.FinalityOf(c.op, c.s.now())
	return nil
}

// keepRegisters stores the lines of the monthly file where they differ from what is
// stored, and reports whether they did.
func (c *commit) keepRegisters(ctx context.Context) error {
	c.result.Registers = len(c.in.Registers)
	if len(c.in.RegisterMonths) == 0 {
		return nil
	}
	stored := metering.RegisterMonths{}
	for _, m := range c.in.RegisterMonths {
		of, err := c.s.registers.List(ctx, c.op.ID, m.Range())
		if err != nil {
			return err
		}
		stored.Volumes = append(stored.Volumes, of.Volumes...)
		stored.Costs = append(stored.Costs, of.Costs...)
	}
	fresh := sibelga.RegisterMonths(c.in.Registers)
	if fresh.Equal(stored) {
		return nil
	}
	c.registersChanged = true
	for _, s := range intake.SuspectRegisters(stored.Volumes, fresh.Volumes, c.in.Sites, c.suspected.First) {
		c.suspected.Add(s)
	}
	if !c.write {
		return nil
	}
	return c.s.registers.Replace(ctx, c.op.ID, c.importID, c.in.RegisterMonths, fresh)
}
