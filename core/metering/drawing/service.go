// Package drawing answers curves as they are drawn: series at a step, with their gaps, qualities and
// peaks; heat map and day profile; exports.
package drawing

import (
	"cmp"
	"context"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/dashboard"
	"github.com/openpmo/pmo/core/metering/monthly"
	"github.com/openpmo/pmo/core/metering/rollup"
	"github.com/openpmo/pmo/core/metering/view"
	"github.com/openpmo/pmo/core/policy"
)

// Deps are what the service works with.
type Deps struct {
	Curves     metering.Curves
	Guard      policy.Guard
	Operations metering.Operations
	Perimeter  metering.Perimeter
	Rollups    rollup.Rollups
	Monthly    *monthly.Service
	View       *view.Service
}

// Service holds the use cases of curves.
type Service struct {
	curves     metering.Curves
	guard      policy.Guard
	operations metering.Operations
	perimeter  metering.Perimeter
	rollups    rollup.Rollups
	monthly    *monthly.Service
	view       *view.Service
}

// New makes the service.
func New(d Deps) *Service {
	return &Service{curves: d.Curves, guard: d.Guard, operations: d.Operations, perimeter: d.Perimeter, rollups: d.Rollups, monthly: d.Monthly, view: d.View}
}

// OperationCurve is the summed curves of an operation, from its rollups.
// Errors: forbidden, notFound, range.reversed, range.tooLong.
func (s *Service) OperationCurve(ctx context.Context, p policy.Principal, in CurveInput) (LoadCurve, error) {
	if err := s.guard.Operation(ctx, p, metering.PermRead, in.OperationID); err != nil {
		return LoadCurve{}, err
	}
	return s.operationCurve(ctx, p, in)
}

func (s *Service) operationCurve(ctx context.Context, p policy.Principal, in CurveInput) (LoadCurve, error) {
	q, unchanged, err := s.view.AskSince(ctx, p, in.OperationID, in.Days, in.Compare.Since(in.Days), in.Natures, in.Known, "curve", in.Scope, in.Resolution, in.Quality, in.Origin, in.Compare)
	if err != nil {
		return LoadCurve{}, err
	}
	d := drawing{Question: q, resolution: in.Resolution.resolve(in.Days.Days()), scope: cmp.Or(in.Scope, metering.ScopeGlobal), asked: in.Natures, within: in.Days, quality: in.Quality}
	if in.Origin == metering.Expected {
		return d.expected(ctx, "", in.Known)
	}
	if unchanged {
		return LoadCurve{Revision: q.Revision, Unchanged: true}, nil
	}
	var sums []rollup.SumMonth
	if months := civil.MonthsOf(in.Days); d.resolution == Raw || d.resolution == Hour || d.quality {
		sums, err = s.rollups.Sums(ctx, in.OperationID, rollup.SumQuery{Months: months, Natures: q.WithACI(), Chunks: true})
	} else {
		sums, err = s.monthly.Sums(ctx, q.Known, in.OperationID, months, q.WithACI())
	}
	d.add(sums)
	if err != nil {
		return LoadCurve{}, err
	}
	out, err := d.draw()
	if err != nil {
		return LoadCurve{}, err
	}
	if out.Totals, err = dashboard.OperationTotals(ctx, q, d.scope); err != nil {
		return LoadCurve{}, err
	}
	return out, comparedOperation(ctx, q, &out, in.Compare)
}

// ParticipantCurve is the curves of one site, within its activation; participants see
// their own dates only. Errors: forbidden, notFound, range.reversed, range.tooLong.
func (s *Service) ParticipantCurve(ctx context.Context, p policy.Principal, in CurveInput) (LoadCurve, error) {
	operationID, err := s.guard.Participant(ctx, p, metering.PermRead, in.ParticipantID)
	if err != nil {
		return LoadCurve{}, err
	}
	return s.participantCurve(ctx, p, operationID, in)
}

func (s *Service) participantCurve(ctx context.Context, p policy.Principal, operationID id.ID, in CurveInput) (LoadCurve, error) {
	q, unchanged, err := s.view.AskSince(ctx, p, operationID, in.Days, in.Compare.Since(in.Days), in.Natures, in.Known, "curve", in.ParticipantID, in.Scope, in.ProducerID, in.Resolution, in.Quality, in.Origin, in.Compare)
	if err != nil {
		return LoadCurve{}, err
	}
	site, err := q.Site(ctx, in.ParticipantID, view.SiteQuestion{Scope: in.Scope, Natures: in.Natures, ProducerID: in.ProducerID})
	if err != nil {
		return LoadCurve{}, err
	}
	compared := site
	d := drawing{Question: site.Question, resolution: in.Resolution.resolve(in.Days.Days()), scope: site.Scope, asked: in.Natures,
		within: site.Within, quality: in.Quality}
	if in.Origin == metering.Expected {
		return d.expected(ctx, in.ParticipantID, in.Known)
	}
	if unchanged {
		return LoadCurve{Revision: q.Revision, Unchanged: true}, nil
	}
	months := civil.MonthsOf(site.Within)
	if d.months, err = site.Months(ctx, months, site.Natures); err != nil {
		return LoadCurve{}, err
	}
	onSpot, err := dashboard.OnSpot(ctx, site, months)
	if err != nil {
		return LoadCurve{}, err
	}
	d.months = append(d.months, onSpot...)
	if site.SeenFromOne() && metering.Has(site.Natures, metering.Autoconso) {
		site.ProducerID = ""
		all, err := site.Months(ctx, months, []metering.Nature{metering.Autoconso})
		if err != nil {
			return LoadCurve{}, err
		}
		d.received = view.SidesOf(all, site.Scope)
	}
	out, err := d.draw()
	if err != nil {
		return LoadCurve{}, err
	}
	if out.Totals, err = dashboard.SiteTotals(ctx, compared, metering.VisibleDays(p, compared.Site)); err != nil {
		return LoadCurve{}, err
	}
	return out, comparedSite(ctx, compared, p, &out, in.Compare)
}

// Export is the curves of an operation, or of one of its sites, for a file.
// Errors: forbidden, notFound, range.reversed, range.tooLong.
func (s *Service) Export(ctx context.Context, p policy.Principal, in CurveInput) (CurveExport, error) {
	const perm = policy.Permission("curve:export")
	if err := s.guard.Operation(ctx, p, perm, in.OperationID); err != nil {
		return CurveExport{}, err
	}
	in.Origin, in.Quality, in.Known = metering.DSO, true, nil
	if in.ParticipantID == "" {
		curve, err := s.operationCurve(ctx, p, in)
		if err != nil {
			return CurveExport{}, err
		}
		subject := string(in.OperationID)
		if s.operations != nil {
			subject, err = s.operations.ExternalID(ctx, in.OperationID)
		}
		return CurveExport{curve, subject}, err
	}
	of, err := s.guard.Participant(ctx, p, perm, in.ParticipantID)
	if err == nil && of != in.OperationID {
		err = policy.ErrNotFound
	}
	if err != nil {
		return CurveExport{}, err
	}
	curve, err := s.participantCurve(ctx, p, in.OperationID, in)
	if err != nil {
		return CurveExport{}, err
	}
	sites, err := s.perimeter.SitesOf(ctx, in.OperationID, []id.ID{in.ParticipantID})
	if err != nil || len(sites) == 0 {
		return CurveExport{}, err
	}
	return CurveExport{curve, sites[0].DsoID}, nil
}

// HeatMap is the energy of each hour of some days.
// Errors: forbidden, notFound, range.reversed, range.tooLong, featureNotAvailable
// (an external nature without ACI).
func (s *Service) HeatMap(ctx context.Context, p policy.Principal, in HoursInput) (HeatMap, error) {
	if err := s.guard.Operation(ctx, p, metering.PermRead, in.OperationID); err != nil {
		return HeatMap{}, err
	}
	h, unchanged, err := s.hours(ctx, p, in, "heatMap")
	if err != nil || unchanged {
		return HeatMap{Revision: h.revision, Unchanged: unchanged}, err
	}
	out := HeatMap{Revision: h.revision, Zone: h.zone, Days: in.Days, Nature: in.Nature}
	out.Rows, out.Highest = h.rows(in.Days)
	return out, nil
}

// HourProfile is the mean of each hour of the day over the days that have it.
// Errors: as HeatMap.
func (s *Service) HourProfile(ctx context.Context, p policy.Principal, in HoursInput) (HourProfile, error) {
	if err := s.guard.Operation(ctx, p, metering.PermRead, in.OperationID); err != nil {
		return HourProfile{}, err
	}
	h, unchanged, err := s.hours(ctx, p, in, "hourProfile")
	if err != nil || unchanged {
		return HourProfile{Revision: h.revision, Unchanged: unchanged}, err
	}
	out := HourProfile{Revision: h.revision, Zone: h.zone, Days: in.Days, Nature: in.Nature}
	var counts [24]int
	for day := in.Days.From; day < in.Days.To; day++ {
		values, of := h.day(day)
		any := false
		for hour, n := range of {
			out.Totals[hour] += values[hour]
			counts[hour] += n
			any = any || n > 0
		}
		if any {
			out.Counted++
		}
	}
	for hour, n := range counts {
		if out.Means[hour] = mean(out.Totals[hour], n); n == 0 {
			out.Totals[hour] = Gap
		}
	}
	out.Best = bestHours(out.Means)
	return out, nil
}

// hours reads what HeatMap and HourProfile are made of. The guard has been asked about
// the operation.
func (s *Service) hours(ctx context.Context, p policy.Principal, in HoursInput, kind string) (h hours, unchanged bool, err error) {
	if in.ParticipantID != "" {
		of, err := s.guard.Participant(ctx, p, metering.PermRead, in.ParticipantID)
		if err != nil {
			return h, false, err
		}
		if of != in.OperationID {
			return h, false, policy.ErrNotFound
		}
	}
	q, unchanged, err := s.view.Ask(ctx, p, in.OperationID, in.Days, []metering.Nature{in.Nature}, in.Known, kind, in.ParticipantID, in.Scope)
	if err != nil {
		return h, false, err
	}
	if len(q.Natures) == 0 {
		return h, false, metering.ErrFeature.With("feature", "ACI").With("dso", string(q.Op.Operator))
	}
	d := drawing{Question: q, resolution: Hour, scope: cmp.Or(in.Scope, metering.ScopeGlobal), asked: q.Natures, within: in.Days}
	if in.ParticipantID != "" {
		view, err := q.Site(ctx, in.ParticipantID, view.SiteQuestion{Scope: in.Scope, Natures: []metering.Nature{in.Nature}})
		if err != nil || unchanged {
			return hours{revision: q.Revision}, unchanged, err
		}
		d.Question, d.scope, d.within = view.Question, view.Scope, view.Within
		if d.months, err = view.Months(ctx, civil.MonthsOf(view.Within), view.Natures); err != nil {
			return h, false, err
		}
	}
	if unchanged {
		return hours{revision: q.Revision}, true, nil
	}
	if in.ParticipantID == "" {
		sums, err := s.rollups.Sums(ctx, in.OperationID, rollup.SumQuery{Months: civil.MonthsOf(in.Days), Natures: q.Natures, Chunks: true})
		if err != nil {
			return h, false, err
		}
		d.add(sums)
	}
	curve, err := d.draw()
	if err != nil {
		return h, false, err
	}
	h = hours{revision: q.Revision, zone: curve.Zone, start: curve.Start, provisional: d.openDays()}
	if len(curve.Series) == 0 { // of a side that the site does not have
		h.values = gaps(int(curve.Zone.Start(in.Days.To).Sub(curve.Start) / metering.Hour))
		return h, false, nil
	}
	h.values = curve.Series[0].Values
	return h, false, nil
}
