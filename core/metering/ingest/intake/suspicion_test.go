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

// stretch is some days of a month of hours with one power.
type stretch struct {
	days    int
	watts   int64
	quality loadcurve.Quality
}

func suspectMonth(t *testing.T, m civil.Month, stretches ...stretch) (metering.SeriesMonth, loadcurve.Series) {
	t.Helper()
	g := metering.GridOf(civil.Paris, m, 3600)
	s := loadcurve.NewSeries(g.Grid)
	day := 0
	var quality loadcurve.Runs
	for _, part := range stretches {
		from, to := g.Starts[day], g.Starts[day+part.days]
		for i := from; i < to; i++ {
			if part.quality != loadcurve.Missing {
				s.Values[i] = energy.MilliWh(part.watts) * energy.WattHour
			}
		}
		quality = quality.Add(part.quality, to-from)
		day += part.days
	}
	if rest := g.N - g.Starts[day]; rest > 0 {
		quality = quality.Add(loadcurve.Missing, rest)
	}
	s.Quality = quality
	return metering.NewSeriesMonth(metering.SeriesKey{DsoID: "14", Nature: metering.Conso, Side: metering.Consumer, Origin: metering.DSO}, g, s), s
}

// What a later file may do to a month, and what must be asked about.
func TestWhatLooksLikeAMistakeIsAskedAbout(t *testing.T) {
	t.Parallel()
	const p, d, e, none = loadcurve.Provisional, loadcurve.Definitive, loadcurve.Estimated, loadcurve.Missing
	june := civil.MonthOf(civil.NewDate(2026, time.June, 1))
	for _, c := range []struct {
		name          string
		stored, later []stretch
		previous      []stretch
		powerW        int64
		declared      bool
		want          SuspicionReason
	}{
		{name: "W read as kW over a stored month", stored: []stretch{{30, 500, p}}, later: []stretch{{30, 500_000, p}}, powerW: 1_000_000, want: SuspectReplaced},
		{name: "kW read as W over definitive months", stored: []stretch{{30, 5000, d}}, later: []stretch{{30, 5, d}}, want: SuspectLost},
		{name: "112 for 72 351 kWh", stored: []stretch{{30, 100_000, d}}, later: []stretch{{30, 155, p}}, powerW: 250_000, want: SuspectLost},
		{name: "one definitive day would vanish", stored: []stretch{{30, 500, d}}, later: []stretch{{10, 500, d}, {1, 0, d}, {19, 500, d}}, want: SuspectLost},
		{name: "a day of a declared month would vanish", stored: []stretch{{30, 500, p}}, later: []stretch{{29, 500, p}, {1, 0, p}}, declared: true, want: SuspectLost},
		{name: "a provisional day becomes zero", stored: []stretch{{30, 500, p}}, later: []stretch{{29, 500, p}, {1, 0, p}}},
		{name: "definitive by a fifth and more", stored: []stretch{{30, 500, d}}, later: []stretch{{30, 650, d}}, want: SuspectReplaced},
		{name: "a definitive correction of some percent", stored: []stretch{{30, 500, d}}, later: []stretch{{30, 560, d}}},
		{name: "a definitive correction of little energy", stored: []stretch{{30, 50, d}}, later: []stretch{{30, 70, d}}},
		{name: "provisional becomes definitive, a third more", stored: []stretch{{30, 500, p}}, later: []stretch{{30, 670, d}}},
		{name: "an estimate becomes a measure", stored: []stretch{{30, 500, e}}, later: []stretch{{30, 300, d}}},
		{name: "provisional doubles", stored: []stretch{{30, 500, p}}, later: []stretch{{30, 1000, p}}, want: SuspectReplaced},
		{name: "little energy, by the factor of another unit", stored: []stretch{{30, 2, p}}, later: []stretch{{30, 61, p}}, want: SuspectReplaced},
		{name: "little energy, by less than another unit would make", stored: []stretch{{30, 2, p}}, later: []stretch{{30, 59, p}}},
		{name: "a first part, then all of the month", stored: []stretch{{3, 500, p}}, later: []stretch{{30, 520, d}}},
		{name: "a first part of another size", stored: []stretch{{3, 500, p}}, later: []stretch{{30, 2500, p}}, want: SuspectReplaced},
		{name: "an outage written as zero, then measured", stored: []stretch{{2, 0, p}, {28, 500, p}}, later: []stretch{{2, 480, d}}},
		{name: "a hole is filled", stored: []stretch{{10, 500, d}, {20, 0, none}}, later: []stretch{{10, 0, none}, {20, 500, d}}},
		{name: "a new site of its size", later: []stretch{{30, 500, p}}, powerW: 9000},
		{name: "a new site far above its contract", later: []stretch{{30, 500_000, p}}, powerW: 9000, want: SuspectPower},
		{name: "one day far above the contract", later: []stretch{{29, 500, p}, {1, 500_000, p}}, powerW: 9000, want: SuspectPower},
		{name: "above the contract as before", later: []stretch{{30, 12_000, p}}, previous: []stretch{{30, 12_500, p}}, powerW: 9000},
		{name: "above the contract as in the days of the month before the file", stored: []stretch{{15, 12_500, p}}, later: []stretch{{15, 0, none}, {15, 12_000, p}}, powerW: 9000},
		{name: "above the contract and far above the days before the file", stored: []stretch{{15, 500, p}}, later: []stretch{{15, 0, none}, {15, 12_000, p}}, powerW: 9000, want: SuspectPower},
		{name: "above the contract by twice the month before", later: []stretch{{30, 12_000, p}}, previous: []stretch{{30, 6000, p}}, powerW: 9000},
		{name: "above the contract by more than twice the month before", later: []stretch{{30, 12_000, p}}, previous: []stretch{{30, 5999, p}}, powerW: 9000, want: SuspectPower},
		{name: "16.9 GWh where nobody has told the contract", later: []stretch{{30, 23_000_000, p}}, want: SuspectPower},
		{name: "1.2 times the contract all day", later: []stretch{{29, 500, p}, {1, 10_800, p}}, powerW: 9000},
		{name: "more than 1.2 times the contract all day", later: []stretch{{29, 500, p}, {1, 10_801, p}}, powerW: 9000, want: SuspectPower},
		{name: "a large producer where nobody has told the contract", later: []stretch{{30, 800_000, p}}},
		{name: "a thousand times the month before", later: []stretch{{30, 500_000, p}}, previous: []stretch{{30, 500, p}}, want: SuspectPrevious},
		{name: "a thousandth of the month before", later: []stretch{{30, 5, p}}, previous: []stretch{{30, 5000, p}}, want: SuspectPrevious},
		{name: "a holiday home after August", later: []stretch{{30, 5, p}}, previous: []stretch{{30, 500, p}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			own, series := suspectMonth(t, june, c.later...)
			of := comparison{own: own, sites: []metering.Site{{ParticipantID: "p", Name: "École", DsoID: "14", Side: metering.Consumer,
				Period: civil.Range{From: civil.Min, To: civil.Forever}, ContractPowerW: c.powerW}},
				final: metering.Finality{Declared: map[civil.Month]bool{june: c.declared}}.Final}
			if c.stored != nil {
				stored, curve := suspectMonth(t, june, c.stored...)
				merged, err := mergeOnto(curve, series)
				require.NoError(t, err)
				of.stored = &stored
				of.replaced, err = replacedDays(metering.GridsOf(civil.Paris, june), curve, merged)
				require.NoError(t, err)
			}
			if c.previous != nil {
				previous, _ := suspectMonth(t, june-1, c.previous...)
				of.previous = &previous
			}
			got, ok := of.suspect()
			require.Equal(t, c.want, got.Reason)
			require.Equal(t, c.want != "", ok)
			if ok {
				require.Equal(t, "École", got.Name)
				require.Equal(t, c.want == SuspectPower && c.stored == nil, got.Before == nil)
			}
		})
	}
}

func TestTheListOfSuspicionsIsBoundedAndAllAreCounted(t *testing.T) {
	t.Parallel()
	var all Suspicions
	for range MaxFaults + 50 {
		all = all.With([]Suspicion{{DsoID: "14", Reason: SuspectPower}})
	}
	require.Equal(t, all, Suspicions{}.And(all))
	require.Equal(t, Suspicions{all.First, 2 * (MaxFaults + 50)}, all.And(all), "those beyond the first are counted")
	require.Len(t, all.First, MaxFaults)
	held := all.Held()
	require.Equal(t, MaxFaults+50, held.Params["count"])
	require.Len(t, held.Items, MaxFaults+1)
	require.Equal(t, 50, held.Items[MaxFaults].Params["count"])
	require.True(t, all.Covers(all))
	require.False(t, all.Covers(Suspicions{all.First, all.Count + 1}))
}
