package metering

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// PeriodReadings stores readings, one of each site, nature, side and period.
type PeriodReadings interface {
	// Write stores readings, no two of the same, and tells how many are new or changed.
	// An initial one leaves a corrective one of the same days as it is.
	Write(ctx context.Context, operationID, importID id.ID, receivedAt time.Time, readings []PeriodReading) (changed int, err error)
	// Written is the latest import that replaced readings of another one and was not undone
	// since; none when there is none.
	Written(ctx context.Context, operationID, importID id.ID) (later id.ID, err error)
	// Restore takes away the readings of an import and brings back what they replaced.
	Restore(ctx context.Context, operationID, importID id.ID) error
	// List reads those that share a day with r, by first day, site, nature and side.
	List(ctx context.Context, operationID id.ID, r civil.Range) ([]StoredReading, error)
}

// ReadingChecks lists the readings that share a day with the range, each beside the
// curves of today; a participant sees those of its own site and days.
// Errors: forbidden, notFound, range.reversed, range.tooLong.
func (s *Service) ReadingChecks(ctx context.Context, p policy.Principal, operationID id.ID, days civil.Range) ([]ReadingCheck, error) {
	if err := s.guard.Operation(ctx, p, permRead, operationID); err != nil {
		return nil, err
	}
	if err := checkDays(days); err != nil {
		return nil, err
	}
	sites, err := s.perimeter.Sites(ctx, operationID)
	if err != nil {
		return nil, err
	}
	checks, err := s.checkedReadings(ctx, operationID, sites, days)
	if p.Role == policy.RoleParticipant {
		checks = slices.DeleteFunc(checks, func(c ReadingCheck) bool { return !sees(p, sites, c) })
	}
	return checks, err
}

// sees tells whether all days of a check may be seen.
func sees(p policy.Principal, sites []Site, c ReadingCheck) bool {
	return slices.ContainsFunc(sites, func(s Site) bool { return s.DsoID == c.DsoID && visible(p, s).Covers(c.Days) })
}

// checkedReadings reads and compares without asking who wants to know.
func (s *Service) checkedReadings(ctx context.Context, operationID id.ID, sites []Site, days civil.Range) ([]ReadingCheck, error) {
	if s.readings == nil {
		return nil, nil
	}
	stored, err := s.readings.List(ctx, operationID, days)
	if err != nil || len(stored) == 0 {
		return nil, err
	}
	curves, err := s.curveDaysOf(ctx, operationID, stored)
	if err != nil {
		return nil, err
	}
	checks := make([]ReadingCheck, len(stored))
	for i, r := range stored {
		checks[i] = curves.check(r)
		for _, site := range sites {
			if site.DsoID == r.DsoID && site.plays(r.Side) && site.Period.Contains(r.Days.From) {
				checks[i].ParticipantID, checks[i].Name = site.ParticipantID, site.Name
			}
		}
	}
	return checks, nil
}

// curveDaysOf reads the days of the curves that readings are about.
func (s *Service) curveDaysOf(ctx context.Context, operationID id.ID, readings []StoredReading) (curveDays, error) {
	var numbers []string
	var months []civil.Month
	for _, r := range readings {
		numbers = append(numbers, r.DsoID)
		months = append(months, civil.MonthsOf(r.Days)...)
	}
	slices.Sort(numbers)
	slices.Sort(months)
	rows, err := s.curves.OfSites(ctx, operationID, slices.Compact(numbers), []Nature{Conso, Autoconso, Surplus, Prod}, slices.Compact(months), false)
	out := curveDays{}
	out.add(rows)
	return out, err
}

// addPeriods takes the readings of a file in. Those of sites that are not in the
// operation are left out: the file is about all sites of a supplier. One that ends after
// now is refused: no meter was read then.
func (in *intake) addPeriods(d Dataset) {
	others := map[string]bool{}
	for _, r := range d.Periods {
		if len(in.sites[r.DsoID]) == 0 {
			others[r.DsoID] = true
			continue
		}
		if in.zone.Start(r.Days.To).Unix() > in.now {
			in.fail(ErrReadingFuture.With("value", r.DsoID).With("date", r.Days.To.String()).With("fileName", d.FileName).At("date").OnRow(r.Row))
			continue
		}
		in.periods = append(in.periods, r)
	}
	if len(others) > 0 {
		in.warn(WarnReadingSites.With("count", len(others)))
	}
}

// keepReadings stores the readings of an import and compares: its own with the curves,
// and its curves with the readings known of their months. A dry run with curves cannot
// compare yet.
func (c *commit) keepReadings(ctx context.Context) error {
	latest := latestReadings(c.in.periods)
	c.result.Readings = len(latest)
	if c.s.readings == nil {
		return nil
	}
	if err := c.countReadings(ctx, latest); err != nil {
		return err
	}
	if !c.write && c.in.points > 0 {
		return nil
	}
	days := spanOf(latest, c.in.months())
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
	checks, err := c.s.checkedReadings(ctx, c.op.ID, nil, days)
	for _, check := range checks {
		c.tell(check)
	}
	return err
}

// countReadings says whose readings come, and how many of them are not stored yet.
func (c *commit) countReadings(ctx context.Context, readings []PeriodReading) error {
	if len(readings) == 0 {
		return nil
	}
	stored, err := c.s.readings.List(ctx, c.op.ID, spanOf(readings, nil))
	if err != nil {
		return err
	}
	known := make(map[PeriodReading]PeriodReading, len(stored))
	for _, s := range stored {
		known[s.place()] = s.PeriodReading
	}
	of := map[string]*ReadingSite{}
	for _, r := range readings {
		site := of[r.DsoID]
		if site == nil {
			site = &ReadingSite{DsoID: r.DsoID}
			for _, s := range c.in.sites[r.DsoID] {
				if site.Name == "" || s.Period.Contains(r.Days.From) {
					site.ParticipantID, site.Name = s.ParticipantID, s.Name
				}
			}
			of[r.DsoID] = site
		}
		site.Readings++
		if before, ok := known[r.place()]; !ok || before.replacedBy(r) {
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
func (c *commit) compareOnly(ctx context.Context, readings []PeriodReading) error {
	stored := make([]StoredReading, len(readings))
	for i, r := range readings {
		stored[i].PeriodReading = r
	}
	curves, err := c.s.curveDaysOf(ctx, c.op.ID, stored)
	for _, r := range stored {
		c.tell(curves.check(r))
	}
	return err
}

func (c *commit) tell(check ReadingCheck) {
	if check.Differs() {
		c.warnings.add(check.warning())
	}
}

// spanOf is the days from the first to the last of readings and months.
func spanOf(readings []PeriodReading, months []civil.Month) civil.Range {
	span := civil.Range{From: civil.Forever, To: civil.Min}
	add := func(r civil.Range) { span = civil.Range{From: min(span.From, r.From), To: max(span.To, r.To)} }
	for _, r := range readings {
		add(r.Days)
	}
	for _, m := range months {
		add(m.Range())
	}
	return span
}
