package metering

import (
	"context"

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

// avoided is what a kWh from a producer of a type saves in a month, never below zero.
func avoided(country dso.Country, m civil.Month, productionType int) float64 {
	grid, found := 0.0, false
	for _, e := range gridEmissions {
		if e.country == country && (e.from <= m.First() || !found) {
			grid, found = e.kgPerKWh, true
		}
	}
	return max(0, grid-sourceEmissions[productionType])
}

// saved adds up what was shared, by month and by who produced it.
func (q question) saved(shared map[civil.Month]map[id.ID]energy.MilliWh, sites []Site) *float64 {
	types := make(map[id.ID]int, len(sites))
	for _, s := range sites {
		types[s.ParticipantID] = s.ProductionType
	}
	kg := 0.0
	for m, by := range shared {
		for producer, e := range by {
			kg += float64(e) / float64(energy.KilowattHour) * avoided(q.op.Operator.Country(), m, types[producer])
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
		if v.side == Producer || !v.producerID.IsZero() {
			producer := v.ParticipantID
			if v.side == Consumer {
				producer = v.producerID
			}
			months, err := v.months(ctx, []civil.Month{m}, []Nature{Autoconso})
			if err != nil {
				return nil, err
			}
			for _, c := range months {
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
