package intake

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

func TestMergeKeepsWhatAFileDoesNotHold(t *testing.T) {
	t.Parallel()
	g := metering.GridOf(civil.Paris, civil.NewMonth(2026, 2), 1800)
	stored := loadcurve.NewSeries(g.Grid)
	for i := range 200 {
		stored.Values[i] = 7
	}
	stored.Quality = loadcurve.Runs(nil).Add(loadcurve.Definitive, 200).Add(loadcurve.Missing, g.N-200)
	fine := metering.GridOf(civil.Paris, civil.NewMonth(2026, 2), 900)
	next := loadcurve.NewSeries(fine.Grid)
	for i := 300; i < 500; i++ {
		next.Values[i] = 9
	}
	next.Quality = loadcurve.Runs(nil).Add(loadcurve.Missing, 300).Add(loadcurve.Provisional, 200).Add(loadcurve.Missing, fine.N-500)
	merged, err := mergeOnto(stored, next)
	require.NoError(t, err)
	require.Equal(t, fine.Step, merged.Step)
	total, err := merged.Total()
	require.NoError(t, err)
	require.EqualValues(t, 150*7+200*9, total)
	days, err := changedDays(metering.GridsOf(civil.Paris, civil.NewMonth(2026, 2)), stored, merged)
	require.NoError(t, err)
	require.Len(t, days, 28)
	require.NotContains(t, days[6:], true, "from noon of the 4th to the 6th")
	require.Equal(t, []bool{false, false, false, true, true, true, false}, days[:7])
}

// quartersFrom are the same energy at each of n quarters from an instant of October 2026 on.
func quartersFrom(at time.Time, n int, each energy.MilliWh) curvefile.Run {
	values := make([]energy.MilliWh, n)
	for i := range values {
		values[i] = each
	}
	return curvefile.Run{Start: at.Unix(), Step: 900, Values: values, Row: 2}
}

// TestGrossVolumesAreAddedUpWhereAnOperatorLeavesThemOut: what a consumer used is what it
// received and bought, what a producer made is what it gave and what was left; where all
// three come they are compared.
func TestGrossVolumesAreAddedUpWhereAnOperatorLeavesThemOut(t *testing.T) {
	t.Parallel()
	october := civil.NewMonth(2026, 10)
	from := civil.Paris.Start(october.First())
	all := civil.Range{From: civil.Min, To: civil.Forever}
	against := Against{Zone: civil.Paris, Now: from.AddDate(0, 2, 0), Sites: metering.ByNumber([]metering.Site{
		{DsoID: "C", Side: metering.Consumer, Period: all}, {DsoID: "P", Side: metering.Producer, Period: all}})}
	merge := func(readings ...curvefile.Readings) (map[metering.Nature]energy.MilliWh, []metering.Finding) {
		in := Check(against, curvefile.Dataset{Readings: readings}, 0)
		require.Empty(t, in.Refusals.First)
		arrivals, splits, err := Merge(metering.GridsOf(civil.Paris, october), in.Curves[october])
		require.NoError(t, err)
		sums := map[metering.Nature]energy.MilliWh{}
		for _, a := range arrivals {
			total, err := a.Series.Total()
			require.NoError(t, err)
			require.NotContains(t, sums, a.Key.Nature)
			sums[a.Key.Nature] = total
		}
		return sums, splits
	}
	curve := func(number string, n metering.Nature, each energy.MilliWh) curvefile.Readings {
		return curvefile.Readings{DsoID: number, Nature: n, Runs: []curvefile.Run{quartersFrom(from, 96, each)}}
	}
	sums, splits := merge(curve("C", metering.Autoconso, 3), curve("C", metering.Complement, 4))
	require.Equal(t, map[metering.Nature]energy.MilliWh{metering.Autoconso: 96 * 3, metering.Conso: 96 * 7}, sums, "what was bought has no curve of its own")
	require.Empty(t, splits)
	sums, _ = merge(curve("P", metering.Autoconso, 3), curve("P", metering.Surplus, 4))
	require.Equal(t, map[metering.Nature]energy.MilliWh{metering.Autoconso: 96 * 3, metering.Surplus: 96 * 4, metering.Prod: 96 * 7}, sums)
	sums, splits = merge(curve("C", metering.Conso, 10*energy.WattHour), curve("C", metering.Autoconso, 3*energy.WattHour), curve("C", metering.Complement, 4*energy.WattHour))
	require.Equal(t, 96*10*energy.WattHour, sums[metering.Conso], "what the operator says of it is believed")
	require.Len(t, splits, 1)
	require.Equal(t, []any{metering.ConsumptionSplit, october.First(), 96 * 3 * energy.WattHour}, []any{splits[0].Kind, splits[0].Day, splits[0].Energy})
	sums, _ = merge(curve("C", metering.Autoconso, 3))
	require.Equal(t, map[metering.Nature]energy.MilliWh{metering.Autoconso: 96 * 3}, sums)
}

// TestPiecesStandOnTheWidestStepThatDividesThem, a later file in the place of an earlier one.
func TestPiecesStandOnTheWidestStepThatDividesThem(t *testing.T) {
	t.Parallel()
	february := civil.NewMonth(2026, 2)
	from := civil.Paris.Start(february.First()).Unix()
	of := func(at int64, step int32, file int, values ...energy.MilliWh) piece {
		return piece{from + at, step, file, values, loadcurve.Runs(nil).Add(loadcurve.Provisional, len(values))}
	}
	series, err := assemble(metering.GridsOf(civil.Paris, february), []piece{of(0, 1800, 0, 8, 6), of(3600, 600, 0, 1, 2, 3)})
	require.NoError(t, err)
	require.Equal(t, 10*time.Minute, series.Step)
	require.Equal(t, []energy.MilliWh{2, 3, 3, 2, 2, 2, 1, 2, 3, 0}, series.Values[:10])
	require.Equal(t, series.N-9, series.Quality.Count(loadcurve.Missing))
	series, err = assemble(metering.GridsOf(civil.Paris, february), []piece{of(0, 900, 0, 1, 1, 1), of(900, 900, 1, 5)})
	require.NoError(t, err)
	require.Equal(t, []energy.MilliWh{1, 5, 1, 0}, series.Values[:4])
	whole := make([]energy.MilliWh, series.N)
	whole[2] = 9
	series, err = assemble(metering.GridsOf(civil.Paris, february), []piece{of(0, 900, 0, whole...), of(900, 900, 1, 5)})
	require.NoError(t, err)
	require.Equal(t, []energy.MilliWh{0, 5, 9, 0}, series.Values[:4], "on a whole month too")
	require.Zero(t, series.Quality.Count(loadcurve.Missing))
}

// TestACurveThatHasEveryValueReplacesTheStoredOne as it came, on its own step; one that lacks a stored value is put
// onto it.
func TestACurveThatHasEveryValueReplacesTheStoredOne(t *testing.T) {
	t.Parallel()
	month := civil.NewMonth(2026, 2)
	of := func(step int32, from, to int, each energy.MilliWh) loadcurve.Series {
		g := metering.GridOf(civil.Paris, month, step)
		s := loadcurve.NewSeries(g.Grid)
		for i := from; i < to; i++ {
			s.Values[i] = each
		}
		s.Quality = loadcurve.Runs(nil).Add(loadcurve.Missing, from).Add(loadcurve.Definitive, to-from).Add(loadcurve.Missing, g.N-to)
		return s
	}
	hours := metering.GridOf(civil.Paris, month, 3600).N
	for name, c := range map[string]struct {
		stored, came loadcurve.Series
		replaced     bool
	}{
		"a whole month on a wider step":    {of(900, 0, 4*hours, 1), of(3600, 0, hours, 4), true},
		"the same values":                  {of(3600, 10, 20, 1), of(3600, 10, 20, 2), true},
		"more on either side":              {of(3600, 10, 20, 1), of(3600, 9, 21, 2), true},
		"the first one lacks":              {of(3600, 10, 20, 1), of(3600, 11, 21, 2), false},
		"the last one lacks":               {of(3600, 10, 20, 1), of(3600, 9, 19, 2), false},
		"a part of a month on other steps": {of(900, 40, 80, 1), of(3600, 10, 20, 5), false},
	} {
		got, err := mergeOnto(c.stored, c.came)
		require.NoError(t, err, name)
		require.Equal(t, c.replaced, got.Equal(c.came), name)
		if !c.replaced {
			before, err := c.stored.Total()
			require.NoError(t, err)
			after, err := got.Total()
			require.NoError(t, err)
			require.Greater(t, after, before, name)
		}
	}
}
