package intake

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// TestPowerAboveOnePointTwoTimesTheContract is told, with the first line and how often;
// exactly that is not.
func TestPowerAboveOnePointTwoTimesTheContract(t *testing.T) {
	t.Parallel()
	in := &Intake{Sites: map[string][]metering.Site{"A": {{ContractPowerW: 6000}, {ContractPowerW: 9000}}, "B": {{}}}}
	const quarter, limit = 900, 9000 * 12 / 10 * 250 // mWh of 1.2 times the larger contract in a quarter
	of := func(number string, values ...energy.MilliWh) []int {
		r := &reading{Intake: in, Readings: curvefile.Readings{DsoID: number}}
		count, row := r.abovePower(curvefile.Run{Step: quarter, Values: values, Row: 7}, highest(values))
		return []int{count, row}
	}
	require.Equal(t, []int{0, 0}, of("A", 100, limit, limit-1))
	require.Equal(t, []int{2, 9}, of("A", 100, limit, limit+1, 5, 10*limit))
	require.Equal(t, []int{0, 0}, of("B", 1<<40), "whose contract nobody told")
}

func TestFactorsThatLookLikeAMistake(t *testing.T) {
	t.Parallel()
	for ratio, want := range map[float64]string{1: "", 0.4: "", 2.5: "", 4.1: "×4", 0.24: "÷4", 980: "×1000", 0.00101: "÷1000", 30: ""} {
		require.Equal(t, want, suspectedFactor(ratio), ratio)
	}
}
