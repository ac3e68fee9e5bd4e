package metering

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
)

func TestReadingDiffers(t *testing.T) {
	t.Parallel()
	const kWh = energy.KilowattHour
	for _, c := range []struct {
		reading, rounding, curve energy.MilliWh
		differs                  bool
	}{
		{1000 * kWh, 0, 1001 * kWh, false}, // 0.1 percent
		{1000 * kWh, 0, 1001*kWh + 1, true},
		{1000 * kWh, 0, 999 * kWh, false},
		{1000 * kWh, 0, 999*kWh - 1, true},
		{50 * kWh, kWh, 51 * kWh, false}, // whole kWh
		{50 * kWh, kWh, 51*kWh + 1, true},
		{0, kWh, kWh, false},
		{0, 0, 1, true},
	} {
		check := ReadingCheck{StoredReading: StoredReading{PeriodReading: PeriodReading{Energy: c.reading, Rounding: c.rounding}}}
		require.False(t, check.Differs(), "nothing to compare with")
		check.Curve = &c.curve
		require.Equal(t, c.differs, check.Differs(), "%d ± %d, %d", c.reading, c.rounding, c.curve)
	}
}

func TestLatestReadings(t *testing.T) {
	t.Parallel()
	reading := func(dsoID string, e energy.MilliWh, corrective bool) PeriodReading {
		return PeriodReading{DsoID: dsoID, Nature: Autoconso, Side: Consumer, Energy: e, Corrective: corrective,
			Days: civil.NewMonth(2026, time.June).Range()}
	}
	in := []PeriodReading{reading("b", 1, false), reading("a", 2, false), reading("a", 3, true), reading("a", 4, false), reading("b", 5, false)}
	require.Equal(t, []PeriodReading{reading("a", 3, true), reading("b", 5, false)}, LatestReadings(in))
	require.Equal(t, "b", in[0].DsoID, "what was given stays")
}

// TestComplementBesideCurves is what was used less what was shared.
func TestComplementBesideCurves(t *testing.T) {
	t.Parallel()
	month := civil.NewMonth(2026, time.June)
	row := func(n Nature, daily energy.MilliWh) SeriesMonth {
		r := SeriesMonth{SeriesKey: SeriesKey{"a", n, Consumer, DSO}, Month: month}
		for range month.Days() {
			r.Days = append(r.Days, Day{Sum: daily, State: HasData | Whole})
		}
		return r
	}
	curves := CurveDays{}
	expected := row(Autoconso, 99)
	expected.Origin = Expected
	curves.Add([]SeriesMonth{row(Conso, 10), row(Autoconso, 4), expected})
	complement := StoredReading{PeriodReading: PeriodReading{DsoID: "a", Nature: Complement, Side: Consumer, Days: month.Range()}}
	require.EqualValues(t, 30*6, *curves.Check(complement).Curve)
	gap := row(Autoconso, 4)
	gap.Days[7].State = HasData
	curves.Add([]SeriesMonth{gap})
	check := curves.Check(complement)
	require.Nil(t, check.Curve)
	require.Equal(t, 1, check.MissingDays)
}
