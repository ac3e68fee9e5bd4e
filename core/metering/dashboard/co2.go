package dashboard

import (
	"context"
	"maps"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/view"
)

// Cogeneration is the production type (specification 3) whose sites are found by an index: of those that
// are known it alone emits CO2.
const Cogeneration = 11

// avoided is what a kWh from a producer of a type saves in a month; below zero where its
// making emits more than the grid. Only what is told of a period is kept from falling
// below zero (domain 7): what a cogeneration emits counts against what the sun saved.
func avoided(op metering.Operation, m civil.Month, productionType int) float64 {
	return op.Emissions.Avoided(op.Operator.Country(), m, productionType)
}

// notBelowZero is what is told of a sum of savings; nil stays nil.
func notBelowZero(kg *float64) *float64 {
	if kg == nil {
		return nil
	}
	sum := max(0, *kg)
	return &sum
}

// operationSavings fills what an operation saved.
func operationSavings(ctx context.Context, q view.Question, out *Metrics, curves []view.CurveMonth) error {
	kg, err := operationCO2(ctx, q, *out, metering.Autoconso, curves)
	if err != nil {
		return err
	}
	out.CO2Kg = notBelowZero(kg)
	if !q.Op.ACI {
		return nil
	}
	more, err := operationCO2(ctx, q, *out, metering.ACI, curves)
	out.CO2KgWithACI = notBelowZero(plusKg(kg, more))
	return err
}

// savings fills what a site saved by the energy of curves, and by what it made and used
// itself.
func savings(ctx context.Context, v view.SiteView, out *Metrics, curves, onSpot []view.CurveMonth) error {
	kg, err := co2(ctx, v, *out, curves)
	out.CO2Kg = notBelowZero(kg)
	if len(onSpot) > 0 {
		out.CO2KgWithACI = notBelowZero(plusKg(kg, onSpotCO2(v, onSpot)))
	}
	return err
}

// onSpotCO2 is what a site saved by what it made and used itself.
func onSpotCO2(v view.SiteView, curves []view.CurveMonth) *float64 {
	kg := 0.0
	for _, c := range curves {
		_, days := c.Days.In(c.Month, v.Within)
		for _, d := range days {
			kg += float64(d.Sum) / float64(energy.KilowattHour) * avoided(v.Op, c.Month, v.ProductionType)
		}
	}
	return &kg
}

// plusKg adds where there is something to add to.
func plusKg(kg, more *float64) *float64 {
	if kg == nil || more == nil {
		return nil
	}
	sum := *kg + *more
	return &sum
}

// saved adds up what was shared, by month and by who produced it.
func saved(q view.Question, shared map[civil.Month]map[id.ID]energy.MilliWh, sites []metering.Site) *float64 {
	types := make(map[id.ID]int, len(sites))
	for _, s := range sites {
		types[s.ParticipantID] = s.ProductionType
	}
	kg := 0.0
	for _, m := range slices.Sorted(maps.Keys(shared)) { // in one order: a sum of floats depends on it
		for _, producer := range slices.Sorted(maps.Keys(shared[m])) {
			kg += float64(shared[m][producer]) / float64(energy.KilowattHour) * avoided(q.Op, m, types[producer])
		}
	}
	return &kg
}

// evenCO2 is what was saved where no producer emits anything: who gave what is all the
// same.
func evenCO2(q view.Question, curves []view.CurveMonth, nature metering.Nature, within civil.Range) *float64 {
	kg := 0.0
	for _, c := range curves {
		if c.Nature != nature {
			continue
		}
		_, days := c.Days.In(c.Month, within)
		for _, d := range days {
			kg += float64(d.Sum) / float64(energy.KilowattHour) * avoided(q.Op, c.Month, 0)
		}
	}
	return &kg
}

// operationCO2 is what an operation saved by energy of a nature: what each producer
// shared, or made and used on the spot.
func operationCO2(ctx context.Context, q view.Question, out Metrics, nature metering.Nature, curves []view.CurveMonth) (*float64, error) {
	if _, ok := out.Values[nature]; !ok {
		return nil, nil
	}
	if !q.Op.Emits {
		return evenCO2(q, curves, nature, q.Days), nil
	}
	sites, err := q.Perimeter.Sites(ctx, q.Op.ID)
	if err != nil {
		return nil, err
	}
	all, err := q.Monthly.Distributions(ctx, q.Known, q.Op.ID, civil.MonthsOf(q.Days), q.Days, []metering.Nature{nature})
	if err != nil {
		return nil, err
	}
	shared := map[civil.Month]map[id.ID]energy.MilliWh{}
	for _, d := range all {
		if d.Side != metering.Producer {
			continue
		}
		shared[d.Month] = map[id.ID]energy.MilliWh{}
		for i, e := range d.Totals {
			if e != metering.Absent {
				shared[d.Month][d.Participants[i]] = e
			}
		}
	}
	return saved(q, shared, sites), nil
}

// co2 is what a site saved: of a consumer what each producer gave it, of a producer
// what it gave.
func co2(ctx context.Context, v view.SiteView, out Metrics, curves []view.CurveMonth) (*float64, error) {
	if _, ok := out.Values[metering.Autoconso]; !ok {
		return nil, nil
	}
	if !v.Op.Emits {
		return evenCO2(v.Question, curves, metering.Autoconso, v.Within), nil
	}
	shared := map[civil.Month]map[id.ID]energy.MilliWh{}
	for _, m := range civil.MonthsOf(v.Within) {
		shared[m] = map[id.ID]energy.MilliWh{}
		if v.Scope == metering.ScopeProducer || !v.ProducerID.IsZero() {
			producer := v.ParticipantID
			if v.Scope != metering.ScopeProducer {
				producer = v.ProducerID
			}
			months, err := v.Months(ctx, []civil.Month{m}, []metering.Nature{metering.Autoconso})
			if err != nil {
				return nil, err
			}
			for _, c := range view.SidesOf(months, v.Scope) {
				_, days := c.Days.In(m, v.Within)
				for _, d := range days {
					shared[m][producer] += d.Sum
				}
			}
			continue
		}
		pairs, err := v.Monthly.Pairs(ctx, v.Known, v.Op, m.Range().Intersect(v.Within), []id.ID{v.ParticipantID})
		if err != nil {
			return nil, err
		}
		for pair, e := range pairs.Of(v.ParticipantID) {
			shared[m][pair] += e
		}
	}
	return saved(v.Question, shared, v.Sites), nil
}
