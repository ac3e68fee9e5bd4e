package billable

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// What is expected of a site is a gap outside its days, and where nothing can be said.
func TestWhatIsExpectedStandsOnTheDaysOfTheSite(t *testing.T) {
	t.Parallel()
	month := civil.NewMonth(2026, 10)
	g := metering.GridOf(civil.Paris, month, 900)
	column, missing := make([]energy.MilliWh, g.N), make([]bool, g.N)
	for i := range column {
		column[i] = 7
	}
	missing[500] = true
	first := month.First()
	got := Expectation{Missing: missing}.curve(g, metering.Site{Period: civil.Range{From: first + 2, To: first + 20}}, column)
	require.NoError(t, got.Check())
	for i, v := range got.Values {
		want, quality := energy.MilliWh(7), loadcurve.Definitive
		if i < 2*96 || i >= 20*96 || i == 500 {
			want, quality = 0, loadcurve.Missing
		}
		require.Equal(t, want, v, i)
		require.Equal(t, quality, got.Quality.At(i), i)
	}
	require.Equal(t, energy.MilliWh(7), column[0], "what was computed stays")
}
