package intake

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// Stretches may touch; an instant that one has, no other of the same file gives again.
func TestStretchesOfAFileDoNotMeet(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		from, to int64
		taken    bool
	}{{0, 9, true}, {0, 10, true}, {0, 11, false}, {10, 20, false}, {12, 14, false}, {19, 25, false}, {20, 30, true}, {25, 35, true}, {30, 40, false}, {39, 60, false}, {40, 60, true}, {5, 60, false}} {
		var s stretches
		require.True(t, s.add(35, 40))
		require.True(t, s.add(10, 20), "the order is no rule")
		require.Equal(t, c.taken, s.add(c.from, c.to), "%v", c)
		require.Equal(t, max(40, map[bool]int64{true: c.to}[c.taken]), s.end)
	}
}

// Values that cross midnight of the first stand in both months, with the qualities of each.
func TestAStretchIsCutAtTheMonths(t *testing.T) {
	t.Parallel()
	november := time.Date(2026, 11, 1, 0, 0, 0, 0, civil.Paris.Location())
	key := metering.SeriesKey{DsoID: "A", Nature: metering.Conso, Side: metering.Consumer}
	quality := loadcurve.Runs(nil).Add(loadcurve.Suspect, 3).Add(loadcurve.Definitive, 2).Add(loadcurve.Suspect, 1)
	of := Curves{}
	of.add(civil.Paris, key, curvefile.Readings{}, piece{november.Add(-4 * time.Hour).Unix(), 3600, 1, []energy.MilliWh{1, 2, 3, 4, 5, 6}, quality}, 1)
	october := civil.NewMonth(2026, time.October)
	require.Equal(t, []civil.Month{october, october + 1}, of.Months())
	before, after := of[october][key], of[october+1][key]
	require.Equal(t, []piece{{november.Add(-4 * time.Hour).Unix(), 3600, 1, []energy.MilliWh{1, 2, 3, 4}, loadcurve.Runs(nil).Add(loadcurve.Suspect, 3).Add(loadcurve.Definitive, 1)}}, before.pieces)
	require.Equal(t, []piece{{november.Unix(), 3600, 1, []energy.MilliWh{5, 6}, loadcurve.Runs(nil).Add(loadcurve.Definitive, 1).Add(loadcurve.Suspect, 1)}}, after.pieces)
	require.Equal(t, []int{3, 1}, []int{before.doubtful, after.doubtful})
	of.add(civil.Paris, key, curvefile.Readings{}, piece{november.Add(2 * time.Hour).Unix(), 3600, 2, []energy.MilliWh{7}, loadcurve.Runs(nil).Add(loadcurve.Suspect, 1)}, 1)
	require.Len(t, of[october+1][key].pieces, 2)
	require.Equal(t, 2, of[october+1][key].doubtful)
}
