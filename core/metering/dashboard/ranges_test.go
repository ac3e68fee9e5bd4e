package dashboard

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/view"
)

func TestComparedMonthsReachBack(t *testing.T) {
	t.Parallel()
	of := func(a, b string) civil.Range {
		from, err := civil.ParseDate(a)
		require.NoError(t, err)
		last, err := civil.ParseDate(b)
		require.NoError(t, err)
		return civil.Range{From: from, To: last + 1}
	}
	require.Equal(t, of("2025-10-01", "2025-10-31"), view.YearBefore(of("2026-10-01", "2026-10-31")))
	require.Equal(t, of("2023-02-01", "2023-02-28"), view.YearBefore(of("2024-02-01", "2024-02-29")))
	require.Equal(t, []civil.Month{civil.NewMonth(2025, 10), civil.NewMonth(2026, 8), civil.NewMonth(2026, 9), civil.NewMonth(2026, 10)},
		ComparedMonths(of("2026-10-01", "2026-10-31"), metering.AllDays), "31 days before October reach into August")
}
