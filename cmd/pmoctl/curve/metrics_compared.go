package curve

import (
	"strconv"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// changes are the last cells of a metric: how it moved since the period before and since
// the year before, and over how many days; empty where too few can be compared.
func changes(m pmo.Metrics, name string) []string {
	return append(change(m.Previous, name), change(m.YearBefore, name)...)
}

func change(of *pmo.PreviousMetrics, name string) []string {
	if of == nil || of.Compared == nil {
		return []string{"", ""}
	}
	c := of.Compared
	if e := map[string]*pmo.ComparedEnergy{"consumption": c.Consumption, "production": c.Production, "auto_consumption": c.AutoConsumption,
		"surplus": c.Surplus, "ext_production": c.ExtProduction, "ext_consumption": c.ExtConsumption, "complement": c.Complement}[name]; e != nil {
		if e.BeforeMilliWh <= 0 {
			return []string{"", strconv.Itoa(e.Days)}
		}
		return []string{output.Number(100*(float64(e.EnergyMilliWh)/float64(e.BeforeMilliWh)-1), 1), strconv.Itoa(e.Days)}
	}
	if r := map[string]*pmo.ComparedRate{"sharing_rate": c.SharingRate, "self_production_rate": c.SelfProductionRate,
		"coverage_rate": c.CoverageRate}[name]; r != nil {
		return []string{output.Number(100*(r.Rate-r.BeforeRate), 1), strconv.Itoa(r.Days)}
	}
	return []string{"", ""}
}
