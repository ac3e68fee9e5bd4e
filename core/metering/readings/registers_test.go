package readings

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
)

// TestRegistersOfSomeDays: lines count whole or not at all.
var april = civil.NewMonth(2026, 4)

func TestRegistersOfSomeDays(t *testing.T) {
	t.Parallel()
	lines := []metering.RegisterVolume{{Days: april.Range(), Register: metering.RegisterHigh, Shared: 5, Given: 1}, {Days: april.Range(), Register: metering.RegisterLow, Shared: 7},
		{Days: (april + 1).Range(), Register: metering.RegisterTotal, Shared: 11}}
	two := sumRegisters(lines, civil.Range{From: april.First(), To: (april + 2).First()})
	require.Equal(t, SiteRegisters{Volumes: map[metering.Register]energy.MilliWh{metering.RegisterHigh: 5, metering.RegisterLow: 7, metering.RegisterTotal: 11}, Given: 1, Whole: true}, two)
	require.False(t, sumRegisters(lines, civil.Range{From: april.First() + 1, To: (april + 2).First()}).Whole, "begins within a month")
	require.False(t, sumRegisters(lines, civil.Range{From: april.First(), To: (april + 3).First()}).Whole, "a month has no line")
}
