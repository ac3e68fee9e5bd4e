package metering

import (
	"context"
	"maps"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
)

// gridEmission is what a kWh from the grid emits at its production. Direct emissions
// only, on both sides: life-cycle figures of one side and direct ones of the other
// would give savings below zero (domain 7).
var gridEmissions = []struct {
	country  dso.Country
	from     civil.Date
	kgPerKWh float64
}{
	{dso.France, civil.NewDate(2023, 1, 1), 0.032},
	{dso.France, civil.NewDate(2024, 1, 1), 0.0217},
	{dso.Belgium, civil.NewDate(2023, 1, 1), 0.150},
}

// Cogeneration is the one production type (specification 3) that emits CO2.
const Cogeneration = 11

// sourceEmissions by production type; what is not here emits nothing.
var sourceEmissions = map[int]float64{Cogeneration: 0.250}

// avoided is what a kWh from a producer of a type saves in a month; below zero where its
// making emits more than the grid. Only what is told of a period is kept from falling
// below zero (domain 7): what a cogeneration emits counts against what the sun saved.
func avoided(country dso.Country, m civil.Month, productionType int) float64 {
	grid, found := 0.0, false
	for _, e := range gridEmissions {
		if e.country == country && (e.from <= m.First() || !found) {
			grid, found = e.kgPerKWh, true
		}
	}
	return grid - sourceEmissions[productionType]
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
func (q question) operationSavings(ctx context.Context, out *Metrics, curves []curveMonth) error {
	kg, err := q.operationCO2(ctx, *out, Autoconso, curves)
	if err != nil {
		return err
	}
	out.CO2Kg = notBelowZero(kg)
	if !q.op.ACI {
		return nil
	}
	more, err := q.operationCO2(ctx, *out, ACI, curves)
	out.CO2KgWithACI = notBelowZero(plusKg(kg, more))
	return err
}

// savings fills what a site saved by the energy of curves, and by what it made and used
// itself.
func (v siteView) savings(ctx context.Context, out *Metrics, curves, onSpot []curveMonth) error {
	kg, err := v.co2(ctx, *out, curves)
	out.CO2Kg = notBelowZero(kg)
	if len(onSpot) > 0 {
		out.CO2KgWithACI = notBelowZero(plusKg(kg, v.onSpotCO2(onSpot)))
	}
	return err
}

// onSpotCO2 is what a site saved by what it made and used itself.
func (v siteView) onSpotCO2(curves []curveMonth) *float64 {
	kg := 0.0
	for _, c := range curves {
		_, days := c.days.in(c.month, v.within)
		for _, d := range days {
			kg += float64(d.Sum) / float64(energy.KilowattHour) * avoided(v.op.Operator.Country(), c.month, v.ProductionType)
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
func (q question) saved(shared map[civil.Month]map[id.ID]energy.MilliWh, sites []Site) *float64 {
	types := make(map[id.ID]int, len(sites))
	for _, s := range sites {
		types[s.ParticipantID] = s.ProductionType
	}
	kg := 0.0
	for _, m := range slices.Sorted(maps.Keys(shared)) { // in one order: a sum of floats depends on it
		for _, producer := range slices.Sorted(maps.Keys(shared[m])) {
			kg += float64(shared[m][producer]) / float64(energy.KilowattHour) * avoided(q.op.Operator.Country(), m, types[producer])
		}
	}
	return &kg
}

// evenCO2 is what was saved where no producer emits anything: who gave what is all the
// same.
func (q question) evenCO2(curves []curveMonth, nature Nature, within civil.Range) *float64 {
	kg := 0.0
	for _, c := range curves {
		if c.nature != nature {
			continue
		}
		_, days := c.days.in(c.month, within)
		for _, d := range days {
			kg += float64(d.Sum) / float64(energy.KilowattHour) * avoided(q.op.Operator.Country(), c.month, 0)
		}
	}
	return &kg
}

// operationCO2 is what an operation saved by energy of a nature: what each producer
// shared, or made and used on the spot.
func (q question) operationCO2(ctx context.Context, out Metrics, nature Nature, curves []curveMonth) (*float64, error) {
	if _, ok := out.Values[nature]; !ok {
		return nil, nil
	}
	if !q.op.Emits {
		return q.evenCO2(curves, nature, q.days), nil
	}
	sites, err := q.s.perimeter.Sites(ctx, q.op.ID)
	if err != nil {
		return nil, err
	}
	all, err := q.s.distributions(ctx, q.known, q.op.ID, civil.MonthsOf(q.days), q.days, []Nature{nature})
	if err != nil {
		return nil, err
	}
	shared := map[civil.Month]map[id.ID]energy.MilliWh{}
	for _, d := range all {
		if d.Side != Producer {
			continue
		}
		shared[d.Month] = map[id.ID]energy.MilliWh{}
		for i, e := range d.Totals {
			if e != Absent {
				shared[d.Month][d.Participants[i]] = e
			}
		}
	}
	return q.saved(shared, sites), nil
}

// co2 is what a site saved: of a consumer what each producer gave it, of a producer
// what it gave.
func (v siteView) co2(ctx context.Context, out Metrics, curves []curveMonth) (*float64, error) {
	if _, ok := out.Values[Autoconso]; !ok {
		return nil, nil
	}
	if !v.op.Emits {
		return v.evenCO2(curves, Autoconso, v.within), nil
	}
	shared := map[civil.Month]map[id.ID]energy.MilliWh{}
	for _, m := range civil.MonthsOf(v.within) {
		shared[m] = map[id.ID]energy.MilliWh{}
		if v.scope == ScopeProducer || !v.producerID.IsZero() {
			producer := v.ParticipantID
			if v.scope != ScopeProducer {
				producer = v.producerID
			}
			months, err := v.months(ctx, []civil.Month{m}, []Nature{Autoconso})
			if err != nil {
				return nil, err
			}
			for _, c := range sidesOf(months, v.scope) {
				_, days := c.days.in(m, v.within)
				for _, d := range days {
					shared[m][producer] += d.Sum
				}
			}
			continue
		}
		pairs, err := v.s.pairs(ctx, v.known, v.op, m.Range().Intersect(v.within), []id.ID{v.ParticipantID})
		if err != nil {
			return nil, err
		}
		for pair, e := range pairs.of(v.ParticipantID) {
			shared[m][pair] += e
		}
	}
	return v.saved(shared, v.sites), nil
}
