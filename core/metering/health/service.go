// Package health answers what is wrong with the data of an operation, site by site.
package health

import (
	"cmp"
	"context"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/loadcurve"
	"github.com/openpmo/pmo/core/metering/readings"
	"github.com/openpmo/pmo/core/metering/rollup"
	"github.com/openpmo/pmo/core/metering/view"
	"github.com/openpmo/pmo/core/policy"
)

// Deps are what the service works with.
type Deps struct {
	Curves    metering.Curves
	Guard     policy.Guard
	LateDays  int
	Perimeter metering.Perimeter
	Rollups   rollup.Rollups
	Checks    *readings.Service
	View      *view.Service
}

// Service holds the use case of what is wrong with the data.
type Service struct {
	curves    metering.Curves
	guard     policy.Guard
	lateDays  int
	perimeter metering.Perimeter
	rollups   rollup.Rollups
	checks    *readings.Service
	view      *view.Service
}

// New makes the service.
func New(d Deps) *Service {
	return &Service{curves: d.Curves, guard: d.Guard, lateDays: d.LateDays, perimeter: d.Perimeter, rollups: d.Rollups, checks: d.Checks, view: d.View}
}

// lateDays is after how many days of its end a month should be definitive.
const lateDays = 45

// HealthInput asks for the health of data.
type HealthInput struct {
	OperationID id.ID
	Days        civil.Range
	Known       []metering.Revision // If-None-Match
}

// Health tells which sites have a problem with their data on some days, the worst first;
// a participant sees its own. Days to come, and days that nobody has yet, are not
// missing until they are overdue.
// Errors: forbidden, notFound, range.reversed, range.tooLong.
func (s *Service) Health(ctx context.Context, p policy.Principal, in HealthInput) (DataHealth, error) {
	if err := s.guard.Operation(ctx, p, metering.PermRead, in.OperationID); err != nil {
		return DataHealth{}, err
	}
	h, err := s.examine(ctx, p, in)
	if err != nil {
		return DataHealth{}, err
	}
	if metering.Knows(in.Known, h.Revision) {
		return DataHealth{Revision: h.Revision, Unchanged: true}, nil
	}
	if err := h.doubts(ctx); err != nil {
		return DataHealth{}, err
	}
	found, err := s.rollups.Findings(ctx, in.OperationID, h.months)
	if err != nil {
		return DataHealth{}, err
	}
	whole := problems{}
	for _, f := range found {
		if f.DsoID == "" && in.Days.Contains(f.Day) {
			whole.day(problemKey{DataImbalance, f.Kind.Nature(f.Side), f.Kind}, f.Day, f.Steps, f.Energy)
		}
		for _, c := range h.of[f.DsoID] {
			c.found(f)
		}
	}
	for _, r := range h.readings {
		for _, c := range h.of[r.DsoID] {
			c.total(r)
		}
	}
	out := h.health()
	out.Revision, out.Days, out.Problems = h.Revision, in.Days, whole.list()
	out.Awaited = AwaitedFiles{Format: h.Op.Operator.Capabilities().Format, Months: awaitedMonths(out.Sites)}
	return out, nil
}

// examination is all sites that a principal may see, with their curves by day.
type examination struct {
	view.Question
	months   []civil.Month
	checks   []*siteCheck
	of       map[string][]*siteCheck // by number
	rows     []metering.SeriesMonth
	readings []metering.ReadingCheck
}

func (s *Service) examine(ctx context.Context, p policy.Principal, in HealthInput) (*examination, error) {
	q, _, err := s.view.Ask(ctx, p, in.OperationID, in.Days, nil, nil, "health")
	if err != nil {
		return nil, err
	}
	sites, err := s.perimeter.Sites(ctx, in.OperationID)
	if err != nil {
		return nil, err
	}
	h := &examination{Question: q, months: civil.MonthsOf(in.Days), of: map[string][]*siteCheck{}}
	var numbers []string
	late := q.Today.AddDays(-cmp.Or(s.lateDays, lateDays))
	known, producers := sent{}, len(metering.Playing(sites, metering.Producer))
	for _, site := range sites {
		numbers = append(numbers, site.DsoID)
		days := metering.VisibleDays(p, site).Intersect(in.Days)
		if days.IsEmpty() || !metering.MaySee(p, site.ParticipantID) {
			continue
		}
		c := &siteCheck{site: site, days: days, today: q.Today, late: late, finality: q.Finality, sent: known, producers: producers,
			curves: siteCurves{}, out: problems{}}
		h.checks, h.of[site.DsoID] = append(h.checks, c), append(h.of[site.DsoID], c)
	}
	if h.rows, err = s.curves.OfSites(ctx, in.OperationID, numbers, metering.Natures(), h.months, false); err != nil {
		return nil, err
	}
	var stamp []any // our own allocation is not in the version of a month
	for _, row := range h.rows {
		known.add(row)
		for _, c := range h.of[row.DsoID] {
			c.curves.add(row)
		}
		if row.Origin == metering.Expected {
			stamp = append(stamp, row.Month, row.SeriesKey, row.Hash)
		}
	}
	if h.readings, err = s.checks.CheckedReadings(ctx, in.OperationID, sites, in.Days); err != nil {
		return nil, err
	}
	for _, r := range h.readings {
		stamp = append(stamp, r.DsoID, r.Nature, r.Days, r.Energy)
	}
	h.Revision = q.RevisionOf(nil, append(stamp, q.Revision))
	return h, nil
}

// doubts decodes the curves that may have estimated or doubtful steps: those that the
// operator says are not all definitive.
func (h *examination) doubts(ctx context.Context) error {
	byMonth := map[civil.Month]map[metering.SeriesKey]metering.SeriesMonth{}
	for _, row := range h.rows {
		if row.Origin != metering.DSO || row.Derived || row.Doubtful == 0 && row.Provisional == 0 || len(h.of[row.DsoID]) == 0 {
			continue
		}
		if byMonth[row.Month] == nil {
			byMonth[row.Month] = map[metering.SeriesKey]metering.SeriesMonth{}
		}
		byMonth[row.Month][row.SeriesKey] = row
	}
	for _, m := range h.months {
		rows := byMonth[m]
		if len(rows) == 0 {
			continue
		}
		keys := make([]metering.SeriesKey, 0, len(rows))
		for key := range rows {
			keys = append(keys, key)
		}
		slices.SortFunc(keys, metering.SeriesKey.Compare)
		var s loadcurve.Series
		grids := metering.GridsOf(h.Op.Operator.Zone(), m)
		err := h.Curves.Chunks(ctx, h.Op.ID, m, keys, func(key metering.SeriesKey, chunk []byte) error {
			if err := loadcurve.Decode(chunk, &s); err != nil {
				return err
			}
			g := grids.At(rows[key].Step)
			for _, c := range h.of[key.DsoID] {
				c.doubts(key, g, s.Quality)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// health puts the sites together.
func (h *examination) health() (out DataHealth) {
	for _, c := range h.checks {
		c.all()
		if len(c.out) == 0 {
			out.HealthySites++
			continue
		}
		out.Sites = append(out.Sites, SiteHealth{c.site.ParticipantID, c.site.Name, c.site.DsoID, c.out.list()})
	}
	slices.SortFunc(out.Sites, compareHealth)
	return out
}
