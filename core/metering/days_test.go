package metering

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/energy"
)

func TestDaysAreStoredWhole(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		days := make(Days, rapid.IntRange(28, 31).Draw(t, "days"))
		peaks := rapid.Bool().Draw(t, "peaks")
		for i := range days {
			days[i] = Day{Sum: energy.MilliWh(rapid.Int64Range(0, 1<<40).Draw(t, "sum")), State: DayState(rapid.IntRange(0, 15).Draw(t, "state"))}
			if peaks {
				days[i].Peak, days[i].PeakAt = days[i].Sum/2+1, int32(rapid.IntRange(0, 99).Draw(t, "at"))
			}
		}
		back, err := ReadDays(AppendDays(nil, days))
		require.NoError(t, err)
		require.Equal(t, days, back)
	})
}

func FuzzReadDays(f *testing.F) {
	f.Add(AppendDays(nil, make(Days, 31)))
	f.Fuzz(func(t *testing.T, data []byte) {
		if days, err := ReadDays(data); err == nil {
			require.LessOrEqual(t, len(days), 31)
		}
	})
}
