package metering

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
)

// TestADayWithAHoleIsNotBilled: a day counts when each step of it is there and is
// definitive, of the curve that the side is billed by; days that are not active are not owed.
func TestADayWithAHoleIsNotBilled(t *testing.T) {
	t.Parallel()
	m := civil.NewMonth(2026, 10)
	days := make(Days, 31)
	for i := range days {
		days[i].State = HasData | Whole | Final | Complete
	}
	days[3].State = HasData | Final            // six hours are missing
	days[4].State = HasData | Whole | Complete // provisional
	days[5].State = 0                          // nothing
	days[6].State = Whole | Final | Complete   // nothing, as a day that is stored without data
	days[7].State = HasData | Final | Complete // whole but for a gap
	days[8].State = HasData | Whole | Final    // others lack it, this side does not
	rows := []SeriesMonth{{SeriesKey: SeriesKey{"A", Autoconso, Consumer, DSO}, Month: m, Days: days}}
	want := []civil.Date{m.First() + 3, m.First() + 4, m.First() + 5, m.First() + 6, m.First() + 7}
	require.Equal(t, want, lacking(rows, Consumer, finality{before: civil.Min}, m.Range()))
	require.Equal(t, want[1:2], lacking(rows, Consumer, finality{before: civil.Min}, civil.Range{From: m.First() + 4, To: m.First() + 5}))
	require.Equal(t, append(want[:1:1], want[2:]...), lacking(rows, Consumer, finality{declared: map[civil.Month]bool{m: true}}, m.Range()), "a declaration makes no day whole")
	require.Len(t, lacking(rows, Producer, finality{before: civil.Min}, m.Range()), 31, "another side's curve")
	rows[0].Nature = Conso
	require.Len(t, lacking(rows, Consumer, finality{before: civil.Min}, m.Range()), 31, "another nature")
	rows[0].Nature = Autoconso
	require.Equal(t, append(want, m.Next().First()), lacking(rows, Consumer, finality{before: civil.Min}, civil.Range{From: m.First(), To: m.Next().First() + 1}), "the next month has no curve")
}

// TestAutoResolves holds the bounds of decisions 9.6.
func TestAutoResolves(t *testing.T) {
	t.Parallel()
	for days, want := range map[int]Resolution{1: Raw, 8: Raw, 9: Hour, 63: Hour, 64: Hour, 65: Daily, 366: Daily} {
		require.Equal(t, want, Auto.resolve(days), "%d days", days)
		require.Equal(t, want, Resolution("").resolve(days), "%d days", days)
		require.Equal(t, Monthly, Monthly.resolve(days))
	}
}

// TestPowerAboveOnePointTwoTimesTheContract is told, with the first line and how often;
// exactly that is not.
func TestPowerAboveOnePointTwoTimesTheContract(t *testing.T) {
	t.Parallel()
	in := &intake{sites: map[string][]Site{"A": {{ContractPowerW: 6000}, {ContractPowerW: 9000}}, "B": {{}}}}
	const quarter, limit = 900, 9000 * 12 / 10 * 250 // mWh of 1.2 times the larger contract in a quarter
	of := func(number string, values ...energy.MilliWh) []int {
		r := &reading{intake: in, Readings: Readings{DsoID: number}}
		count, row := r.abovePower(Run{Step: quarter, Values: values, Row: 7}, highest(values))
		return []int{count, row}
	}
	require.Equal(t, []int{0, 0}, of("A", 100, limit, limit-1))
	require.Equal(t, []int{2, 9}, of("A", 100, limit, limit+1, 5, 10*limit))
	require.Equal(t, []int{0, 0}, of("B", 1<<40), "whose contract nobody told")
}
