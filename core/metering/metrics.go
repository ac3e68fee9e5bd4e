package metering

import (
	"context"
	"slices"
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
	YearBeforeDays  civil.Range
	YearBefore      map[Nature]Metric // of the same days one year before
	// With ACI only: made and used on the spot, and rates that count it.
	ACI                    *energy.MilliWh
	SelfConsumptionWithACI *float64 // (shared + ACI) / (produced + ACI)
	SelfProductionWithACI  *float64 // (shared + ACI) / (consumed + ACI)
	CO2KgWithACI           *float64
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
	q, unchanged, err := s.askBack(ctx, p, in.OperationID, in.Days, earliest(in.Days), in.Natures, in.Known, "metrics", in.Scope)
	if err != nil || unchanged {
		return Metrics{Tag: q.tag, Unchanged: unchanged}, err
	}
	sums, err := s.sums(ctx, q.known, in.OperationID, comparedMonths(in.Days, allDays), q.withACI())
	if err != nil {
		return Metrics{}, err
	}
	scope := in.Scope
	if scope == "" {
		scope = ScopeGlobal
	}
	c := tally{question: q, scope: scope, within: allDays}
	for _, m := range sums {
		c.months = append(c.months, curveMonth{m.Month, m.Nature, m.Side, m.Step, m.Days, nil})
	}
	out := c.metrics()
	if q.op.GESKPI {
		out.CO2Kg, err = q.operationCO2(ctx, out, Autoconso, sidesOf(c.months, c.scope))
	}
	if q.op.GESKPI && q.op.ACI && err == nil {
		var more *float64
		more, err = q.operationCO2(ctx, out, ACI, sidesOf(c.months, c.scope))
		out.CO2KgWithACI = plusKg(out.CO2Kg, more)
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
	q, unchanged, err := s.askBack(ctx, p, operationID, in.Days, earliest(in.Days), in.Natures, in.Known, "metrics", in.ParticipantID, in.Scope, in.ProducerID)
	if err != nil {
		return Metrics{}, err
	}
	v, err := q.site(ctx, in.ParticipantID, in.Scope, in.ProducerID)
	if err != nil || unchanged {
		return Metrics{Tag: q.tag, Unchanged: unchanged}, err
	}
	span := visible(p, v.Site)
	compared := comparedMonths(in.Days, span)
	months, err := v.months(ctx, compared, q.natures)
	if err != nil {
		return Metrics{}, err
	}
	onSpot, err := v.onSpot(ctx, compared)
	if err != nil {
		return Metrics{}, err
	}
	months = append(months, onSpot...)
	if months, err = withPeaks(q.op.Operator.Zone(), months); err != nil {
		return Metrics{}, err
	}
	c := tally{question: q, scope: ScopeOf(v.side), within: span, months: months}
	out := c.metrics()
	if q.op.GESKPI {
		out.CO2Kg, err = v.co2(ctx, out, months)
		if len(onSpot) > 0 {
			out.CO2KgWithACI = plusKg(out.CO2Kg, v.onSpotCO2(months))
		}
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

// yearBefore is the same days one year earlier.
func yearBefore(r civil.Range) civil.Range {
	return civil.Range{From: r.From.AddMonths(-12), To: r.Last().AddMonths(-12) + 1}
}

// earliest is the first day that the totals of a period are compared with.
func earliest(r civil.Range) civil.Date { return min(previousDays(r).From, yearBefore(r).From) }

var allDays = civil.Range{From: civil.Min, To: civil.Forever}

// comparedMonths lists the months of a period, of the one before and of the year before
// that have days of within.
func comparedMonths(r, within civil.Range) []civil.Month {
	var months []civil.Month
	for _, one := range []civil.Range{yearBefore(r), previousDays(r), r} {
		if one = one.Intersect(within); !one.IsEmpty() {
			months = append(months, civil.MonthsOf(one)...)
		}
	}
	slices.Sort(months)
	return slices.Compact(months)
}

// tally adds up days of curves.
type tally struct {
	question
	scope  Scope
	within civil.Range // days that may be seen
	months []curveMonth
}

func (c tally) metrics() Metrics {
	out := Metrics{Tag: c.tag, Zone: c.op.Operator.Zone(), Days: c.days, PreviousDays: previousDays(c.days),
		YearBeforeDays: yearBefore(c.days)}
	out.Values = c.values(c.days)
	out.Previous = c.values(out.PreviousDays)
	out.YearBefore = c.values(out.YearBeforeDays)
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
	peaks := map[Nature]peak{}
	for _, m := range c.months {
		if !has(c.scope.sides(m.nature), m.side) || r.IsEmpty() {
			continue
		}
		metric, known := out[m.nature]
		highest := peaks[m.nature]
		first, days := m.days.in(m.month, r)
		for i, day := range days {
			if !day.State.Has(HasData) {
				continue
			}
			known = true
			metric.Energy += day.Sum
			if power := energy.Power(day.Peak, seconds(m.step)); day.Peak > 0 && (!highest.found || power > metric.Power) {
				metric.Power, highest = power, peak{true, first + civil.Date(i), seconds(m.step * day.PeakAt)}
			}
		}
		if known {
			out[m.nature], peaks[m.nature] = metric, highest
		}
	}
	zone := c.op.Operator.Zone()
	for n, highest := range peaks {
		if metric := out[n]; highest.found {
			at := zone.Start(highest.day).Add(highest.after)
			metric.Time = &at
			out[n] = metric
		}
	}
	return out
}

// peak is where the highest step is.
type peak struct {
	found bool
	day   civil.Date
	after time.Duration // the start of the day
}

// filling is which days of the period a curve has complete.
type filling struct {
	seen bool // there is data
	days []bool
}

// state counts the past days of the period without complete data, and finds the first one
// with data that is not definitive. A nature nobody sent is not waited for.
func (c tally) state() (missing int, provisional *civil.Date) {
	filled, none, earliest := map[sumKey]*filling{}, true, civil.Forever
	for _, m := range c.months {
		if m.nature.External() || m.nature == ACI || !has(c.scope.sides(m.nature), m.side) {
			continue
		}
		f := filled[sumKey{m.nature, m.side}]
		if f == nil {
			f = &filling{days: make([]bool, c.days.Days())}
			filled[sumKey{m.nature, m.side}] = f
		}
		first, days := m.days.in(m.month, c.days.Intersect(c.within))
		for i, day := range days {
			date := first + civil.Date(i)
			if day.State.Has(HasData) {
				f.seen, none = true, false
				if date < earliest && !c.finality.final(date, day.State) {
					earliest = date
				}
			}
			f.days[date-c.days.From] = day.State.Has(Complete)
		}
	}
	if earliest < civil.Forever {
		provisional = &earliest
	}
	incomplete := make([]bool, c.days.Days())
	for _, f := range filled {
		for i, complete := range f.days {
			incomplete[i] = incomplete[i] || f.seen && !complete
		}
	}
	for i, one := range incomplete {
		if past := c.days.From+civil.Date(i) < c.today; past && (one || none) {
			missing++
		}
	}
	return missing, provisional
}
