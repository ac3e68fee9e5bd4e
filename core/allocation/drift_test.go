package allocation

import (
	"testing"

	"github.com/stretchr/testify/require"

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
	site := func(name string, days ...DayShares) SiteDays { return SiteDays{Site{ID: id.ID(name)}, days} }
	d := Drift{Threshold: DefaultDrift}
	d.compare([]SiteDays{
		site("equal", DayShares{1, kWh, kWh, true}),
		site("small", DayShares{1, 100 * kWh, 101 * kWh, true}, DayShares{2, 100 * kWh, 101 * kWh, true}),
		site("both ways", DayShares{1, 3 * kWh, 2 * kWh, true}, DayShares{2, 3 * kWh, 4 * kWh, true}, DayShares{3, 3 * kWh, 0, false}),
		site("one day", DayShares{1, 100 * kWh, 100 * kWh, true}, DayShares{2, kWh, kWh + 150_000, true}),
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
