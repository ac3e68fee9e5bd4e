package dashboard

import (
	"context"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/view"
)

// ratesWithACI fills what follows when the energy made and used on the spot counts. All
// that was made is what was injected and that energy, which is ProdExt where every
// producer has such a meter.
func (m *Metrics) ratesWithACI(of splits) {
	aci, ok := m.Values[metering.ACI]
	if !ok {
		return
	}
	m.ACI = &aci.Energy
	with := func(s *split) *float64 {
		if s == nil {
			return nil
		}
		return s.rate()
	}
	m.SelfConsumptionWithACI, m.SelfProductionWithACI = with(of.producedWithACI), with(of.consumedWithACI)
}

// offersMetrics refuses an operator whose totals come with its curves and its
// distribution only: SIBELGA (domain 7). Error: featureNotAvailable.
func offersMetrics(o metering.Operation) error {
	if o.Operator.Capabilities().Metrics {
		return nil
	}
	return metering.ErrFeature.With("feature", "metrics").With("dso", string(o.Operator))
}

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
	Revision          metering.Revision
	Unchanged         bool
	Zone              civil.Zone
	Days              civil.Range
	Values            map[metering.Nature]Metric // a nature without data has none
	Received          *energy.MilliWh            // seen from one producer: what came from all of them
	SelfConsumption   *float64                   // what producers shared / produced
	SelfProduction    *float64                   // what consumers received, from all / consumed
	Sharing           *float64                   // the same as SelfConsumption
	Coverage          *float64                   // produced / consumed, of days that have both whole; may exceed 1
	Complement        *energy.MilliWh            // consumed less received from all
	CO2Kg             *float64                   // with GES_KPI only, never below zero
	ProvisionalFrom   *civil.Date
	MissingDays       int
	PreviousDays      civil.Range
	Previous          map[metering.Nature]Metric // of the period of the same length before
	PreviousMissing   int                        // days of it without complete data
	YearBeforeDays    civil.Range
	YearBefore        map[metering.Nature]Metric // of the same days one year before
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
	Scope         metering.Scope    // of a site: see Site; none = by its energy type and the natures
	Natures       []metering.Nature // none = all
	ProducerID    id.ID
	Days          civil.Range
	Known         []metering.Revision // If-None-Match
}

// metrics are the totals of a site on the days of span. Seen from one producer, what was
// shared is what came from there; complement and rates count all producers.
func metrics(ctx context.Context, v view.SiteView, span civil.Range) (Metrics, error) {
	compared := ComparedMonths(v.Days, span)
	whole := v
	whole.ProducerID = ""
	months, err := whole.Months(ctx, compared, v.Natures)
	if err != nil {
		return Metrics{}, err
	}
	onSpot, err := OnSpot(ctx, v, compared)
	if err != nil {
		return Metrics{}, err
	}
	c, err := tally(v, append(months, onSpot...), span)
	if err != nil {
		return Metrics{}, err
	}
	out := c.metrics()
	if v.SeenFromOne() {
		if months, err = v.Months(ctx, compared, v.Natures); err != nil {
			return Metrics{}, err
		}
		from, err := tally(v, months, span)
		if err != nil {
			return Metrics{}, err
		}
		out.seenFrom(from)
	}
	if v.Op.GESKPI {
		err = savings(ctx, v, &out, view.SidesOf(months, v.Scope), onSpot)
	}
	return out, err
}

// tally counts curves of the site, with the highest step of each day.
func tally(v view.SiteView, months []view.CurveMonth, span civil.Range) (Tally, error) {
	zone := v.Op.Operator.Zone()
	months, err := withPeaks(zone, months)
	if err != nil {
		return Tally{}, err
	}
	all := months
	for _, k := range []metering.NatureSide{{Nature: metering.Conso, Side: metering.Consumer}, {Nature: metering.Prod, Side: metering.Producer}} {
		alone, err := view.UnmatchedMonths(zone, k.Nature, k.Side, view.OfSide(months, k.Side))
		if err != nil {
			return Tally{}, err
		}
		all = append(all, alone...)
		spot, err := view.UnmatchedACIMonths(zone, k.Nature, k.Side, view.OfSide(months, k.Side), months)
		if err != nil {
			return Tally{}, err
		}
		all = append(all, spot...)
	}
	return Tally{Question: v.Question, Scope: v.Scope, Within: span, Months: all}, nil
}

// seenFrom puts what came from one producer in the place of what came from all.
func (m *Metrics) seenFrom(producer Tally) {
	if all, ok := m.Values[metering.Autoconso]; ok {
		m.Received = &all.Energy
	}
	for _, of := range []struct {
		values map[metering.Nature]Metric
		days   civil.Range
	}{{m.Values, m.Days}, {m.Previous, m.PreviousDays}, {m.YearBefore, m.YearBeforeDays}} {
		delete(of.values, metering.Autoconso)
		if came, ok := producer.values(of.days)[metering.Autoconso]; ok {
			of.values[metering.Autoconso] = came
		}
	}
	from := Metrics{Previous: m.Previous, PreviousDays: m.PreviousDays, YearBefore: m.YearBefore, YearBeforeDays: m.YearBeforeDays}
	producer.compare(&from)
	m.PreviousCompared.SeenFrom(from.PreviousCompared)
	m.YearBeforeCompared.SeenFrom(from.YearBeforeCompared)
}

// withPeaks finds the highest step of each day, which series months do not keep.
func withPeaks(zone civil.Zone, months []view.CurveMonth) ([]view.CurveMonth, error) {
	for i, m := range months {
		s, err := metering.DecodeAt(m.Chunk, m.Step)
		if err != nil {
			return nil, err
		}
		months[i].Days = metering.DaysOf(metering.GridOf(zone, m.Month, m.Step), s, true)
	}
	return months, nil
}

// ComparedMonths lists the months of a period, of the one before and of the year before
// that have days of within.
func ComparedMonths(r, within civil.Range) []civil.Month {
	var months []civil.Month
	for _, one := range []civil.Range{view.YearBefore(r), view.PreviousDays(r), r} {
		if one = one.Intersect(within); !one.IsEmpty() {
			months = append(months, civil.MonthsOf(one)...)
		}
	}
	slices.Sort(months)
	return slices.Compact(months)
}

// rates fills what follows from the energies: of consumers what they received of what
// they consumed, of producers what they shared of what they produced.
func (m *Metrics) rates(of splits) {
	if of.consumed != nil {
		m.SelfProduction = of.consumed.rate()
		// An operator may say that more was received than consumed; nobody feeds the grid so.
		complement := max(0, of.consumed.whole-of.consumed.shared)
		m.Complement = &complement
	}
	if of.produced != nil {
		m.SelfConsumption = of.produced.rate()
		m.Sharing = m.SelfConsumption
	}
	m.ratesWithACI(of)
}
