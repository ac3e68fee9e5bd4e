package intake

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// TestOnlyWhatChangesIsDoubted: a curve far above the contract of its site is asked about when
// it comes, and not when the same file comes again: somebody has said yes to it.
func TestOnlyWhatChangesIsDoubted(t *testing.T) {
	t.Parallel()
	june := civil.NewMonth(2026, 6)
	_, series := suspectMonth(t, june, stretch{30, 500_000, loadcurve.Provisional})
	key := metering.SeriesKey{DsoID: "14", Nature: metering.Conso, Side: metering.Consumer, Origin: metering.DSO}
	against := Against{Zone: civil.Paris, Now: time.Date(2026, 7, 20, 12, 0, 0, 0, time.UTC), Sites: map[string][]metering.Site{"14": {{ParticipantID: "p", Name: "École", DsoID: "14",
		Side: metering.Consumer, Period: civil.Range{From: civil.Min, To: civil.Forever}, ContractPowerW: 9000}}}}
	arrivals := []Arrival{{Curve: Curve{Key: key}, Series: series}}
	grids := metering.GridsOf(civil.Paris, june)
	alone := Alone(grids, arrivals)
	known := Known{Finality: metering.Finality{}}

	first, err := Compare(against, grids, arrivals, alone, known)
	require.NoError(t, err)
	require.Len(t, first.Rows, 1)
	require.Len(t, first.ChangedDays(), 30)
	require.Len(t, first.Suspicions, 1)
	require.Equal(t, SuspectPower, first.Suspicions[0].Reason)
	require.Equal(t, energy.MilliWh(30*24)*500_000*energy.WattHour, first.Rows[0].Total)

	known.Stored = map[metering.SeriesKey]metering.SeriesMonth{key: first.Rows[0]}
	again, err := Compare(against, grids, arrivals, alone, known)
	require.NoError(t, err)
	require.Empty(t, again.Rows)
	require.Empty(t, again.ChangedDays())
	require.Empty(t, again.Suspicions)
}
