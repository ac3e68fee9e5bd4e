package period

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/money"
)

func day(t require.TestingT, s string) civil.Date {
	d, err := civil.ParseDate(s)
	require.NoError(t, err)
	return d
}

// The table of billing periods: a subscription of 4.50 € a month.
func TestSegmentsAndMonthlyFees(t *testing.T) {
	t.Parallel()
	type segment struct{ first, last, quantity, net string }
	for _, c := range []struct {
		name, anchor string
		n            int
		from, to     string // to excluded, "" = open
		upTo         string
		want         []segment
	}{
		{"begun in October", "2020-01-01", 1, "2026-10-12", "", "2026-11-20", []segment{{"2026-10-12", "2026-10-31", "0.6452", "2.90"}}},
		{"a quarter begun in October", "2020-01-01", 3, "2026-10-12", "", "2026-12-31", []segment{{"2026-10-12", "2026-12-31", "2.6452", "11.90"}}},
		{"the quarter's last day is missing", "2020-01-01", 3, "2026-10-12", "", "2026-12-30", nil},
		{"anchored on the 31st", "2020-01-31", 1, "2026-01-31", "", "2026-04-30", []segment{
			{"2026-01-31", "2026-02-27", "1", "4.50"}, {"2026-02-28", "2026-03-30", "1", "4.50"}, {"2026-03-31", "2026-04-29", "1", "4.50"}}},
		{"a year, and the part until the end", "2020-04-15", 12, "2025-04-15", "2026-09-01", "2026-11-20", []segment{
			{"2025-04-15", "2026-04-14", "12", "54.00"}, {"2026-04-15", "2026-08-31", "4.5484", "20.47"}}},
		{"eleven days", "2020-01-01", 2, "2026-08-20", "2026-08-31", "2026-11-20", []segment{{"2026-08-20", "2026-08-30", "0.3548", "1.60"}}},
		{"anchored on a leap day", "2020-02-29", 12, "2023-02-28", "", "2025-02-28", []segment{
			{"2023-02-28", "2024-02-28", "12", "54.00"}, {"2024-02-29", "2025-02-27", "12", "54.00"}}},
		{"an anchor in the future", "2027-06-01", 4, "2026-11-03", "", "2027-02-28", []segment{{"2026-11-03", "2027-01-31", "2.9333", "13.20"}}},
	} {
		days := civil.Range{From: day(t, c.from), To: civil.Forever}
		if c.to != "" {
			days.To = day(t, c.to)
		}
		var got []segment
		for _, s := range Segments(day(t, c.anchor), c.n, days, day(t, c.upTo), 1000) {
			q, err := money.Quantity(Months(day(t, c.anchor), s.Days), money.MonthParts)
			require.NoError(t, err)
			net, err := money.Amount(q, 4_500_000)
			require.NoError(t, err)
			got = append(got, segment{s.Days.From.String(), s.Days.Last().String(), q.String(), net.String()})
		}
		require.Equal(t, c.want, got, c.name)
	}
}

func TestSegmentsCoverTheSubscriptionOnce(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		anchor := civil.Date(rapid.Int32Range(10_000, 25_000).Draw(t, "anchor"))
		n := rapid.SampledFrom([]int{1, 2, 3, 4, 6, 12}).Draw(t, "months")
		from := civil.Date(rapid.Int32Range(18_000, 22_000).Draw(t, "from"))
		days := civil.Range{From: from, To: from + civil.Date(rapid.Int32Range(1, 1_500).Draw(t, "days"))}
		next := days.From
		for _, s := range Segments(anchor, n, days, days.Last(), 1000) {
			require.Equal(t, next, s.Days.From)
			require.True(t, s.Period.Covers(s.Days))
			require.LessOrEqual(t, Months(anchor, s.Days), int64(n)*money.MonthParts)
			if s.Days == s.Period {
				require.Equal(t, int64(n)*money.MonthParts, Months(anchor, s.Days))
			}
			next = s.Days.To
		}
		require.Equal(t, days.To, next)
	})
}

func TestWithoutLeavesTheHoles(t *testing.T) {
	t.Parallel()
	r := func(from, to civil.Date) civil.Range { return civil.Range{From: from, To: to} }
	require.Equal(t, []civil.Range{r(10, 20)}, Subtract(r(10, 20), nil))
	require.Empty(t, Subtract(r(10, 20), []civil.Range{r(5, 25)}))
	require.Equal(t, []civil.Range{r(10, 12), r(14, 18)}, Subtract(r(10, 20), []civil.Range{r(18, 30), r(12, 14)}))
	require.Equal(t, []civil.Range{r(10, 20)}, Subtract(r(10, 20), []civil.Range{r(25, 30), r(0, 5)}))
}
