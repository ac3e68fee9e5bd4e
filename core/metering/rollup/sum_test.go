package rollup

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

func TestTheShorterPieceOfAMonthIsSplitAgain(t *testing.T) {
	t.Parallel()
	may := civil.NewMonth(2026, 5)
	of := func(from, to int) civil.Range {
		return civil.Range{From: may.First() + civil.Date(from), To: may.First() + civil.Date(to)}
	}
	for _, c := range []struct {
		wanted, days civil.Range
		rest         bool
	}{
		{of(-90, 10), of(0, 10), false}, {of(-90, 20), of(20, 31), true}, {of(5, 90), of(0, 5), true},
		{of(20, 90), of(20, 31), false}, {of(1, 30), of(1, 30), false}, // in the middle: the rest is two pieces
	} {
		days, rest := fewer(may, c.wanted)
		require.Equal(t, c.days, days, c.wanted)
		require.Equal(t, c.rest, rest, c.wanted)
	}
}

func TestASumIsAGapWhereOneCurveIs(t *testing.T) {
	t.Parallel()
	g := metering.GridOf(civil.Paris, civil.NewMonth(2026, 3), 3600)
	require.Equal(t, 743, g.N)
	whole := loadcurve.NewSeries(g.Grid)
	for i := range whole.Values {
		whole.Values[i] = 10
	}
	whole.Quality = loadcurve.Runs(nil).Add(loadcurve.Definitive, g.N)
	holed := whole.Clone()
	holed.Quality = loadcurve.Runs(nil).Add(loadcurve.Provisional, 30).Add(loadcurve.Missing, 5).Add(loadcurve.Definitive, g.N-35)
	clear(holed.Values[30:35])

	sum := newCurveSum(g)
	sum.add(whole, 0, g.N)
	sum.add(holed, g.Starts[1], g.Starts[20]) // takes part from the 2nd to the 20th
	s := sum.series()
	require.NoError(t, s.Check())
	require.EqualValues(t, 10, s.Values[23])
	require.EqualValues(t, 20, s.Values[24])
	require.Equal(t, loadcurve.Provisional, s.Quality.At(29))
	require.Equal(t, loadcurve.Missing, s.Quality.At(32))
	require.Zero(t, s.Values[32])
	require.Equal(t, loadcurve.Definitive, s.Quality.At(g.N-1))
	days := metering.DaysOf(g, s, true)
	require.Equal(t, metering.HasData|metering.Whole|metering.Final|metering.Complete, days[0].State)
	require.Equal(t, metering.HasData, days[1].State)
	require.EqualValues(t, 23*10, days[28].Sum, "29 March has 23 hours")

	nobody := newCurveSum(g)
	nobody.add(whole, g.Starts[10], g.Starts[12])
	require.Equal(t, loadcurve.Missing, nobody.series().Quality.At(0))
}
