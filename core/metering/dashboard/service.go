// Package dashboard answers the figures of a period: energies, rates, CO2, comparison with another
// period, and which days have data.
package dashboard

import (
	"context"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/monthly"
	"github.com/openpmo/pmo/core/metering/rollup"
	"github.com/openpmo/pmo/core/metering/view"
	"github.com/openpmo/pmo/core/naming"
	"github.com/openpmo/pmo/core/policy"
)

// Deps are what the service works with.
type Deps struct {
	Curves    metering.Curves
	Guard     policy.Guard
	Now       func() time.Time
	Perimeter metering.Perimeter
	Rollups   rollup.Rollups
	Monthly   *monthly.Service
	View      *view.Service
}

// Service holds the use cases of the figures of a period.
type Service struct {
	curves    metering.Curves
	guard     policy.Guard
	now       func() time.Time
	perimeter metering.Perimeter
	rollups   rollup.Rollups
	monthly   *monthly.Service
	view      *view.Service
}

// New makes the service.
func New(d Deps) *Service {
	if d.Now == nil {
		d.Now = time.Now
	}
	return &Service{curves: d.Curves, guard: d.Guard, now: d.Now, perimeter: d.Perimeter, rollups: d.Rollups, monthly: d.Monthly, view: d.View}
}

// Group is the totals of each participant of a side, by name; a participant sees
// itself, and the others as one line where these are three or more.
// Errors: forbidden, notFound, range.reversed, range.tooLong, featureNotAvailable.
func (s *Service) Group(ctx context.Context, p policy.Principal, in GroupInput) (lines []GroupLine, revision metering.Revision, unchanged bool, err error) {
	if err := s.guard.Operation(ctx, p, metering.PermRead, in.OperationID); err != nil {
		return nil, "", false, err
	}
	sites, err := s.perimeter.Sites(ctx, in.OperationID)
	if err != nil {
		return nil, "", false, err
	}
	q, unchanged, err := s.view.AskSince(ctx, p, in.OperationID, in.Days, view.Earliest(in.Days), in.Natures, in.Known, "group", in.Side, monthly.NamesOf(sites))
	if err == nil {
		err = offersMetrics(q.Op)
	}
	if err != nil || unchanged {
		return nil, q.Revision, unchanged, err
	}
	asked := [3]civil.Range{in.Days, view.PreviousDays(in.Days), view.YearBefore(in.Days)}
	var had [3]monthly.Parts
	natures := q.Measured()
	for i, days := range asked {
		if had[i], err = s.monthly.Parts(ctx, q.Known, in.OperationID, days, natures); err != nil {
			return nil, "", false, err
		}
	}
	blank, err := blank(ctx, q)
	if err != nil {
		return nil, "", false, err
	}
	others := together{line: GroupLine{Metrics: blank()}}
	for _, site := range sites {
		if in.Side == metering.NoSide || !site.Plays(in.Side) {
			continue
		}
		line := GroupLine{ParticipantID: site.ParticipantID, Name: site.Name, Metrics: blank()}
		line.splits = splitsOf(had[0], site.ParticipantID, in.Side)
		line.Metrics.Values = metricsOf(had[0], site.ParticipantID, in.Side, natures)
		line.Metrics.Previous = metricsOf(had[1], site.ParticipantID, in.Side, natures)
		line.Metrics.YearBefore = metricsOf(had[2], site.ParticipantID, in.Side, natures)
		if !metering.MaySee(p, site.ParticipantID) {
			others.add(line, site.Period, asked)
			continue
		}
		if site.Period.Overlaps(in.Days) {
			line.Metrics.rates(line.splits)
			lines = append(lines, line)
		}
	}
	slices.SortStableFunc(lines, func(a, b GroupLine) int { return naming.Compare(a.Name, b.Name) })
	return append(lines, others.lines()...), q.Revision, false, nil
}

// OperationMetrics are the totals of an operation, from its rollups.
// Errors: forbidden, notFound, range.reversed, range.tooLong, featureNotAvailable.
func (s *Service) OperationMetrics(ctx context.Context, p policy.Principal, in MetricsInput) (Metrics, error) {
	if err := s.guard.Operation(ctx, p, metering.PermRead, in.OperationID); err != nil {
		return Metrics{}, err
	}
	q, unchanged, err := s.view.AskSince(ctx, p, in.OperationID, in.Days, view.Earliest(in.Days), in.Natures, in.Known, "metrics", in.Scope)
	if err == nil {
		err = offersMetrics(q.Op)
	}
	if err != nil || unchanged {
		return Metrics{Revision: q.Revision, Unchanged: unchanged}, err
	}
	sums, err := s.monthly.Sums(ctx, q.Known, in.OperationID, ComparedMonths(in.Days, metering.AllDays), q.Measured())
	if err != nil {
		return Metrics{}, err
	}
	scope := in.Scope
	if scope == "" {
		scope = metering.ScopeGlobal
	}
	c := TallyOf(q, sums, scope)
	out := c.metrics()
	if q.Op.GESKPI {
		err = operationSavings(ctx, q, &out, view.SidesOf(c.Months, c.Scope))
	}
	return out, err
}

// ParticipantMetrics are the totals of one site, within its activation; participants
// see their own dates only. Errors: forbidden, notFound, range.reversed, range.tooLong,
// featureNotAvailable.
func (s *Service) ParticipantMetrics(ctx context.Context, p policy.Principal, in MetricsInput) (Metrics, error) {
	operationID, err := s.guard.Participant(ctx, p, metering.PermRead, in.ParticipantID)
	if err != nil {
		return Metrics{}, err
	}
	q, unchanged, err := s.view.AskSince(ctx, p, operationID, in.Days, view.Earliest(in.Days), in.Natures, in.Known, "metrics", in.ParticipantID, in.Scope, in.ProducerID)
	if err == nil {
		err = offersMetrics(q.Op)
	}
	if err != nil {
		return Metrics{}, err
	}
	v, err := q.Site(ctx, in.ParticipantID, view.SiteQuestion{Scope: in.Scope, Natures: in.Natures, ProducerID: in.ProducerID})
	if err != nil || unchanged {
		return Metrics{Revision: q.Revision, Unchanged: unchanged}, err
	}
	return metrics(ctx, v, metering.VisibleDays(p, v.Site))
}

// OperationDateRanges is which days of an operation have data.
// Errors: forbidden, notFound.
func (s *Service) OperationDateRanges(ctx context.Context, p policy.Principal, operationID id.ID, known []metering.Revision) (DateRanges, error) {
	if err := s.guard.Operation(ctx, p, metering.PermRead, operationID); err != nil {
		return DateRanges{}, err
	}
	q, unchanged, err := s.view.AskAll(ctx, p, operationID, known, "")
	if err != nil || unchanged {
		return DateRanges{Revision: q.Revision, Unchanged: unchanged}, err
	}
	sums, err := s.rollups.Sums(ctx, operationID, rollup.SumQuery{Natures: q.Natures})
	if err != nil {
		return DateRanges{}, err
	}
	months := make([]view.CurveMonth, len(sums))
	for i, m := range sums {
		months[i] = view.CurveMonth{Month: m.Month, Nature: m.Nature, Side: m.Side, Step: m.Step, Days: m.Days, Chunk: nil}
	}
	out := ranges(q, months, civil.Range{From: civil.Min, To: civil.Forever})
	out.LatestComplete = view.LatestComplete(months, q.Finality)
	return out, nil
}

// ParticipantDateRanges is which days of a site have data, within its activation.
// Errors: forbidden, notFound.
func (s *Service) ParticipantDateRanges(ctx context.Context, p policy.Principal, participantID id.ID, known []metering.Revision) (DateRanges, error) {
	operationID, err := s.guard.Participant(ctx, p, metering.PermRead, participantID)
	if err != nil {
		return DateRanges{}, err
	}
	q, unchanged, err := s.view.AskAll(ctx, p, operationID, known, participantID)
	if err != nil || unchanged {
		return DateRanges{Revision: q.Revision, Unchanged: unchanged}, err
	}
	sites, err := s.perimeter.Sites(ctx, operationID)
	if err != nil {
		return DateRanges{}, err
	}
	site, err := metering.FindSite(sites, participantID)
	if err != nil { // no days of activation yet
		return DateRanges{Revision: q.Revision, Zone: q.Op.Operator.Zone()}, nil //nolint:nilerr // it exists, the guard found it
	}
	within := metering.VisibleDays(p, site)
	all, err := s.curves.MonthsWithData(ctx, operationID, within)
	if err != nil {
		return DateRanges{}, err
	}
	rows, err := s.curves.OfSites(ctx, operationID, []string{site.DsoID}, q.Natures, all, false)
	if err != nil {
		return DateRanges{}, err
	}
	var months []view.CurveMonth
	for _, r := range rows {
		if r.Origin == metering.DSO && site.Plays(r.Side) {
			months = append(months, view.CurveMonth{Month: r.Month, Nature: r.Nature, Side: r.Side, Step: r.Step, Days: r.Days, Chunk: nil})
		}
	}
	out := ranges(q, months, within)
	out.LatestComplete = view.LatestComplete(months, q.Finality)
	return out, nil
}
