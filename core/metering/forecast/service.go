// Package forecast answers what the sun should have made.
package forecast

import (
	"cmp"
	"context"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/policy"
)

// Deps are what the service works with.
type Deps struct {
	Curves           metering.Curves
	Guard            policy.Guard
	Now              func() time.Time
	Operations       metering.Operations
	PerformanceRatio float64
	Perimeter        metering.Perimeter
	Weather          Weather
}

// Service holds the use case of what the sun should have made.
type Service struct {
	curves      metering.Curves
	guard       policy.Guard
	now         func() time.Time
	operations  metering.Operations
	performance float64
	perimeter   metering.Perimeter
	weather     Weather
}

// New makes the service.
func New(d Deps) *Service {
	if d.Now == nil {
		d.Now = time.Now
	}
	return &Service{curves: d.Curves, guard: d.Guard, now: d.Now, operations: d.Operations, performance: cmp.Or(d.PerformanceRatio, defaultPerformance), perimeter: d.Perimeter, weather: d.Weather}
}

// ExpectedProduction is what a producer should have made on a day, and what it made.
type ExpectedProduction struct {
	Day      civil.Date
	Expected *energy.MilliWh // nil = the weather of the day is not known
	Measured *energy.MilliWh // nil = not whole, or still to come
	Ratio    *float64        // measured over expected; nil where either is not known, or nothing is expected
}

// ExpectedProducer is the days of one producer.
type ExpectedProducer struct {
	ParticipantID    id.ID
	Name             string
	PeakPowerW       int64
	PerformanceRatio float64
	CalibrationDays  int // definitive days the ratio rests on; 0 = the installation's setting
	Days             []ExpectedProduction
	Compared         Compared
}

// Compared is what was expected and measured on the days of which both are known.
type Compared struct {
	Expected, Measured energy.MilliWh
	Days               int
	Ratio              *float64 // nil where nothing was expected
}

// lowRatio is the part of what the weather allowed under which a producer is worth a look.
const lowRatio = 0.8

// Low reports whether it made so little that somebody should look at it.
func (c Compared) Low() bool { return c.Ratio != nil && *c.Ratio < lowRatio }

// comparedOf adds up the days that can be compared.
func comparedOf(days []ExpectedProduction) (out Compared) {
	for _, d := range days {
		if d.Expected == nil || d.Measured == nil {
			continue
		}
		out.Expected, out.Measured, out.Days = out.Expected+*d.Expected, out.Measured+*d.Measured, out.Days+1
	}
	if ratio, ok := energy.Rate(out.Measured, out.Expected); ok {
		out.Ratio = &ratio
	}
	return out
}

// ExpectedInput asks for days; those to come may be among them.
type ExpectedInput struct {
	OperationID id.ID
	Days        civil.Range
}

// Expected compares what solar producers with a known peak power made with what the
// weather allowed. A participant sees its own sites, for its own dates.
//
// Errors: forbidden, notFound, range.reversed, range.tooLong, featureNotAvailable
// (no weather is known here), weather.unavailable.
func (s *Service) Expected(ctx context.Context, p policy.Principal, in ExpectedInput) ([]ExpectedProducer, error) {
	if err := s.guard.Operation(ctx, p, metering.PermRead, in.OperationID); err != nil {
		return nil, err
	}
	if err := metering.CheckDays(in.Days); err != nil {
		return nil, err
	}
	op, err := s.perimeter.Operation(ctx, in.OperationID)
	if err != nil {
		return nil, err
	}
	place, err := s.placeOf(ctx, op)
	if err != nil {
		return nil, err
	}
	producers, err := s.solar(ctx, p, in)
	if err != nil || len(producers) == 0 {
		return nil, err
	}
	known := civil.Range{From: in.Days.From - calibrationBack, To: in.Days.To}
	measured, err := s.measuredDays(ctx, op, producers, known)
	if err != nil {
		return nil, err
	}
	from, to := op.Operator.Zone().Span(known)
	hours, err := s.weather.Hours(ctx, place, from, to)
	if err != nil {
		return nil, err
	}
	sun := lightOf(op.Operator.Zone(), hours)
	out := make([]ExpectedProducer, len(producers))
	for i, site := range producers {
		out[i] = s.expectedOf(site, sun, measured[site.DsoID], metering.VisibleDays(p, site).Intersect(in.Days), in.Days.From)
	}
	return out, nil
}

// placeOf is where an operation is, when its weather is known. Error:
// featureNotAvailable.
func (s *Service) placeOf(ctx context.Context, op metering.Operation) (metering.Place, error) {
	off := metering.ErrFeature.With("feature", "weather").With("dso", string(op.Operator))
	if s.weather == nil || s.operations == nil {
		return metering.Place{}, off
	}
	place, err := s.operations.Place(ctx, op.ID)
	if err != nil {
		return metering.Place{}, err
	}
	if !s.weather.Serves(place) {
		return metering.Place{}, off
	}
	return place, nil
}

// solar lists the producers a principal may see that the model fits.
func (s *Service) solar(ctx context.Context, p policy.Principal, in ExpectedInput) ([]metering.Site, error) {
	sites, err := s.perimeter.Sites(ctx, in.OperationID)
	var out []metering.Site
	for _, site := range sites {
		if site.Side == metering.Producer && site.ProductionType == Solar && site.ContractPowerW > 0 && metering.MaySee(p, site.ParticipantID) &&
			metering.VisibleDays(p, site).Overlaps(in.Days) {
			out = append(out, site)
		}
	}
	return out, err
}

// measuredDays are the whole days of producers, by number.
func (s *Service) measuredDays(ctx context.Context, op metering.Operation, sites []metering.Site, days civil.Range) (map[string]map[civil.Date]measuredDay, error) {
	numbers := make([]string, len(sites))
	for i, site := range sites {
		numbers[i] = site.DsoID
	}
	rows, err := s.curves.OfSites(ctx, op.ID, numbers, []metering.Nature{metering.Prod}, civil.MonthsOf(days), false)
	f := metering.FinalityOf(op, s.now())
	out := map[string]map[civil.Date]measuredDay{}
	for _, row := range rows {
		if row.Origin != metering.DSO || row.Side != metering.Producer {
			continue
		}
		if out[row.DsoID] == nil {
			out[row.DsoID] = map[civil.Date]measuredDay{}
		}
		for i, day := range row.Days {
			date := row.Month.First() + civil.Date(i)
			if day.State.Has(metering.HasData | metering.Whole) {
				out[row.DsoID][date] = measuredDay{day.Sum, f.Final(date, day.State)}
			}
		}
	}
	return out, err
}

// expectedOf makes the days of one producer; its ratio rests on the days before the
// ones asked for, so that a fault among these does not hide itself.
func (s *Service) expectedOf(site metering.Site, sun light, all map[civil.Date]measuredDay, days civil.Range, before civil.Date) ExpectedProducer {
	measured := map[civil.Date]measuredDay{}
	for d, m := range all {
		if site.Period.Contains(d) {
			measured[d] = m
		}
	}
	out := ExpectedProducer{ParticipantID: site.ParticipantID, Name: site.Name, PeakPowerW: site.ContractPowerW}
	out.PerformanceRatio, out.CalibrationDays = performanceOf(site.ContractPowerW, sun, measured, before, s.performance)
	for d := days.From; d < days.To; d++ {
		line := ExpectedProduction{Day: d}
		if m, ok := measured[d]; ok {
			line.Measured = &m.energy
		}
		if lit, ok := sun[d]; ok {
			e := expectedEnergy(site.ContractPowerW, lit, out.PerformanceRatio)
			line.Expected = &e
			if line.Measured != nil {
				if ratio, ok := energy.Rate(*line.Measured, e); ok {
					line.Ratio = &ratio
				}
			}
		}
		out.Days = append(out.Days, line)
	}
	out.Compared = comparedOf(out.Days)
	return out
}
