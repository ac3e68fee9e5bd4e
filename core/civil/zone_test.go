package civil_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
)

const quarter = 15 * time.Minute

// lastSunday of a month, found without the code under test.
func lastSunday(year int, month time.Month) time.Time {
	t := time.Date(year, month+1, 0, 0, 0, 0, 0, time.UTC)
	return t.AddDate(0, 0, -int(t.Weekday()))
}

func TestEveryDayFrom2000To2040(t *testing.T) {
	t.Parallel()
	for _, zone := range []civil.Zone{civil.Paris, civil.Brussels} {
		all := civil.Range{From: civil.NewDate(2000, 1, 1), To: civil.NewDate(2041, 1, 1)}
		total := 0
		for d := all.From; d < all.To; d++ {
			start := zone.Start(d)
			require.Equal(t, d, zone.DateOf(start))
			require.Equal(t, d-1, zone.DateOf(start.Add(-1)))
			require.True(t, zone.Start(d+1).After(start))
			want := 96
			switch d.String() {
			case lastSunday(d.Year(), time.March).Format(time.DateOnly):
				want = 92
			case lastSunday(d.Year(), time.October).Format(time.DateOnly):
				want = 100
			}
			require.Equal(t, want, zone.Steps(d, quarter), d)
			total += want
		}
		require.Equal(t, total, zone.StepsIn(all, quarter))
		require.Equal(t, all.Days()*96, total, "41 springs and 41 autumns cancel out")
	}
}

func TestSpanIsInUTC(t *testing.T) {
	t.Parallel()
	from, to := civil.Paris.Span(civil.NewMonth(2025, time.October).Range())
	require.Equal(t, "2025-09-30T22:00:00Z", from.Format(time.RFC3339))
	require.Equal(t, "2025-10-31T23:00:00Z", to.Format(time.RFC3339))
	require.Equal(t, 2980, civil.Paris.StepsIn(civil.NewMonth(2025, time.October).Range(), quarter))
	require.Equal(t, 2972, civil.Brussels.StepsIn(civil.NewMonth(2025, time.March).Range(), quarter))
}

func TestWallClockOnDaysThatChange(t *testing.T) {
	t.Parallel()
	spring, autumn := civil.NewDate(2025, 3, 30), civil.NewDate(2025, 10, 26)
	for _, c := range []struct {
		day  civil.Date
		at   time.Duration
		want []string
	}{
		{spring, 0, []string{"2025-03-29T23:00:00Z"}},
		{spring, 90 * time.Minute, []string{"2025-03-30T00:30:00Z"}},
		{spring, 150 * time.Minute, nil},
		{spring, 3 * time.Hour, []string{"2025-03-30T01:00:00Z"}},
		{autumn, 105 * time.Minute, []string{"2025-10-25T23:45:00Z"}},
		{autumn, 2 * time.Hour, []string{"2025-10-26T00:00:00Z", "2025-10-26T01:00:00Z"}},
		{autumn, 3 * time.Hour, []string{"2025-10-26T02:00:00Z"}},
		{autumn, 23 * time.Hour, []string{"2025-10-26T22:00:00Z"}},
	} {
		at, n := civil.Paris.Instants(c.day, c.at)
		var got []string
		for _, i := range at[:n] {
			got = append(got, i.Format(time.RFC3339))
		}
		require.Equal(t, c.want, got, "%s %s", c.day, c.at)
	}
}

func TestNoZoneIsUTC(t *testing.T) {
	t.Parallel()
	require.Equal(t, 96, civil.Zone{}.Steps(civil.NewDate(2025, 3, 30), quarter))
}
