package intake

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

func TestMergeKeepsWhatAFileDoesNotHold(t *testing.T) {
	t.Parallel()
	g := metering.GridOf(civil.Paris, civil.NewMonth(2026, 2), 1800)
	stored := loadcurve.NewSeries(g.Grid)
	for i := range 200 {
		stored.Values[i] = 7
	}
	stored.Quality = loadcurve.Runs(nil).Add(loadcurve.Definitive, 200).Add(loadcurve.Missing, g.N-200)
	fine := metering.GridOf(civil.Paris, civil.NewMonth(2026, 2), 900)
	next := loadcurve.NewSeries(fine.Grid)
	for i := 300; i < 500; i++ {
		next.Values[i] = 9
	}
	next.Quality = loadcurve.Runs(nil).Add(loadcurve.Missing, 300).Add(loadcurve.Provisional, 200).Add(loadcurve.Missing, fine.N-500)
	merged, err := MergeOnto(stored, next)
	require.NoError(t, err)
	require.Equal(t, fine.Step, merged.Step)
	total, err := merged.Total()
	require.NoError(t, err)
	require.EqualValues(t, 150*7+200*9, total)
	days := make([]bool, 28)
	count, err := Differ(days, civil.Paris, civil.NewMonth(2026, 2), stored, merged)
	require.NoError(t, err)
	require.Equal(t, 3, count, "from noon of the 4th to the 6th")
	require.Equal(t, []bool{false, false, false, true, true, true, false}, days[:7])
}
