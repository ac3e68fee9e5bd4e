package collection

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
)

func TestEasterSundays(t *testing.T) {
	t.Parallel()
	for _, want := range []string{"1954-04-18", "1981-04-19", "2024-03-31", "2025-04-20", "2026-04-05", "2027-03-28", "2028-04-16", "2029-04-01", "2030-04-21",
		"2031-04-13", "2035-03-25", "2038-04-25", "2049-04-18", "2076-04-19", "2100-03-28", "2285-03-22"} {
		day, err := civil.ParseDate(want)
		require.NoError(t, err)
		require.Equal(t, want, easterSunday(day.Year()).String())
	}
}

func TestTheDayAfterBankingDays(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		from string
		n    int
		want string
	}{{"2026-11-18", 0, "2026-11-18"}, {"2026-11-18", 1, "2026-11-19"}, {"2026-11-18", 3, "2026-11-23"}, {"2026-11-20", 1, "2026-11-23"}, {"2026-12-24", 2, "2026-12-29"}} {
		from, err := civil.ParseDate(c.from)
		require.NoError(t, err)
		require.Equal(t, c.want, afterBankingDays(from, c.n).String(), c)
	}
}
