package rollup_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/meteringtest"
	"github.com/openpmo/pmo/core/metering/rollup"
)

// TestStepsAboveOnePointTwoTimesTheContractAreFound: exactly that is not above it.
func TestStepsAboveOnePointTwoTimesTheContractAreFound(t *testing.T) {
	t.Parallel()
	const limit = 9000 * 12 / 10 * 250 // mWh of 1.2 × 9 kW in a quarter
	values := meteringtest.Steady(limit)
	values[96*4+7] = limit + 3
	in := rollup.Input{Op: metering.Operation{Operator: dso.Enedis}, Month: meteringtest.BalanceMonth,
		Sites: []metering.Site{{ParticipantID: "c", DsoID: "C", Side: metering.Consumer, Period: meteringtest.BalanceMonth.Range(), ContractPowerW: 9000}},
		Curves: []metering.SeriesMonth{
			meteringtest.BalanceRow("C", metering.Conso, metering.Consumer, values, civil.Range{})}}
	out, err := rollup.Summed(in)
	require.NoError(t, err)
	require.Equal(t, []metering.Finding{{DsoID: "C", Side: metering.Consumer, Kind: metering.AboveContractPower, Day: meteringtest.BalanceMonth.First() + 4,
		Steps: 1, Energy: energy.MilliWh(3)}}, out.Rollup.Findings)
}
