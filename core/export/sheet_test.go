package export

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering/drawing"
	"github.com/openpmo/pmo/core/metering/loadcurve"
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
