package metering

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

var balanceMonth = civil.NewMonth(2026, time.October)

// balanceRow is a curve of the month as an import brings it.
func balanceRow(dsoID string, n Nature, s Side, values []energy.MilliWh, gap civil.Range) SeriesMonth {
	g := gridOf(civil.Paris, balanceMonth, 900)
	series := loadcurve.Series{Grid: g.Grid, Values: values}
	for day := range balanceMonth.Days() {
		quality := loadcurve.Definitive
		if gap.Contains(balanceMonth.First() + civil.Date(day)) {
			quality = loadcurve.Missing
			clear(values[g.starts[day]:g.starts[day+1]])
		}
		series.Quality = series.Quality.Add(quality, g.starts[day+1]-g.starts[day])
	}
	return newSeriesMonth(SeriesKey{dsoID, n, s, DSO}, g, series)
}

func TestEachStepOfEachSiteIsInBalance(t *testing.T) {
	t.Parallel()
	g := gridOf(civil.Paris, balanceMonth, 900)
	rapid.Check(t, func(t *rapid.T) {
		first := balanceMonth.First()
		consumer := Site{ParticipantID: id.New(), DsoID: "C", Side: Consumer, Period: civil.Range{From: first + civil.Date(rapid.IntRange(0, 9).Draw(t, "entry")), To: civil.Forever}}
		producer := Site{ParticipantID: id.New(), DsoID: "P", Side: Producer, Period: civil.Range{From: first, To: civil.Forever}}
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
		want := map[Finding]bool{}
		note := func(f Finding, step int, off energy.MilliWh) {
			day := 0
			for g.starts[day+1] <= step {
				day++
			}
			f.Day = first + civil.Date(day)
			holder := consumer
			if f.Side == Producer {
				holder = producer
			}
			if off > siteTolerance && !gap.Contains(f.Day) && holder.Period.Contains(f.Day) {
				f.Steps, f.Energy = 1, off
				want[f] = true
			}
		}
		step := rapid.IntRange(0, g.N-1).Draw(t, "step")
		off := energy.MilliWh(rapid.SampledFrom([]int64{0, 1, 999, 1000, 1001, 5_000_000}).Draw(t, "off"))
		received[step] = used[step] + off
		note(Finding{DsoID: "C", Side: Consumer, Kind: ReceivedAboveConsumed}, step, off)
		step = rapid.IntRange(0, g.N-1).Draw(t, "other")
		kept[step] += off
		note(Finding{DsoID: "P", Side: Producer, Kind: ProductionSplit}, step, off)

		none := civil.Range{}
		in := monthInput{op: Operation{Operator: dso.Enedis}, month: balanceMonth, sites: []Site{consumer, producer}, curves: []SeriesMonth{
			balanceRow("C", Conso, Consumer, used, gap), balanceRow("C", Autoconso, Consumer, received, none),
			balanceRow("P", Prod, Producer, made, gap), balanceRow("P", Autoconso, Producer, given, none), balanceRow("P", Surplus, Producer, kept, none)}}
		b := newMonthBuild(in)
		require.NoError(t, b.find())
		got := map[Finding]bool{}
		for _, f := range b.out.rollup.Findings {
			got[f] = true
		}
		require.Equal(t, want, got)
		require.Len(t, b.out.warnings, len(want))
	})
}

// What no import touched is not looked at again: what was found of it stays, within the
// days of the site.
func TestFindingsOfUntouchedCurvesStay(t *testing.T) {
	t.Parallel()
	first := balanceMonth.First()
	site := Site{ParticipantID: id.New(), DsoID: "C", Side: Consumer, Period: civil.Range{From: first + 2, To: civil.Forever}}
	values := func(v energy.MilliWh) []energy.MilliWh {
		out := make([]energy.MilliWh, gridOf(civil.Paris, balanceMonth, 900).N)
		for i := range out {
			out[i] = v
		}
		return out
	}
	before := []Finding{{DsoID: "C", Side: Consumer, Kind: ReceivedAboveConsumed, Day: first, Steps: 1, Energy: 2000},
		{DsoID: "C", Side: Consumer, Kind: ReceivedAboveConsumed, Day: first + 5, Steps: 1, Energy: 2000}}
	used, received := balanceRow("C", Conso, Consumer, values(9), civil.Range{}), balanceRow("C", Autoconso, Consumer, values(3), civil.Range{})
	stored := func(m SeriesMonth) SeriesMonth { m.curve = nil; return m }
	for name, c := range map[string]struct {
		rows []SeriesMonth
		want []Finding
	}{
		"nothing came":                  {[]SeriesMonth{stored(used), stored(received)}, before[1:]},
		"one of the two came, in order": {[]SeriesMonth{stored(used), received}, nil},
	} {
		b := newMonthBuild(monthInput{op: Operation{Operator: dso.Enedis}, month: balanceMonth, sites: []Site{site}, curves: c.rows, before: before})
		require.NoError(t, b.find(), name)
		require.ElementsMatch(t, c.want, b.out.rollup.Findings, name)
		require.Empty(t, b.out.warnings, name)
	}
}

// BenchmarkBalanceOfSites is what the look at each site costs an import, by value of the
// files: 1 ns is the most that it may.
func BenchmarkBalanceOfSites(b *testing.B) {
	const sites = 100
	in := monthInput{op: Operation{Operator: dso.Enedis}, month: balanceMonth}
	points := 0
	for i := range sites {
		number := string(id.New())
		in.sites = append(in.sites, Site{ParticipantID: id.New(), DsoID: number, Side: Consumer, ContractPowerW: 9000, Period: balanceMonth.Range()})
		for _, n := range []Nature{Conso, Autoconso} {
			values := make([]energy.MilliWh, gridOf(civil.Paris, balanceMonth, 900).N)
			for t := range values {
				values[t] = energy.MilliWh((t*7+i)%1000*250) / energy.MilliWh(n)
			}
			in.curves = append(in.curves, balanceRow(number, n, Consumer, values, civil.Range{}))
			points += len(values)
		}
	}
	build := newMonthBuild(in)
	for b.Loop() {
		if err := build.find(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(points), "ns/point")
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
	ext := loadcurve.Series{Grid: g, Values: []energy.MilliWh{5, 5, 0, 5}, Quality: quality(4, 3, 0, 4)}
	injected := loadcurve.Series{Grid: g, Values: []energy.MilliWh{2, 6, 0, 0}, Quality: quality(4, 4, 4, 0)}
	got := onSpot(ext, injected)
	require.Equal(t, []energy.MilliWh{3, 0, 0, 0}, got.Values, "never below zero; a gap in either is one")
	require.Equal(t, quality(4, 3, 0, 0), got.Quality)
}

func TestYearBefore(t *testing.T) {
	t.Parallel()
	of := func(a, b string) civil.Range {
		from, err := civil.ParseDate(a)
		require.NoError(t, err)
		last, err := civil.ParseDate(b)
		require.NoError(t, err)
		return civil.Range{From: from, To: last + 1}
	}
	require.Equal(t, of("2025-10-01", "2025-10-31"), yearBefore(of("2026-10-01", "2026-10-31")))
	require.Equal(t, of("2023-02-01", "2023-02-28"), yearBefore(of("2024-02-01", "2024-02-29")))
	require.Equal(t, []civil.Month{civil.NewMonth(2025, 10), civil.NewMonth(2026, 8), civil.NewMonth(2026, 9), civil.NewMonth(2026, 10)},
		comparedMonths(of("2026-10-01", "2026-10-31"), allDays), "31 days before October reach into August")
}
