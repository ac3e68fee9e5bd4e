package civil_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/civil"
)

func day(t require.TestingT, s string) civil.Date {
	d, err := civil.ParseDate(s)
	require.NoError(t, err)
	return d
}

func TestDatesReadAndWrite(t *testing.T) {
	t.Parallel()
	require.Equal(t, "1970-01-01", civil.Date(0).String())
	require.Equal(t, "1969-12-31", civil.Date(-1).String())
	require.Equal(t, "9999-12-31", civil.Forever.String())
	require.Equal(t, "0001-01-01", civil.Min.String())
	require.Equal(t, civil.NewDate(2024, time.February, 29), day(t, "2024-02-29"))
	for _, s := range []string{"", "2025-02-29", "2025-13-01", "2025-00-10", "2025-4-01", "2025-04-31", "0000-01-01", "2025-04-01T00:00", "10000-01-01"} {
		_, err := civil.ParseDate(s)
		require.ErrorIs(t, err, civil.ErrDate, s)
	}
	text, err := json.Marshal(map[string]any{"d": day(t, "2026-10-03")})
	require.NoError(t, err)
	require.JSONEq(t, `{"d":"2026-10-03"}`, string(text))
	require.Equal(t, time.Saturday, day(t, "2026-10-03").Weekday())
}

func TestAddMonthsStaysInTheMonth(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		from string
		n    int
		want string
	}{
		{"2026-01-31", 1, "2026-02-28"}, {"2026-01-31", 2, "2026-03-31"},
		{"2020-02-29", 12, "2021-02-28"}, {"2020-02-29", 48, "2024-02-29"},
		{"2027-06-01", -4, "2027-02-01"}, {"2025-12-15", 1, "2026-01-15"}, {"2026-01-31", -14, "2024-11-30"},
	} {
		require.Equal(t, c.want, day(t, c.from).AddMonths(c.n).String(), c.from)
	}
}

func TestDatesAgreeWithTheCalendar(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d := civil.Date(rapid.Int32Range(int32(civil.Min), int32(civil.Forever)).Draw(t, "day"))
		require.Equal(t, d, day(t, d.String()))
		y, m, n := d.YearMonthDay()
		require.Equal(t, d, civil.NewDate(y, m, n))
		month := civil.MonthOf(d)
		require.True(t, d == civil.Forever || month.Range().Contains(d))
		require.Equal(t, month, civil.NewMonth(month.Year(), month.Month()))
		back, err := civil.ParseMonth(month.String())
		require.NoError(t, err)
		require.Equal(t, month, back)
	})
}

func TestRangesAreHalfOpen(t *testing.T) {
	t.Parallel()
	r, err := civil.Inclusive(day(t, "2025-01-01"), day(t, "2025-12-31"))
	require.NoError(t, err)
	require.Equal(t, 365, r.Days())
	require.Equal(t, "2025-12-31", r.Last().String())
	require.NoError(t, r.AtMost(12))
	require.ErrorIs(t, civil.Range{From: r.From, To: r.To + 1}.AtMost(12), civil.ErrTooLong)
	require.False(t, r.Overlaps(civil.Range{From: r.To, To: r.To + 5}))
	require.Len(t, civil.MonthsOf(r), 12)
	require.Equal(t, "2025-12", civil.MonthsOf(r)[11].String())
	empty := civil.Range{From: 5, To: 5}
	require.True(t, empty.IsEmpty())
	require.False(t, r.Overlaps(empty))
	require.True(t, r.Covers(empty))
	require.Empty(t, civil.MonthsOf(empty))
	_, err = civil.Inclusive(5, 4)
	require.ErrorIs(t, err, civil.ErrReversed)
	open, err := civil.Inclusive(5, civil.Forever)
	require.NoError(t, err)
	require.True(t, open.IsOpen())
}

func TestMergeHoldsTheSameDays(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		in := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) civil.Range {
			from := civil.Date(rapid.Int32Range(0, 40).Draw(t, "from"))
			return civil.Range{From: from, To: from + civil.Date(rapid.Int32Range(0, 8).Draw(t, "days"))}
		}), 0, 8).Draw(t, "ranges")
		out := civil.Merge(in)
		for d := civil.Date(0); d < 50; d++ {
			had, has := false, 0
			for _, r := range in {
				had = had || r.Contains(d)
			}
			for _, r := range out {
				if r.Contains(d) {
					has++
				}
			}
			require.Equal(t, had, has == 1, d)
		}
		for i := 1; i < len(out); i++ {
			require.Greater(t, out[i].From, out[i-1].To)
		}
	})
}

func TestMonthsSurviveText(t *testing.T) {
	t.Parallel()
	for m := civil.NewMonth(1999, 11); m < civil.NewMonth(2001, 3); m++ {
		text, err := m.MarshalText()
		require.NoError(t, err)
		var back civil.Month
		require.NoError(t, back.UnmarshalText(text))
		require.Equal(t, m, back)
	}
	var m civil.Month
	require.ErrorIs(t, m.UnmarshalText([]byte("2026-13")), civil.ErrMonth)
}

// TestFirstDaysAreThoseOfTheCalendar: counted in whole numbers, as the library has them.
func TestFirstDaysAreThoseOfTheCalendar(t *testing.T) {
	t.Parallel()
	for m := civil.NewMonth(-401, time.January); m <= civil.NewMonth(9999, time.December); m++ {
		year, month := floorYear(int(m))
		want := civil.NewDate(year, month, 1)
		if m.First() != want {
			t.Fatalf("%04d-%02d begins on %v, not %v", year, month, want, m.First())
		}
	}
}

func floorYear(m int) (year int, month time.Month) {
	year = m / 12
	if m < year*12 {
		year--
	}
	return year, time.Month(m - year*12 + 1)
}
