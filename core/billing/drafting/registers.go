package drafting

import (
	"context"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/readings"
)

// Registers reads what the meters of sites counted by register.
type Registers interface {
	RegistersOf(ctx context.Context, operationID id.ID, days civil.Range) (map[id.ID]readings.SiteRegisters, error)
}

// RegisterVolumes gives the lines of monthly files by usage (billing.Volumes, domain 5.6).
type RegisterVolumes struct{ Registers Registers }

var _ billing.Volumes = RegisterVolumes{}

// usageOf a register: what a charge prices by it.
var usageOf = map[metering.Register]billing.Usage{metering.RegisterHigh: billing.UsageHigh,
	metering.RegisterLow: billing.UsageLow, metering.RegisterTotal: billing.UsageTotal}

// Volumes of billing.Volumes. Sites whose lines are not whole are broken.
func (v RegisterVolumes) Volumes(ctx context.Context, operationID id.ID, days civil.Range) (map[billing.VolumeKey]energy.MilliWh, map[id.ID]bool, map[id.ID]billing.SiteCosts, error) {
	sites, err := v.Registers.RegistersOf(ctx, operationID, days)
	if err != nil {
		return nil, nil, nil, err
	}
	volumes, broken, costs := map[billing.VolumeKey]energy.MilliWh{}, map[id.ID]bool{}, map[id.ID]billing.SiteCosts{}
	for siteID, site := range sites {
		for register, shared := range site.Volumes {
			volumes[billing.VolumeKey{SiteID: siteID, Usage: usageOf[register]}] = shared
		}
		volumes[billing.VolumeKey{SiteID: siteID, Usage: billing.UsageInjection}] = site.Given
		if !site.Whole {
			broken[siteID] = true
		}
		of := billing.SiteCosts{Lacking: site.CostsLacking, Torn: site.CostsTorn}
		for _, c := range site.Costs {
			of.Costs = append(of.Costs, billing.NetworkCost{Days: c.Days, Cost: c.Total})
		}
		costs[siteID] = of
	}
	return volumes, broken, costs, nil
}
