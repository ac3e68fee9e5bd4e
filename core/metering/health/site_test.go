package health

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// Steps in doubt are counted on the day on which they are, of the days that are asked about.
func TestStepsInDoubtStandOnTheirDays(t *testing.T) {
	t.Parallel()
	month := civil.NewMonth(2026, 10)
	first := month.First()
	g := metering.GridOf(civil.Paris, month, 900)
	key := metering.SeriesKey{DsoID: "A", Nature: metering.Conso, Side: metering.Consumer, Origin: metering.DSO}
	c := siteCheck{days: civil.Range{From: first, To: first + 3}, out: problems{}}
	c.doubts(key, g, loadcurve.Runs(nil).Add(loadcurve.Definitive, 90).Add(loadcurve.Suspect, 10).Add(loadcurve.Estimated, 96).Add(loadcurve.Definitive, 92).Add(loadcurve.Suspect, 50))
	on := func(days ...civil.Date) (out []civil.Range) {
		for _, d := range days {
			out = append(out, civil.Range{From: d, To: d + 1})
		}
		return out
	}
	require.Equal(t, problems{
		{kind: DataSuspect, nature: metering.Conso}:   {Kind: DataSuspect, Nature: metering.Conso, Ranges: on(first, first+1), Steps: 10},
		{kind: DataEstimated, nature: metering.Conso}: {Kind: DataEstimated, Nature: metering.Conso, Ranges: on(first+1, first+2), Steps: 96},
	}, c.out)
}

// Our allocation is held against the operator's where both have the whole day.
func TestDriftNeedsTwoWholeDays(t *testing.T) {
	t.Parallel()
	first := civil.NewMonth(2026, 10).First()
	key := metering.SeriesKey{DsoID: "A", Nature: metering.Autoconso, Side: metering.Consumer, Origin: metering.Expected}
	theirs := key
	theirs.Origin = metering.DSO
	const whole = metering.HasData | metering.Whole
	day := func(sum energy.MilliWh, state metering.DayState) metering.Day {
		return metering.Day{Sum: sum, State: state}
	}
	c := siteCheck{days: civil.Range{From: first, To: first + 6}, out: problems{}, curves: siteCurves{theirs: {
		first: day(100_000_000, whole), first + 1: day(100_000_000, whole), first + 2: day(100_000_000, metering.HasData), first + 3: day(100_000_000, whole), first + 7: day(100_000_000, whole)}}}
	c.drift(key, curveDates{first: day(160_000_000, whole), first + 1: day(100_000_000, whole), first + 2: day(1, whole), first + 3: day(40_000_000, metering.HasData),
		first + 4: day(1, whole), first + 7: day(1, whole)})
	require.Equal(t, problems{{kind: DataDrift, nature: metering.Autoconso}: {Kind: DataDrift, Nature: metering.Autoconso, Ranges: []civil.Range{{From: first, To: first + 1}}, Energy: 60_000_000}}, c.out)
}
