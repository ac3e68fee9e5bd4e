package metering

import (
	"context"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// Metric is the energy of a nature in a period, and its highest step.
type Metric struct {
	Energy energy.MilliWh
	Power  int64      // mean power of that step, W
	Time   *time.Time // its start; nil where curves were not looked at
}

// Metrics are the totals of a period. A rate without a denominator is nil, never zero.
type Metrics struct {
	Tag             string
	Unchanged       bool
	Zone            civil.Zone
	Days            civil.Range
	Values          map[Nature]Metric // a nature without data has none
	SelfConsumption *float64          // shared / produced
	SelfProduction  *float64          // shared / consumed
	Sharing         *float64          // shared by producers / produced
	Complement      *energy.MilliWh   // consumed less shared
	CO2Kg           *float64          // with GES_KPI only
	ProvisionalFrom *civil.Date
	MissingDays     int
	PreviousDays    civil.Range
	Previous        map[Nature]Metric // of the period of the same length before
}

// MetricsInput asks for totals.
type MetricsInput struct {
	OperationID   id.ID // or
	ParticipantID id.ID
	Scope         Scope
	Natures       []Nature // none = all
	ProducerID    id.ID
	Days          civil.Range
	Known         string // If-None-Match
}

// OperationMetrics are the totals of an operation, from its rollups.
// Errors: forbidden, notFound, range.reversed, range.tooLong.
func (s *Service) OperationMetrics(ctx context.Context, p policy.Principal, in MetricsInput) (Metrics, error) {
	if err := s.guard.Operation(ctx, p, permRead, in.OperationID); err != nil {
		return Metrics{}, err
	}
	q, unchanged, err := s.ask(ctx, p, in.OperationID, in.Days, in.Natures, in.Known, "metrics", in.Scope)
	if err != nil || unchanged {
		return Metrics{Tag: q.tag, Unchanged: unchanged}, err
	}
	before := previousDays(in.Days)
	sums, err := s.rollups.Sums(ctx, in.OperationID, SumQuery{Months: civil.MonthsOf(civil.Range{From: before.From, To: in.Days.To}), Natures: q.natures})
	if err != nil {
		return Metrics{}, err
	}
	scope := in.Scope
	if scope == "" {
		scope = ScopeGlobal
	}
	c := tally{question: q, scope: scope, within: civil.Range{From: before.From, To: in.Days.To}}
	for _, m := range sums {
		c.months = append(c.months, curveMonth{m.Month, m.Nature, m.Side, m.Step, m.Days, nil})
	}
	out := c.metrics()
	if q.op.GESKPI {
		out.CO2Kg, err = q.operationCO2(ctx, out, sidesOf(c.months, c.scope))
	}
	return out, err
}

// ParticipantMetrics are the totals of one site, within its activation; participants
// see their own dates only. Errors: forbidden, notFound, range.reversed, range.tooLong.
func (s *Service) ParticipantMetrics(ctx context.Context, p policy.Principal, in MetricsInput) (Metrics, error) {
	operationID, err := s.guard.Participant(ctx, p, permRead, in.ParticipantID)
	if err != nil {
		return Metrics{}, err
	}
	q, unchanged, err := s.ask(ctx, p, operationID, in.Days, in.Natures, in.Known, "metrics", in.ParticipantID, in.Scope, in.ProducerID)
	if err != nil {
		return Metrics{}, err
	}
	v, err := q.site(ctx, in.ParticipantID, in.Scope, in.ProducerID)
	if err != nil || unchanged {
		return Metrics{Tag: q.tag, Unchanged: unchanged}, err
	}
	span := civil.Range{From: previousDays(in.Days).From, To: in.Days.To}.Intersect(visible(p, v.Site))
	months, err := v.months(ctx, civil.MonthsOf(span), q.natures)
	if err != nil {
		return Metrics{}, err
	}
	if months, err = withPeaks(q.op.Operator.Zone(), months); err != nil {
		return Metrics{}, err
	}
	c := tally{question: q, scope: ScopeOf(v.side), within: span, months: months}
	out := c.metrics()
	if q.op.GESKPI {
		out.CO2Kg, err = v.co2(ctx, out, months)
	}
	return out, err
}

// sidesOf are the curves that a scope counts.
func sidesOf(all []curveMonth, scope Scope) (out []curveMonth) {
	for _, m := range all {
		if has(scope.sides(m.nature), m.side) {
			out = append(out, m)
		}
	}
	return out
}

// withPeaks finds the highest step of each day, which series months do not keep.
func withPeaks(zone civil.Zone, months []curveMonth) ([]curveMonth, error) {
	for i, m := range months {
		s, err := decodeAt(m.chunk, m.step)
		if err != nil {
			return nil, err
		}
		months[i].days = daysOf(gridOf(zone, m.month, m.step), s, true)
	}
	return months, nil
}

// previousDays is the period of the same length just before.
func previousDays(r civil.Range) civil.Range {
	return civil.Range{From: r.From - civil.Date(r.Days()), To: r.From}
}

// tally adds up days of curves.
type tally struct {
	question
	scope  Scope
	within civil.Range // days that may be seen
	months []curveMonth
}

func (c tally) metrics() Metrics {
	out := Metrics{Tag: c.tag, Zone: c.op.Operator.Zone(), Days: c.days, PreviousDays: previousDays(c.days)}
	out.Values = c.values(c.days)
	out.Previous = c.values(out.PreviousDays)
	out.MissingDays, out.ProvisionalFrom = c.state()
	out.rates()
	return out
}

func rate(part, whole energy.MilliWh) *float64 {
	if r, ok := energy.Rate(part, whole); ok {
		return &r
	}
	return nil
}

// values adds up the days of r, nature by nature.
func (c tally) values(r civil.Range) map[Nature]Metric {
	out := map[Nature]Metric{}
	r = r.Intersect(c.within)
	zone := c.op.Operator.Zone()
	for _, m := range c.months {
		if !has(c.scope.sides(m.nature), m.side) || r.IsEmpty() {
			continue
		}
		first, days := m.days.in(m.month, r)
		for i, day := range days {
			if !day.State.Has(HasData) {
				continue
			}
			metric := out[m.nature]
			metric.Energy += day.Sum
			if power := energy.Power(day.Peak, seconds(m.step)); day.Peak > 0 && (metric.Time == nil || power > metric.Power) {
				at := zone.Start(first + civil.Date(i)).Add(seconds(m.step * day.PeakAt))
				metric.Power, metric.Time = power, &at
			}
			out[m.nature] = metric
		}
	}
	return out
}

// state counts the days of the period without complete data, and finds the first one
// with data that is not definitive. A nature nobody sent is not waited for.
func (c tally) state() (missing int, provisional *civil.Date) {
	complete := make([]bool, c.days.Days())
	seen := map[sumKey]bool{}
	for i := range complete {
		complete[i] = true
	}
	filled := map[sumKey][]bool{}
	for _, m := range c.months {
		if m.nature.External() || !has(c.scope.sides(m.nature), m.side) {
			continue
		}
		key := sumKey{m.nature, m.side}
		if filled[key] == nil {
			filled[key] = make([]bool, len(complete))
		}
		first, days := m.days.in(m.month, c.days.Intersect(c.within))
		for i, day := range days {
			date := first + civil.Date(i)
			if day.State.Has(HasData) {
				seen[key] = true
				if !c.finality.final(date, day.State) && (provisional == nil || date < *provisional) {
					provisional = &date
				}
			}
			filled[key][date-c.days.From] = day.State.Has(Complete)
		}
	}
	for key, days := range filled {
		for i := range days {
			complete[i] = complete[i] && (days[i] || !seen[key])
		}
	}
	for _, ok := range complete {
		if !ok || len(seen) == 0 {
			missing++
		}
	}
	return missing, provisional
}
