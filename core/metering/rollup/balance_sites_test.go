package rollup

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/loadcurve"
	"github.com/openpmo/pmo/core/metering/meteringtest"
)

func TestEachStepOfEachSiteIsInBalance(t *testing.T) {
	t.Parallel()
	g := metering.GridOf(civil.Paris, meteringtest.BalanceMonth, 900)
	rapid.Check(t, func(t *rapid.T) {
		first := meteringtest.BalanceMonth.First()
		consumer := metering.Site{ParticipantID: id.New(), DsoID: "C", Side: metering.Consumer, Period: civil.Range{From: first + civil.Date(rapid.IntRange(0, 9).Draw(t, "entry")), To: civil.Forever}}
		producer := metering.Site{ParticipantID: id.New(), DsoID: "P", Side: metering.Producer, Period: civil.Range{From: first, To: civil.Forever}}
		column := func(level energy.MilliWh) []energy.MilliWh {
			values := make([]energy.MilliWh, g.N)
			for i := range values {
				values[i] = level
			}
			return values
		}
		gap := civil.Range{From: first + civil.Date(rapid.IntRange(0, 30).Draw(t, "gap"))}
		gap.To = gap.From + civil.Date(rapid.IntRange(0, 3).Draw(t, "gapDays"))
		used, received := column(2_000_000), column(1_000_000)
		made, given, kept := column(3_000_000), column(1_000_000), column(2_000_000)
		want := map[metering.Finding]bool{}
		note := func(f metering.Finding, step int, off energy.MilliWh) {
			day := 0
			for g.Starts[day+1] <= step {
				day++
			}
			f.Day = first + civil.Date(day)
			holder := consumer
			if f.Side == metering.Producer {
				holder = producer
			}
			if off > SiteTolerance && !gap.Contains(f.Day) && holder.Period.Contains(f.Day) {
				f.Steps, f.Energy = 1, off
				want[f] = true
			}
		}
		step := rapid.IntRange(0, g.N-1).Draw(t, "step")
		off := energy.MilliWh(rapid.SampledFrom([]int64{0, 1, 999, 1000, 1001, 5_000_000}).Draw(t, "off"))
		received[step] = used[step] + off
		note(metering.Finding{DsoID: "C", Side: metering.Consumer, Kind: metering.ReceivedAboveConsumed}, step, off)
		step = rapid.IntRange(0, g.N-1).Draw(t, "other")
		kept[step] += off
		note(metering.Finding{DsoID: "P", Side: metering.Producer, Kind: metering.ProductionSplit}, step, off)

		none := civil.Range{}
		in := Input{Op: metering.Operation{Operator: dso.Enedis}, Month: meteringtest.BalanceMonth, Sites: []metering.Site{consumer, producer}, Curves: []metering.SeriesMonth{
			meteringtest.BalanceRow("C", metering.Conso, metering.Consumer, used, gap), meteringtest.BalanceRow("C", metering.Autoconso, metering.Consumer, received, none),
			meteringtest.BalanceRow("P", metering.Prod, metering.Producer, made, gap), meteringtest.BalanceRow("P", metering.Autoconso, metering.Producer, given, none), meteringtest.BalanceRow("P", metering.Surplus, metering.Producer, kept, none)}}
		seen, err := findingsOf(SiteCurvesOf(in), nil, nil)
		require.NoError(t, err)
		got := map[metering.Finding]bool{}
		for _, f := range seen.found {
			got[f] = true
		}
		require.Equal(t, want, got)
		require.Len(t, seen.found, len(want))
	})
}

// What no import touched is not looked at again: what was found of it stays, within the
// days of the site.
func TestFindingsOfUntouchedCurvesStay(t *testing.T) {
	t.Parallel()
	first := meteringtest.BalanceMonth.First()
	site := metering.Site{ParticipantID: id.New(), DsoID: "C", Side: metering.Consumer, Period: civil.Range{From: first + 2, To: civil.Forever}}
	values := func(v energy.MilliWh) []energy.MilliWh {
		out := make([]energy.MilliWh, metering.GridOf(civil.Paris, meteringtest.BalanceMonth, 900).N)
		for i := range out {
			out[i] = v
		}
		return out
	}
	before := []metering.Finding{{DsoID: "C", Side: metering.Consumer, Kind: metering.ReceivedAboveConsumed, Day: first, Steps: 1, Energy: 2000},
		{DsoID: "C", Side: metering.Consumer, Kind: metering.ReceivedAboveConsumed, Day: first + 5, Steps: 1, Energy: 2000}}
	used, received := meteringtest.BalanceRow("C", metering.Conso, metering.Consumer, values(9), civil.Range{}), meteringtest.BalanceRow("C", metering.Autoconso, metering.Consumer, values(3), civil.Range{})
	stored := func(m metering.SeriesMonth) metering.SeriesMonth { m.Curve = nil; return m }
	for name, c := range map[string]struct {
		rows []metering.SeriesMonth
		want []metering.Finding
	}{
		"nothing came":                  {[]metering.SeriesMonth{stored(used), stored(received)}, before[1:]},
		"one of the two came, in order": {[]metering.SeriesMonth{stored(used), received}, nil},
	} {
		out, err := Summed(Input{Op: metering.Operation{Operator: dso.Enedis}, Month: meteringtest.BalanceMonth, Sites: []metering.Site{site}, Curves: c.rows, before: before})
		require.NoError(t, err, name)
		require.ElementsMatch(t, c.want, out.Rollup.Findings, name)
		require.Empty(t, out.Warnings, name)
	}
}

// BenchmarkBalanceOfSites is what the look at each site costs an import, by value of the
// files: 1 ns is the most that it may.
func BenchmarkBalanceOfSites(b *testing.B) {
	const sites = 100
	in := Input{Op: metering.Operation{Operator: dso.Enedis}, Month: meteringtest.BalanceMonth}
	points := 0
	for i := range sites {
		number := string(id.New())
		in.Sites = append(in.Sites, metering.Site{ParticipantID: id.New(), DsoID: number, Side: metering.Consumer, ContractPowerW: 9000, Period: meteringtest.BalanceMonth.Range()})
		for _, n := range []metering.Nature{metering.Conso, metering.Autoconso} {
			values := make([]energy.MilliWh, metering.GridOf(civil.Paris, meteringtest.BalanceMonth, 900).N)
			for t := range values {
				values[t] = energy.MilliWh((t*7+i)%1000*250) / energy.MilliWh(n)
			}
			in.Curves = append(in.Curves, meteringtest.BalanceRow(number, n, metering.Consumer, values, civil.Range{}))
			points += len(values)
		}
	}
	curves := SiteCurvesOf(in)
	for b.Loop() {
		if _, err := findingsOf(curves, nil, nil); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(points), "ns/point")
}

// TestStepsAloneAreOfTheirDay: values at gaps of the other curve, of some steps, by day.
func TestStepsAloneAreOfTheirDay(t *testing.T) {
	t.Parallel()
	g := metering.GridOf(civil.Paris, civil.NewMonth(2026, 6), 3600)
	values := make([]energy.MilliWh, g.N)
	for i := range values {
		values[i] = energy.MilliWh(i + 1)
	}
	values[30] = 0
	gap := loadcurve.Runs(nil).Add(loadcurve.Missing, 2).Add(loadcurve.Definitive, 20).Add(loadcurve.Missing, 9).Add(loadcurve.Provisional, g.N-31)
	sums := func(from, to int) map[int]energy.MilliWh {
		out := map[int]energy.MilliWh{}
		for day, v := range StepsAlone(g, values, gap, from, to) {
			if v != 0 {
				out[day] = v
			}
		}
		return out
	}
	require.Equal(t, map[int]energy.MilliWh{0: 1 + 2 + 23 + 24, 1: 25 + 26 + 27 + 28 + 29 + 30}, sums(0, g.N))
	require.Equal(t, map[int]energy.MilliWh{0: 2 + 23}, sums(1, 23))
	require.Nil(t, StepsAlone(g, values, gap, 31, g.N))
	require.Nil(t, StepsAlone(g, values, gap, 30, 31), "nothing was measured there either")
}

func TestEnergyUsedOnTheSpot(t *testing.T) {
	t.Parallel()
	g := loadcurve.Grid{Start: time.Unix(0, 0).UTC(), Step: 15 * time.Minute, N: 4}
	quality := func(q ...loadcurve.Quality) (out loadcurve.Runs) {
		for _, one := range q {
			out = out.Add(one, 1)
		}
		return out
	}
	ext := loadcurve.Series{Grid: g, Values: []energy.MilliWh{5, 5, 7, 5}, Quality: quality(4, 3, 0, 4)}
	injected := loadcurve.Series{Grid: g, Values: []energy.MilliWh{2, 6, 0, 0}, Quality: quality(4, 4, 4, 0)}
	got := onSpot(ext, injected)
	require.Equal(t, []energy.MilliWh{3, 0, 0, 0}, got.Values, "never below zero; a gap in either is one")
	require.Equal(t, quality(4, 3, 0, 0), got.Quality)
}
