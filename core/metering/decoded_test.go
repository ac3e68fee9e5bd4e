package metering_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// A chunk is read on the steps that are asked for; one that cannot be read says so.
func TestAChunkIsReadOnTheStepsAskedFor(t *testing.T) {
	t.Parallel()
	s := loadcurve.NewSeries(loadcurve.Grid{Start: time.Date(2026, 10, 1, 0, 0, 0, 0, time.UTC), Step: 30 * time.Minute, N: 0})
	for _, v := range []energy.MilliWh{10, 20, 30, 50} {
		s.Append(v, loadcurve.Definitive)
	}
	chunk := loadcurve.Encode(nil, s)
	same, err := metering.DecodeAt(chunk, 1800)
	require.NoError(t, err)
	require.Equal(t, s.Values, same.Values)
	hours, err := metering.DecodeAt(chunk, 3600)
	require.NoError(t, err)
	require.Equal(t, []energy.MilliWh{30, 80}, hours.Values)
	_, err = metering.DecodeAt(chunk[:3], 3600)
	require.Error(t, err)
	_, err = metering.DecodeAt(nil, 1800)
	require.Error(t, err)
}
