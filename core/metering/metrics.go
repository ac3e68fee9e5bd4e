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

// Metrics are the totals of a period: of what is known, also where days are missing. Rates
// and Complement count only the steps at which both of their energies are known. A rate
// without a denominator is nil, never zero; where an operator's figures say that more
// was shared than there was, it is 1, and the health of the data says so.
type Metrics struct {
	Tag               string
	Unchanged         bool
	Zone              civil.Zone
	Days              civil.Range
	Values            map[Nature]Metric // a nature without data has none
	Received          *energy.MilliWh   // seen from one producer: what came from all of them
	SelfConsumption   *float64          // what producers shared / produced
	SelfProduction    *float64          // what consumers received, from all / consumed
	Sharing           *float64          // the same as SelfConsumption
	Coverage          *float64          // produced / consumed, of days that have both whole; may exceed 1
	Complement        *energy.MilliWh   // consumed less received from all
	CO2Kg             *float64          // with GES_KPI only, never below zero
	ProvisionalFrom   *civil.Date
	MissingDays       int
	PreviousDays      civil.Range
	Previous          map[Nature]Metric // of the period of the same length before
	PreviousMissing   int               // days of it without complete data
	YearBeforeDays    civil.Range
	YearBefore        map[Nature]Metric // of the same days one year before
	YearBeforeMissing int
	// Beside them on the same days; nil where too few days can be compared, and in lines
	// of a group.
	PreviousCompared, YearBeforeCompared *Compared
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
	Scope         Scope    // of a site: see Site; none = by its energy type and the natures
	Natures       []Nature // none = all
	ProducerID    id.ID
	Days          civil.Range
	Known         string // If-None-Match
}

// OperationMetrics are the totals of an operation, from its rollups.
// Errors: forbidden, notFound, range.reversed, range.tooLong, featureNotAvailable.
func (s *Service) OperationMetrics(ctx context.Context, p policy.Principal, in MetricsInput) (Metrics, error) {
	if err := s.guard.Operation(ctx, p, permRead, in.OperationID); err != nil {
		return Metrics{}, err
	}
	q, unchanged, err := s.askBack(ctx, p, in.OperationID, in.Days, earliest(in.Days), in.Natures, in.Known, "metrics", in.Scope)
	if err == nil {
		err = q.op.offersMetrics()
	}
	if err != nil || unchanged {
		return Metrics{Tag: q.tag, Unchanged: unchanged}, err
	}
	sums, err := s.sums(ctx, q.known, in.OperationID, comparedMonths(in.Days, allDays), q.measured())
	if err != nil {
		return Metrics{}, err
	}
	scope := in.Scope
	if scope == "" {
		scope = ScopeGlobal
	}
	c := q.tallyOf(sums, scope)
	out := c.metrics()
	if q.op.GESKPI {
		err = q.operationSavings(ctx, &out, sidesOf(c.months, c.scope))
	}
	return out, err
}

// ParticipantMetrics are the totals of one site, within its activation; participants
// see their own dates only. Errors: forbidden, notFound, range.reversed, range.tooLong,
// featureNotAvailable.
func (s *Service) ParticipantMetrics(ctx context.Context, p policy.Principal, in MetricsInput) (Metrics, error) {
	operationID, err := s.guard.Participant(ctx, p, permRead, in.ParticipantID)
	if err != nil {
		return Metrics{}, err
	}
	q, unchanged, err := s.askBack(ctx, p, operationID, in.Days, earliest(in.Days), in.Natures, in.Known, "metrics", in.ParticipantID, in.Scope, in.ProducerID)
	if err == nil {
		err = q.op.offersMetrics()
	}
	if err != nil {
		return Metrics{}, err
	}
	v, err := q.site(ctx, in.ParticipantID, siteQuestion{in.Scope, in.Natures, in.ProducerID})
	if err != nil || unchanged {
		return Metrics{Tag: q.tag, Unchanged: unchanged}, err
	}
	return v.metrics(ctx, visible(p, v.Site))
}

// metrics are the totals of a site on the days of span. Seen from one producer, what was
// shared is what came from there; complement and rates count all producers.
func (v siteView) metrics(ctx context.Context, span civil.Range) (Metrics, error) {
	compared := comparedMonths(v.days, span)
	whole := v
	whole.producerID = ""
	months, err := whole.months(ctx, compared, v.natures)
	if err != nil {
		return Metrics{}, err
	}
	onSpot, err := v.onSpot(ctx, compared)
	if err != nil {
		return Metrics{}, err
	}
	c, err := v.tally(append(months, onSpot...), span)
	if err != nil {
		return Metrics{}, err
	}
	out := c.metrics()
	if v.seenFromOne() {
		if months, err = v.months(ctx, compared, v.natures); err != nil {
			return Metrics{}, err
		}
		from, err := v.tally(months, span)
		if err != nil {
			return Metrics{}, err
		}
		out.seenFrom(from)
	}
	if v.op.GESKPI {
		err = v.savings(ctx, &out, sidesOf(months, v.scope), onSpot)
	}
	return out, err
}

// tally counts curves of the site, with the highest step of each day.
func (v siteView) tally(months []curveMonth, span civil.Range) (tally, error) {
	zone := v.op.Operator.Zone()
	months, err := withPeaks(zone, months)
	if err != nil {
		return tally{}, err
	}
	all := months
	for _, k := range []sumKey{{Conso, Consumer}, {Prod, Producer}} {
		alone, err := unmatchedMonths(zone, k.nature, k.side, ofSide(months, k.side))
		if err != nil {
			return tally{}, err
		}
		all = append(all, alone...)
		spot, err := unmatchedACIMonths(zone, k.nature, k.side, ofSide(months, k.side), months)
		if err != nil {
			return tally{}, err
		}
		all = append(all, spot...)
	}
	return tally{question: v.question, scope: v.scope, within: span, months: all}, nil
}

// seenFrom puts what came from one producer in the place of what came from all.
func (m *Metrics) seenFrom(producer tally) {
	if all, ok := m.Values[Autoconso]; ok {
		m.Received = &all.Energy
	}
	for _, of := range []struct {
		values map[Nature]Metric
		days   civil.Range
	}{{m.Values, m.Days}, {m.Previous, m.PreviousDays}, {m.YearBefore, m.YearBeforeDays}} {
		delete(of.values, Autoconso)
		if came, ok := producer.values(of.days)[Autoconso]; ok {
			of.values[Autoconso] = came
		}
	}
	from := Metrics{Previous: m.Previous, PreviousDays: m.PreviousDays, YearBefore: m.YearBefore, YearBeforeDays: m.YearBeforeDays}
	producer.compare(&from)
	m.PreviousCompared.seenFrom(from.PreviousCompared)
	m.YearBeforeCompared.seenFrom(from.YearBeforeCompared)
}

// seenFrom puts what came from one producer in the place of what came from all.
func (c *Compared) seenFrom(producer *Compared) {
	if c == nil {
		return
	}
	delete(c.Energies, Autoconso)
	if producer == nil {
		return
	}
	if came, ok := producer.Energies[Autoconso]; ok {
		c.Energies[Autoconso] = came
	}
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
