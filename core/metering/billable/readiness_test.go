package billable

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/metering"
)

// TestADayWithAHoleIsNotBilled: a day counts when each step of it is there and is
// definitive, of the curve that the side is billed by; days that are not active are not owed.
func TestADayWithAHoleIsNotBilled(t *testing.T) {
	t.Parallel()
	m := civil.NewMonth(2026, 10)
	days := make(metering.Days, 31)
	for i := range days {
		days[i].State = metering.HasData | metering.Whole | metering.Final | metering.Complete
	}
	days[3].State = metering.HasData | metering.Final                     // six hours are missing
	days[4].State = metering.HasData | metering.Whole | metering.Complete // provisional
	days[5].State = 0                                                     // nothing
	days[6].State = metering.Whole | metering.Final | metering.Complete   // nothing, as a day that is stored without data
	days[7].State = metering.HasData | metering.Final | metering.Complete // whole but for a gap
	days[8].State = metering.HasData | metering.Whole | metering.Final    // others lack it, this side does not
	rows := []metering.SeriesMonth{{SeriesKey: metering.SeriesKey{DsoID: "A", Nature: metering.Autoconso, Side: metering.Consumer, Origin: metering.DSO}, Month: m, Days: days}}
	want := []civil.Date{m.First() + 3, m.First() + 4, m.First() + 5, m.First() + 6, m.First() + 7}
	require.Equal(t, want, lacking(rows, metering.Consumer, metering.Finality{Before: civil.Min}, m.Range()))
	require.Equal(t, want[1:2], lacking(rows, metering.Consumer, metering.Finality{Before: civil.Min}, civil.Range{From: m.First() + 4, To: m.First() + 5}))
	require.Equal(t, append(want[:1:1], want[2:]...), lacking(rows, metering.Consumer, metering.Finality{Declared: map[civil.Month]bool{m: true}}, m.Range()), "a declaration makes no day whole")
	require.Len(t, lacking(rows, metering.Producer, metering.Finality{Before: civil.Min}, m.Range()), 31, "another side's curve")
	rows[0].Nature = metering.Conso
	require.Len(t, lacking(rows, metering.Consumer, metering.Finality{Before: civil.Min}, m.Range()), 31, "another nature")
	rows[0].Nature = metering.Autoconso
	require.Equal(t, append(want, m.Next().First()), lacking(rows, metering.Consumer, metering.Finality{Before: civil.Min}, civil.Range{From: m.First(), To: m.Next().First() + 1}), "the next month has no curve")
}
