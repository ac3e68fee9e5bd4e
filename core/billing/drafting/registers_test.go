package drafting_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/drafting"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/readings"
)

type meters map[id.ID]readings.SiteRegisters

func (m meters) RegistersOf(context.Context, id.ID, civil.Range) (map[id.ID]readings.SiteRegisters, error) {
	return m, nil
}

// TestEachRegisterHasItsUsage: what a site received by register, what it gave over all of them,
// and the sites whose lines are not whole.
func TestEachRegisterHasItsUsage(t *testing.T) {
	t.Parallel()
	october := civil.NewMonth(2026, 10).Range()
	volumes, broken, costs, err := drafting.RegisterVolumes{Registers: meters{
		"two": {Volumes: map[metering.Register]energy.MilliWh{metering.RegisterHigh: 5, metering.RegisterLow: 3}, Given: 2, Whole: true,
			Costs: []metering.NetworkCost{{Days: october, NetworkCosts: metering.NetworkCosts{Use: 3, Total: 7, Told: true}}}},
		"one":  {Volumes: map[metering.Register]energy.MilliWh{metering.RegisterTotal: 7}, Whole: true},
		"torn": {Volumes: map[metering.Register]energy.MilliWh{metering.RegisterTotal: 1}, CostsLacking: october, CostsTorn: true},
	}}.Volumes(t.Context(), "", civil.Range{})
	require.NoError(t, err)
	require.Equal(t, map[billing.VolumeKey]energy.MilliWh{
		{SiteID: "two", Usage: billing.UsageHigh}: 5, {SiteID: "two", Usage: billing.UsageLow}: 3, {SiteID: "two", Usage: billing.UsageInjection}: 2,
		{SiteID: "one", Usage: billing.UsageTotal}: 7, {SiteID: "one", Usage: billing.UsageInjection}: 0,
		{SiteID: "torn", Usage: billing.UsageTotal}: 1, {SiteID: "torn", Usage: billing.UsageInjection}: 0,
	}, volumes)
	require.Equal(t, map[id.ID]bool{"torn": true}, broken)
	require.Equal(t, map[id.ID]billing.SiteCosts{"two": {Costs: []billing.NetworkCost{{Days: october, Cost: 7}}}, "one": {}, "torn": {Lacking: october, Torn: true}}, costs)
}
