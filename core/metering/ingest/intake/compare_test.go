package intake

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
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

// TestALineOfACurveSaysWhatCame beside the month before: what lacks on the past days of its sites, whether all days
// are definitive, and how a mean day compares.
func TestALineOfACurveSaysWhatCame(t *testing.T) {
	t.Parallel()
	june := civil.NewMonth(2026, 6)
	key := metering.SeriesKey{DsoID: "14", Nature: metering.Conso, Side: metering.Consumer, Origin: metering.DSO}
	site := func(name string, side metering.Side, from, to int) metering.Site {
		return metering.Site{ParticipantID: id.ID(name), Name: name, DsoID: "14", Side: side, Period: civil.Range{From: june.First() + civil.Date(from-1), To: june.First() + civil.Date(to)}}
	}
	line := func(sites []metering.Site, previous *metering.SeriesMonth, finality metering.Finality, today int, parts ...stretch) ImportSite {
		t.Helper()
		_, series := suspectMonth(t, june, parts...)
		grids := metering.GridsOf(civil.Paris, june)
		against := Against{Zone: civil.Paris, Now: civil.Paris.Start(june.First() + civil.Date(today-1)).Add(12 * time.Hour), Sites: map[string][]metering.Site{"14": sites}}
		arrivals := []Arrival{{Curve: Curve{Key: key}, Series: series}}
		known := Known{Finality: finality, Previous: map[metering.SeriesKey]metering.SeriesMonth{}}
		if previous != nil {
			known.Previous[key] = *previous
		}
		change, err := Compare(against, grids, arrivals, Alone(grids, arrivals), known)
		require.NoError(t, err)
		require.Len(t, change.Sites, 1)
		return change.Sites[0]
	}
	whole := site("École", metering.Consumer, 1, 30)
	by := func(days int, q loadcurve.Quality) stretch { return stretch{days, 500, q} }

	got := line([]metering.Site{whole}, nil, metering.Finality{Before: civil.Min}, 60, by(20, loadcurve.Definitive), by(10, loadcurve.Missing))
	require.Equal(t, []any{id.ID("École"), "École", 20 * 24, 10 * 24, 20, true, june, int32(3600), energy.MilliWh(20*24*500) * energy.WattHour},
		[]any{got.ParticipantID, got.Name, got.Points, got.Missing, got.ChangedDays, got.Definitive, got.Month, got.Step, got.Total}, "what has no value is not the less definitive")
	require.Nil(t, got.Ratio)
	got = line([]metering.Site{whole}, nil, metering.Finality{Before: civil.Min}, 60, by(20, loadcurve.Definitive), by(10, loadcurve.Provisional))
	require.Equal(t, []any{false, 0}, []any{got.Definitive, got.Missing})
	got = line([]metering.Site{whole}, nil, metering.Finality{Before: june.Next().First()}, 60, by(30, loadcurve.Provisional))
	require.True(t, got.Definitive, "by its age")
	got = line([]metering.Site{site("Toit", metering.Producer, 1, 30), site("A", metering.Consumer, 5, 8), site("B", metering.Consumer, 12, 14)}, nil, metering.Finality{}, 60, by(10, loadcurve.Definitive), by(20, loadcurve.Missing))
	require.Equal(t, []any{"A", 3 * 24}, []any{got.Name, got.Missing}, "of its own side, on the days of each occupant")

	before, _ := suspectMonth(t, june, stretch{30, 250, loadcurve.Definitive})
	got = line([]metering.Site{whole}, &before, metering.Finality{}, 60, by(20, loadcurve.Definitive), by(10, loadcurve.Missing))
	require.Equal(t, []any{2.0, "", before.Total}, []any{*got.Ratio, got.Factor, *got.Previous}, "a mean day against a mean day")
	small, _ := suspectMonth(t, june, stretch{30, 125, loadcurve.Definitive})
	require.Equal(t, "×4", line([]metering.Site{whole}, &small, metering.Finality{}, 60, by(30, loadcurve.Definitive)).Factor)
	none, _ := suspectMonth(t, june, stretch{30, 0, loadcurve.Definitive})
	got = line([]metering.Site{whole}, &none, metering.Finality{}, 60, by(30, loadcurve.Definitive))
	require.Equal(t, []any{true, energy.MilliWh(0)}, []any{got.Ratio == nil, *got.Previous}, "nothing is no measure")
}
