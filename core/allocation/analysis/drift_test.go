package analysis

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/replay"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
)

// TestDrifts: further apart than the percentage of the operator's figure, and than what
// is too small to speak of, in either direction.
func TestDrifts(t *testing.T) {
	t.Parallel()
	const kWh = energy.MilliWh(1_000_000)
	for _, c := range []struct {
		dso, expected energy.MilliWh
		percent       float64
		alert         bool
	}{
		{100 * kWh, 102 * kWh, 2, false}, // just the threshold
		{100 * kWh, 102*kWh + 1, 2, true},
		{100 * kWh, 98*kWh - 1, 2, true},
		{100 * kWh, 98 * kWh, 2, false},
		{100 * kWh, 109 * kWh, 10, false},
		{kWh / 10, kWh / 5, 2, false}, // 0.1 kWh
		{kWh / 10, kWh/5 + 1, 2, true},
		{0, kWh, 2, true},
		{0, 0, 0, false},
		{100 * kWh, 100 * kWh, 0, false},
		{100 * kWh, 100*kWh + kWh/2, 0, true},
	} {
		require.Equal(t, c.alert, Drifts(c.dso, c.expected, c.percent), "%+v", c)
	}
}

// TestADayThatDriftsIsAnAlert: two days that make up for each other do not hide, and the
// health of the data says the same of the same days.
func TestADayThatDriftsIsAnAlert(t *testing.T) {
	t.Parallel()
	const kWh = 1_000_000
	site := func(name string, days ...replay.DayShares) replay.SiteDays {
		return replay.SiteDays{Site: allocation.Site{ID: id.ID(name)}, Days: days}
	}
	d := Drift{Threshold: DefaultDrift}
	d.compare([]replay.SiteDays{
		site("equal", replay.DayShares{Day: 1, DSO: kWh, Expected: kWh, Both: true}),
		site("small", replay.DayShares{Day: 1, DSO: 100 * kWh, Expected: 101 * kWh, Both: true}, replay.DayShares{Day: 2, DSO: 100 * kWh, Expected: 101 * kWh, Both: true}),
		site("both ways", replay.DayShares{Day: 1, DSO: 3 * kWh, Expected: 2 * kWh, Both: true}, replay.DayShares{Day: 2, DSO: 3 * kWh, Expected: 4 * kWh, Both: true}, replay.DayShares{Day: 3, DSO: 3 * kWh, Expected: 0, Both: false}),
		site("one day", replay.DayShares{Day: 1, DSO: 100 * kWh, Expected: 100 * kWh, Both: true}, replay.DayShares{Day: 2, DSO: kWh, Expected: kWh + 150_000, Both: true}),
	})
	require.Equal(t, 2, d.ComparedDays)
	var names []id.ID
	for _, s := range d.Sites {
		names = append(names, s.ID)
	}
	require.Equal(t, []id.ID{"both ways", "small", "one day"}, names, "by what moved in all; equal names settle the rest")
	both, small, one := d.Sites[0], d.Sites[1], d.Sites[2]
	require.Equal(t, []any{true, energy.MilliWh(2 * kWh), energy.MilliWh(0)}, []any{both.Alert, both.Moved, both.Difference()})
	require.Equal(t, []bool{true, true}, []bool{both.Days[0].Alert, both.Days[1].Alert})
	require.False(t, small.Alert, "1 percent of each day")
	require.True(t, one.Alert, "15 percent of a day, though little of the period")
	require.Len(t, one.Days, 1)
}
