package dashboard

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/view"
)

// TestPeaksAreComparedExactly: of two steps in the same watt the higher is the peak, also
// where they are of different lengths, whichever comes first; of equals the first.
func TestPeaksAreComparedExactly(t *testing.T) {
	t.Parallel()
	const quarter, half = int32(900), int32(1800)
	first, second := civil.NewDate(2026, 10, 6), civil.NewDate(2026, 10, 20)
	for name, c := range map[string]struct {
		energies [2]energy.MilliWh // the highest step of each day
		steps    [2]int32
		want     civil.Date
	}{
		"a milliwatt-hour above":              {[2]energy.MilliWh{250_000, 250_001}, [2]int32{quarter, quarter}, second},
		"a milliwatt-hour below":              {[2]energy.MilliWh{250_001, 250_000}, [2]int32{quarter, quarter}, first},
		"equals":                              {[2]energy.MilliWh{250_001, 250_001}, [2]int32{quarter, quarter}, first},
		"more energy in twice the time":       {[2]energy.MilliWh{250_001, 500_001}, [2]int32{quarter, half}, first},
		"a little more in twice the time":     {[2]energy.MilliWh{250_001, 500_003}, [2]int32{quarter, half}, second},
		"the same power in half of the time":  {[2]energy.MilliWh{500_002, 250_001}, [2]int32{half, quarter}, first},
		"above it in half of the time":        {[2]energy.MilliWh{500_001, 250_001}, [2]int32{half, quarter}, second},
		"nothing is above nothing":            {[2]energy.MilliWh{0, 1}, [2]int32{quarter, quarter}, second},
		"nothing is not above what there was": {[2]energy.MilliWh{1, 0}, [2]int32{quarter, quarter}, first},
	} {
		sums := Tally{Question: view.Question{Op: metering.Operation{Operator: "ENEDIS"}}, Scope: metering.ScopeGlobal, Within: metering.AllDays}
		for i, day := range []civil.Date{first, second} {
			days := make(metering.Days, 31)
			days[day-civil.MonthOf(first).First()] = metering.Day{Sum: c.energies[i], State: metering.HasData | metering.Whole | metering.Complete, Peak: c.energies[i], PeakAt: 4}
			sums.Months = append(sums.Months, view.CurveMonth{Month: civil.MonthOf(day), Nature: metering.Conso, Side: metering.Consumer, Step: c.steps[i], Days: days, Chunk: nil})
		}
		got := sums.values(civil.MonthOf(first).Range())[metering.Conso]
		require.NotNil(t, got.Time, name)
		require.Equal(t, c.want, civil.Paris.DateOf(*got.Time), name)
		at := 0
		if c.want == second {
			at = 1
		}
		require.Equal(t, energy.Power(c.energies[at], metering.Seconds(c.steps[at])), got.Power, name)
	}
}

// Nobody owes what the side asked for does not have, nor what an inverter tells; data
// that is owed and not there lacks on every day.
func TestOnlyWhatIsOwedIsMissing(t *testing.T) {
	t.Parallel()
	today := civil.NewDate(2026, 11, 1)
	october := civil.Range{From: civil.NewDate(2026, 10, 1), To: today}
	for name, one := range map[string]struct {
		natures []metering.Nature
		missing int
	}{
		"nothing is asked for that there can be": {nil, 0},
		"a meter of its own":                     {[]metering.Nature{metering.ProdExt}, 0},
		"a curve of the operator":                {[]metering.Nature{metering.Prod}, 31},
	} {
		c := Tally{Question: view.Question{Days: october, Today: today, Natures: one.natures}, Scope: metering.ScopeProducer, Within: metering.AllDays}
		missing, provisional := c.state(october)
		require.Equal(t, one.missing, missing, name)
		require.Nil(t, provisional, name)
	}
}
