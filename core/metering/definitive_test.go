package metering

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
)

func TestFinalityOfOperations(t *testing.T) {
	t.Parallel()
	fake := Operation{Operator: dso.Fake}
	for _, c := range []struct {
		now, day string
		want     bool
	}{
		{"2026-11-20T08:00:00Z", "2026-11-09", true},
		{"2026-11-20T08:00:00Z", "2026-11-10", false},
		{"2026-11-03T08:00:00Z", "2026-10-31", true}, // the last full month always is
		{"2026-11-03T08:00:00Z", "2026-11-01", false},
	} {
		now, err := time.Parse(time.RFC3339, c.now)
		require.NoError(t, err)
		day, err := civil.ParseDate(c.day)
		require.NoError(t, err)
		require.Equal(t, c.want, FinalityOf(fake, now).Final(day, HasData), c)
		require.False(t, FinalityOf(Operation{Operator: dso.Enedis}, now).Final(day, HasData))
		require.True(t, FinalityOf(Operation{Operator: dso.Enedis, Declared: map[civil.Month]bool{civil.MonthOf(day): true}}, now).Final(day, HasData))
	}
}
