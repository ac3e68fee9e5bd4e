package metering

import (
	"encoding/json"

	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/civil"
	core "github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/dashboard"
)

// toAPIPreviousMetrics is nil for a period without data.
func toAPIPreviousMetrics(values map[core.Nature]dashboard.Metric, days civil.Range, missing int, zone civil.Zone, compared *dashboard.Compared) *model.PreviousMetrics {
	if len(values) == 0 {
		return nil
	}
	of := func(n core.Nature) *model.Metric { return toAPIMetric(values, n, zone) }
	return &model.PreviousMetrics{DateFrom: wire.Date(days.From), DateTo: wire.Date(days.Last()), MissingDays: missing,
		Consumption: of(core.Conso), Production: of(core.Prod), AutoConsumption: of(core.Autoconso),
		Surplus: of(core.Surplus), ExtProduction: of(core.ProdExt), ExtConsumption: of(core.ConsExt),
		Compared: toAPICompared(compared)}
}

func toAPICompared(c *dashboard.Compared) *model.ComparedMetrics {
	if c == nil {
		return nil
	}
	of := func(n core.Nature) *model.ComparedEnergy {
		if e, ok := c.Energies[n]; ok {
			return toAPIComparedEnergy(&e)
		}
		return nil
	}
	return &model.ComparedMetrics{PeriodDays: c.Days,
		Consumption: of(core.Conso), Production: of(core.Prod), AutoConsumption: of(core.Autoconso),
		Surplus: of(core.Surplus), ExtProduction: of(core.ProdExt), ExtConsumption: of(core.ConsExt),
		Complement: toAPIComparedEnergy(c.Complement), SharingRate: toAPIComparedRate(c.Sharing),
		SelfProductionRate: toAPIComparedRate(c.SelfProduction), CoverageRate: toAPIComparedRate(c.Coverage)}
}

func toAPIComparedEnergy(e *dashboard.ComparedEnergy) *model.ComparedEnergy {
	if e == nil {
		return nil
	}
	return &model.ComparedEnergy{Days: e.Days, EnergyMilliWh: int64(e.Energy), BeforeMilliWh: int64(e.Before)}
}

func toAPIComparedRate(r *dashboard.ComparedRate) *model.ComparedRate {
	if r == nil {
		return nil
	}
	return &model.ComparedRate{Days: r.Days, Rate: r.Rate, BeforeRate: r.Before}
}

func comparisonOf(c *model.Comparison) dashboard.Comparison {
	if c == nil {
		return ""
	}
	return dashboard.Comparison(*c)
}

// appendCompared writes what the curves of an answer are compared with, if anything.
func appendCompared(dst []byte, c *dashboard.Compared) []byte {
	text, err := json.Marshal(toAPICompared(c))
	if c == nil || err != nil { // numbers alone, and finite ones: there is nothing to fail
		return dst
	}
	return append(append(dst, `,"compared":`...), text...)
}
