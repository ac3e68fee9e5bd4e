package export

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering/drawing"
	"github.com/openpmo/pmo/core/metering/loadcurve"
	"github.com/openpmo/pmo/core/participant"
)

// An energy stands beside its quality; a gap has a quality alone, and where nothing is known of a quality
// none is said.
func TestAnEnergyStandsBesideItsQuality(t *testing.T) {
	t.Parallel()
	s := &sheet{words: func(_, _, key string, _ map[string]any) string { return key }}
	c := drawing.CurveSeries{Values: []int64{5, drawing.Gap, 7}, Qualities: loadcurve.Runs(nil).Add(loadcurve.Definitive, 1).Add(loadcurve.Missing, 1)}
	require.Equal(t, []any{energy.MilliWh(5), "PointQuality.definitive"}, s.value(c, 0))
	require.Equal(t, []any{nil, "PointQuality.missing"}, s.value(c, 1))
	require.Equal(t, []any{energy.MilliWh(7), nil}, s.value(c, 2))
	require.Equal(t, []any{nil, nil}, s.value(c, 3))
}

// TestCurvesOfSoManySites: a file holds curves of so many sites; without curves it may be of more.
func TestCurvesOfSoManySites(t *testing.T) {
	t.Parallel()
	day := civil.Range{From: 20_000, To: 20_001}
	sites := make([]participant.Participant, MostSites+1)
	for n := range sites {
		sites[n].Activation = &day
	}
	a := Ask{Natures: []string{"Conso"}, Resolution: drawing.Daily, Format: CSV, Days: day}
	require.NoError(t, a.checkSize(sites[1:]))
	wrong := fault.From(a.checkSize(sites))
	require.Equal(t, []any{"export.tooManySites", MostSites}, []any{wrong.Key, wrong.Params["max"]})
	a.Natures = nil
	require.NoError(t, a.checkSize(sites))
}
