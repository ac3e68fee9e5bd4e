package app

import (
	"context"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
)

// registerVolumes gives billing the lines of monthly files by usage (billing.Volumes,
// domain 5.6).
type registerVolumes struct{ *App }

var registerUsages = map[metering.Register]billing.Usage{metering.RegisterHigh: billing.UsageHigh,
	metering.RegisterLow: billing.UsageLow, metering.RegisterTotal: billing.UsageTotal}

func (v registerVolumes) Volumes(ctx context.Context, operationID id.ID, days civil.Range) (map[billing.VolumeKey]energy.MilliWh, map[id.ID]bool, error) {
	sites, err := v.Services.Metering.Readings.RegistersOf(ctx, operationID, days)
	if err != nil {
		return nil, nil, err
	}
	volumes, broken := map[billing.VolumeKey]energy.MilliWh{}, map[id.ID]bool{}
	for siteID, site := range sites {
		for register, shared := range site.Volumes {
			volumes[billing.VolumeKey{SiteID: siteID, Usage: registerUsages[register]}] = shared
		}
		volumes[billing.VolumeKey{SiteID: siteID, Usage: billing.UsageInjection}] = site.Given
		if !site.Whole {
			broken[siteID] = true
		}
	}
	return volumes, broken, nil
}
