package fake_test

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/adapters/dso/acccsv"
	"github.com/openpmo/pmo/adapters/dso/enedis"
	"github.com/openpmo/pmo/adapters/dso/fake"
	"github.com/openpmo/pmo/adapters/dso/files"
	"github.com/openpmo/pmo/adapters/dso/perim"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// readFile reads one file with all formats of French operators, as the server does.
func readFile(t require.TestingT, f fake.File) curvefile.Dataset {
	reader := files.New(files.DefaultLimits(), enedis.R63{}, enedis.CustomerCSV{}, enedis.CustomerXLSX{}, enedis.R15{}, acccsv.Long{}, acccsv.Wide{}).
		With(curvefile.FileHints{Answers: []curvefile.FileAnswers{{StepChange: curvefile.StepChanged}}})
	open := func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(f.Content)), nil }
	sets, err := reader.Read(context.Background(), f.Name, int64(len(f.Content)), open, civil.Paris)
	require.NoError(t, err, f.Name)
	require.Len(t, sets, 1)
	return sets[0]
}

// bare is what a reading says of a curve, and nothing else.
func bare(readings []curvefile.Readings) []curvefile.Readings {
	out := make([]curvefile.Readings, len(readings))
	for i, r := range readings {
		out[i] = curvefile.Readings{DsoID: r.DsoID, Nature: r.Nature}
		for _, run := range r.Runs {
			out[i].Runs = append(out[i].Runs, curvefile.Run{Start: run.Start, Step: run.Step, Values: slices.Clip(run.Values)})
		}
	}
	slices.SortFunc(out, func(a, b curvefile.Readings) int {
		return cmp.Or(cmp.Compare(a.DsoID, b.DsoID), cmp.Compare(a.Nature, b.Nature))
	})
	return out
}

// nights are days around which calendars are hard.
var nights = map[string]civil.Date{
	"spring": civil.NewDate(2026, 3, 29), "autumn": civil.NewDate(2026, 10, 25), "leap day": civil.NewDate(2024, 2, 29),
	"year end": civil.NewDate(2025, 12, 31), "plain": civil.NewDate(2026, 6, 10),
}

// drawReadings makes curves of some sites around a night: whole watts, some of them with
// holes. In a file without offsets and without lines for gaps nobody can tell which of
// the doubled hours a hole is in: such a night then has none.
func drawReadings(t *rapid.T, step int32, tells bool, natures ...metering.Nature) ([]curvefile.Readings, civil.Range) {
	name := rapid.SampledFrom([]string{"spring", "autumn", "leap day", "year end", "plain"}).Draw(t, "night")
	night, holes := nights[name], 2
	if name == "autumn" && !tells {
		holes = 0
	}
	from := night - civil.Date(rapid.IntRange(0, 1).Draw(t, "before"))
	days := civil.Range{From: from, To: night + 1}
	start, end := civil.Paris.Span(days)
	n := int(end.Sub(start)/time.Second) / int(step)
	var out []curvefile.Readings
	for site := range rapid.IntRange(1, 2).Draw(t, "sites") {
		for _, nature := range natures {
			r := curvefile.Readings{DsoID: "9900000000001" + string(rune('0'+site)), Nature: nature}
			values := make([]energy.MilliWh, n)
			for i := range values {
				v, err := energy.FromWatts(int64((i*7919+site*31+int(nature))%9000), 0, time.Duration(step)*time.Second)
				require.NoError(t, err)
				values[i] = v
			}
			r.Runs = cutHoles(t, holes, curvefile.Run{Start: start.Unix(), Step: step, Values: values})
			out = append(out, r)
		}
	}
	return out, days
}

// cutHoles leaves out some stretches inside.
func cutHoles(t *rapid.T, most int, run curvefile.Run) (runs []curvefile.Run) {
	at := 0
	for range rapid.IntRange(0, most).Draw(t, "holes") {
		if len(run.Values)-at < 8 {
			break
		}
		from := rapid.IntRange(at+1, len(run.Values)-4).Draw(t, "from")
		to := rapid.IntRange(from+1, min(from+9, len(run.Values)-1)).Draw(t, "to")
		runs = append(runs, part(run, at, from))
		at = to
	}
	return append(runs, part(run, at, len(run.Values)))
}

func part(run curvefile.Run, from, to int) curvefile.Run {
	return curvefile.Run{Start: run.Start + int64(from)*int64(run.Step), Step: run.Step, Values: run.Values[from:to:to]}
}

// TestEveryFormatIsReadBack writes curves in each format and reads them back equal, over
// the nights when clocks change, a leap day and the end of a year.
func TestEveryFormatIsReadBack(t *testing.T) {
	t.Parallel()
	all := []metering.Nature{metering.Autoconso, metering.ProdExt, metering.Complement}
	for format, natures := range map[fake.Format][]metering.Nature{
		fake.R63: {metering.Conso, metering.Prod}, fake.CustomerCSV: {metering.Conso, metering.Prod}, fake.CustomerXLSX: {metering.Conso},
		fake.ACCLong: all, fake.ACCWide: all,
	} {
		t.Run(string(format), func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) {
				step := rapid.SampledFrom([]int32{300, 600, 900, 1800, 3600}).Draw(t, "step")
				want, days := drawReadings(t, step, format != fake.R63, natures...)
				var got []curvefile.Readings
				for _, f := range written(t, format, days, want) {
					set := readFile(t, f)
					require.Equal(t, string(format), set.Format)
					got = append(got, set.Readings...)
				}
				require.Equal(t, bare(want), bare(got))
			})
		})
	}
}

// written gives the files of a format; those of the wide form tell their days in the
// name.
func written(t *rapid.T, format fake.Format, days civil.Range, readings []curvefile.Readings) []fake.File {
	o := fake.New(operation, 7, civil.Paris, nil)
	if format != fake.ACCWide {
		all, err := o.Files(format, civil.MonthOf(days.From), readings)
		require.NoError(t, err)
		return all
	}
	var all []fake.File
	for _, nature := range append(metering.Natures(), metering.Complement) {
		of := slices.DeleteFunc(slices.Clone(readings), func(r curvefile.Readings) bool { return r.Nature != nature })
		if len(of) == 0 {
			continue
		}
		var out bytes.Buffer
		require.NoError(t, o.WriteWide(&out, of))
		all = append(all, fake.File{Name: fake.WideName(operation, nature, of[0].Runs[0].Step, days), Content: out.Bytes()})
	}
	return all
}

// TestWideLosesNothing writes energies that are no whole watts.
func TestWideLosesNothing(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		step := rapid.SampledFrom([]int32{300, 600, 900, 1800, 3600}).Draw(t, "step")
		values := rapid.SliceOfN(rapid.Int64Range(0, 50_000_000), 4, 24).Draw(t, "mWh")
		run := curvefile.Run{Start: civil.Paris.Start(nights["plain"]).Unix(), Step: step}
		for _, v := range values {
			run.Values = append(run.Values, energy.MilliWh(v))
		}
		want := []curvefile.Readings{{DsoID: "99000000000010", Nature: metering.Prod, Runs: []curvefile.Run{run}}}
		days := civil.Range{From: nights["plain"], To: nights["plain"] + 2}
		for _, f := range written(t, fake.ACCWide, days, want)[:1] {
			require.Equal(t, bare(want), bare(readFile(t, f).Readings))
		}
	})
}

// TestPortalTellsAChangeOfStep has half hours, then hours, as the portal warns of.
func TestPortalTellsAChangeOfStep(t *testing.T) {
	t.Parallel()
	start := civil.Paris.Start(nights["plain"]).Unix()
	halves := curvefile.Run{Start: start, Step: 1800, Values: []energy.MilliWh{500, 1000, 1500, 2000}}
	hours := curvefile.Run{Start: start + 7200, Step: 3600, Values: []energy.MilliWh{3000, 4000, 5000, 6000}}
	again := curvefile.Run{Start: start + 6*3600, Step: 1800, Values: []energy.MilliWh{1000, 500}}
	want := []curvefile.Readings{{DsoID: "99000000000010", Nature: metering.Conso, Runs: []curvefile.Run{halves, hours, again}}}
	o := fake.New(operation, 7, civil.Paris, nil)
	for _, format := range []fake.Format{fake.R63, fake.CustomerCSV, fake.CustomerXLSX} {
		all, err := o.Files(format, civil.MonthOf(nights["plain"]), want)
		require.NoError(t, err)
		require.Equal(t, bare(want), bare(readFile(t, all[0]).Readings), format)
	}
}

// TestR15IsReadBack writes what curves add up to.
func TestR15IsReadBack(t *testing.T) {
	t.Parallel()
	start := civil.Paris.Start(civil.NewDate(2026, 9, 30)).Unix()
	reading := func(dsoID string, nature metering.Nature, v energy.MilliWh) curvefile.Readings {
		return curvefile.Readings{DsoID: dsoID, Nature: nature,
			Runs: []curvefile.Run{{Start: start, Step: 3600, Values: slices.Repeat([]energy.MilliWh{v}, 48)}}}
	}
	const c, p = "99000000000010", "99000009000010"
	readings := []curvefile.Readings{reading(c, metering.Conso, 3_000_000), reading(c, metering.Autoconso, 1_100_000),
		reading(p, metering.Prod, 2_000_000), reading(p, metering.Autoconso, 1_100_000), reading(p, metering.Surplus, 900_000)}
	want := fake.PeriodReadings(civil.Paris, readings)
	require.Len(t, want, 8)
	corrected := want[0]
	corrected.Corrective, corrected.Energy = true, 77*energy.KilowattHour
	var out bytes.Buffer
	require.NoError(t, fake.WriteR15(&out, civil.Paris, append(want, corrected)))
	set := readFile(t, fake.File{Name: "r15.xml", Content: out.Bytes()})
	require.Equal(t, "R15", set.Format)
	require.Empty(t, set.Readings)
	want[0] = corrected
	for i := range set.Periods {
		require.Positive(t, set.Periods[i].Row)
		set.Periods[i].Row = 0
	}
	require.Equal(t, want, set.Periods)
	require.Equal(t, 26*energy.KilowattHour, want[2].Energy, "24 hours of 1.1 kWh, below the truth")
}

// TestSwitchesOfFiles asks for repeated rows in each text, and for a month with a day of
// 25 hours.
func TestSwitchesOfFiles(t *testing.T) {
	t.Parallel()
	month := civil.MonthOf(nights["autumn"])
	for _, format := range []fake.Format{fake.R63, fake.CustomerCSV, fake.ACCLong, fake.ACCWide} {
		o, sites := operator(fake.RepeatedRows(500, false), fake.Gap(siteNumber(), days("2026-10-05", "2026-10-06")))
		set := o.Datasets(month.Range(), today)[0]
		all, err := o.Files(format, month, set.Readings)
		require.NoError(t, err)
		var got []curvefile.Readings
		repeated := 0
		for _, f := range all {
			back := readFile(t, f)
			got = append(got, back.Readings...)
			for _, w := range back.Warnings {
				if w.Key == "curve.repeated" {
					repeated++
				}
			}
		}
		require.Positive(t, repeated, format)
		require.Equal(t, bare(set.Readings), bare(got), format)
		require.Len(t, got, len(sites))

		o, _ = operator(fake.RepeatedRows(500, true))
		all, err = o.Files(format, month, set.Readings)
		require.NoError(t, err)
		reader := files.New(files.DefaultLimits(), enedis.R63{}, enedis.CustomerCSV{}, acccsv.Long{}, acccsv.Wide{})
		f := all[0]
		_, err = reader.Read(context.Background(), f.Name, int64(len(f.Content)),
			func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(f.Content)), nil }, civil.Paris)
		require.Equal(t, "curve.duplicate", fault.From(err).Items[0].Key, format)
	}
}

func siteNumber() string { return fake.Sites(operation, 7, 8, 2)[0].DsoID }

// TestExternalCurves belong to what the operator reads: nobody uses less than he draws
// nor makes less than he injects.
func TestExternalCurves(t *testing.T) {
	t.Parallel()
	sites := fake.Sites(operation, 7, 2, 1)
	plain := fake.New(operation, 7, civil.Paris, slices.Clone(sites)).Datasets(days("2026-06-01", "2026-06-08"), today)
	for i := range sites {
		sites[i].External = true
	}
	set := fake.New(operation, 7, civil.Paris, sites).Datasets(days("2026-06-01", "2026-06-08"), today)[0]
	byKey := map[string][]energy.MilliWh{}
	for _, r := range set.Readings {
		byKey[r.DsoID+r.Nature.String()] = r.Runs[0].Values
	}
	require.Len(t, byKey, 3+2+2, "ConsExt of all, ProdExt of the producer")
	for _, r := range plain[0].Readings {
		read := byKey[r.DsoID+r.Nature.String()]
		require.Equal(t, r.Runs[0].Values, read, "what the operator reads stays as it is")
		outer := metering.ConsExt
		if r.Nature == metering.Prod {
			outer = metering.ProdExt
		}
		more := false
		for i, v := range byKey[r.DsoID+outer.String()] {
			require.GreaterOrEqual(t, v, read[i])
			if r.Nature == metering.Prod {
				require.LessOrEqual(t, v-read[i], byKey[r.DsoID+"ConsExt"][i])
			}
			more = more || v > read[i]
		}
		require.True(t, more)
	}
}

// TestPerimeterFile has everybody with what the operator says of him.
func TestPerimeterFile(t *testing.T) {
	t.Parallel()
	sites := fake.Sites(operation, 7, 3, 1)
	sites[0].Period = days("2026-01-01", "2026-10-01")
	sites[2].PowerW = 48_000
	o := fake.New(operation, 7, civil.Paris, sites, fake.NoTrailError(sites[1].DsoID), fake.Says(sites[2].DsoID, "SUPPRESSION", "CREATION"))
	var text bytes.Buffer
	require.NoError(t, o.WritePerim(&text, today))
	require.Equal(t, "PERIM_ACC90000001_20261120.csv", o.PerimName(today))
	sheet, err := perim.Reader{}.ReadSheet(t.Context(), text.Bytes(), 10)
	require.NoError(t, err)
	require.Equal(t, "prm padt type nom adresse code_postal ville segment date_entree date_sortie statut action", joined(sheet.Header))
	require.Len(t, sheet.Rows, 4)
	var got []string
	for _, row := range sheet.Rows {
		var cells []string
		for _, c := range row.Cells {
			cells = append(cells, c.Text)
		}
		got = append(got, strings.Join(cells[7:], " "))
		require.Len(t, cells, 12)
		require.Contains(t, []int{0, 10}, len(cells[1]), "PADT")
	}
	require.Equal(t, []string{"C5 2026-01-01 2026-09-30 SUPPRESSION SUPPRESSION", "C5 2024-01-01  NO_TRAIL_ERR CREATION",
		"C4 2024-01-01  SUPPRESSION CREATION", "P4 en totalité 2024-01-01  EN_VIGUEUR CREATION"}, got)
}

func joined(words []string) string { return strings.Join(words, " ") }
