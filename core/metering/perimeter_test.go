package metering

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

// TestLastDaysWithData: of all natures of a site, within the days it takes part.
func TestLastDaysWithData(t *testing.T) {
	t.Parallel()
	october := civil.NewMonth(2026, 10)
	with := func(last int) Days {
		days := make(Days, 31)
		for i := range last {
			days[i].State = HasData
		}
		return days
	}
	always := civil.Range{From: civil.Min, To: civil.Forever}
	require.Equal(t, map[id.ID]civil.Date{"a": october.First() + 19, "left": october.First() + 4}, LastDays([]LatestMonth{
		{ParticipantID: "a", Period: always, Month: october, Days: with(12)},
		{ParticipantID: "a", Period: always, Month: october, Days: with(20)},
		{ParticipantID: "left", Period: civil.Range{From: civil.Min, To: october.First() + 5}, Month: october, Days: with(20)},
		{ParticipantID: "none", Period: always, Month: october, Days: with(0)},
	}))
}
