package fake_test

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/adapters/dso/acccsv"
	"github.com/openpmo/pmo/adapters/dso/fake"
	"github.com/openpmo/pmo/adapters/dso/files"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

const operation = "ACC90000001"

var today = civil.NewDate(2026, time.November, 20)

func days(from, to string) civil.Range {
	f, _ := civil.ParseDate(from)
	t, _ := civil.ParseDate(to)
	return civil.Range{From: f, To: t}
}

func operator(switches ...fake.Switch) (*fake.Operator, []fake.Site) {
	sites := fake.Sites(operation, 7, 8, 2)
	return fake.New(operation, 7, civil.Paris, sites, switches...), sites
}

// byStep lists all values of a site by their start.
func byStep(sets []curvefile.Dataset, dsoID string) map[int64]energy.MilliWh {
	out := map[int64]energy.MilliWh{}
	for _, set := range sets {
		for _, r := range set.Readings {
			for _, run := range r.Runs {
				for i, v := range run.Values {
					if r.DsoID == dsoID {
						out[run.Start+int64(i)*900] = v
					}
				}
			}
		}
	}
	return out
}

func TestSitesAreInvented(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, s := range fake.Sites(operation, 7, 200, 5) {
		_, err := dso.ParsePRM(s.DsoID)
		require.NoError(t, err)
		require.True(t, strings.HasPrefix(s.DsoID, "99"))
		require.False(t, seen[s.DsoID])
		require.Positive(t, s.PowerW)
		seen[s.DsoID] = true
	}
	require.Equal(t, fake.Sites(operation, 7, 20, 2), fake.Sites(operation, 7, 20, 2))
	require.NotEqual(t, fake.Sites(operation, 7, 20, 2), fake.Sites(operation, 8, 20, 2))
}

// TestADayIsTheSameInEveryRange asks for ranges around a day.
func TestADayIsTheSameInEveryRange(t *testing.T) {
	t.Parallel()
	o, sites := operator()
	year := days("2025-10-01", "2026-10-01")
	whole := o.Datasets(year, today)
	rapid.Check(t, func(t *rapid.T) {
		from := civil.Date(rapid.Int32Range(int32(year.From), int32(year.To)-1).Draw(t, "from"))
		to := min(year.To, from+civil.Date(rapid.Int32Range(1, 40).Draw(t, "days")))
		site := sites[rapid.IntRange(0, len(sites)-1).Draw(t, "site")].DsoID
		all := byStep(whole, site)
		again, _ := operator()
		part := byStep(again.Datasets(civil.Range{From: from, To: to}, today), site)
		require.Len(t, part, civil.Paris.StepsIn(civil.Range{From: from, To: to}, 15*time.Minute))
		for at, v := range part {
			require.Equal(t, all[at], v)
		}
	})
}

func TestCurvesLookLikeCurves(t *testing.T) {
	t.Parallel()
	sites := fake.Sites(operation, 1, 60, 3)
	o := fake.New(operation, 1, civil.Paris, sites)
	sets := o.Datasets(days("2025-01-01", "2026-01-01"), today)
	require.Len(t, sets, 12)
	var used, made energy.MilliWh
	for _, s := range sites {
		values := byStep(sets, s.DsoID)
		require.Len(t, values, 35_040)
		var total, night, peak energy.MilliWh
		for at, v := range values {
			require.GreaterOrEqual(t, v, energy.MilliWh(0))
			require.Zero(t, v%250, "whole watts")
			total += v
			peak = max(peak, v)
			if hour := at % 86400 / 3600; hour >= 22 || hour < 3 {
				night += v
			}
		}
		require.LessOrEqual(t, int64(peak), s.PowerW*250)
		if s.Producer {
			require.Zero(t, night, "no sun at night")
			yield := float64(total) / 1e6 / (float64(s.PowerW) / 1000)
			require.InDelta(t, 1200, yield, 250, "kWh a year of a kW of panels")
			made += total
			continue
		}
		require.Positive(t, night)
		used += total
	}
	require.InDelta(t, 0.45, float64(made)/float64(used), 0.2)
}

func TestClockChanges(t *testing.T) {
	t.Parallel()
	o, sites := operator()
	require.Equal(t, []civil.Date{days("2026-03-29", "2026-03-30").From}, fake.ClockChanges(civil.Paris, days("2026-03-01", "2026-04-01")))
	require.Len(t, byStep(o.Datasets(days("2026-03-29", "2026-03-30"), today), sites[0].DsoID), 92)
	require.Len(t, byStep(o.Datasets(days("2026-10-25", "2026-10-26"), today), sites[0].DsoID), 100)
}

// TestDefinitive: ten days back, the last full month always, nothing of today.
func TestDefinitive(t *testing.T) {
	t.Parallel()
	o, sites := operator()
	for _, c := range []struct{ today, until string }{
		{"2026-11-20", "2026-11-10"}, {"2026-11-02", "2026-11-01"}, {"2026-11-11", "2026-11-01"}, {"2026-11-12", "2026-11-02"},
	} {
		now, until := days(c.today, c.today).From, days(c.until, c.until).From
		require.Equal(t, until, fake.DefinitiveUntil(now))
		sets := o.Datasets(days("2026-10-20", "2026-12-31"), now)
		last := int64(0)
		for _, set := range sets {
			for _, r := range set.Readings {
				if r.DsoID != sites[0].DsoID {
					continue
				}
				for _, run := range r.Runs {
					for i := range run.Values {
						at := run.Start + int64(i)*900
						q := loadcurve.Definitive
						if run.Quality != nil {
							q = run.Quality[i]
						}
						require.Equal(t, at < civil.Paris.Start(until).Unix(), q == loadcurve.Definitive)
						last = max(last, at)
					}
				}
			}
		}
		require.Equal(t, civil.Paris.Start(now).Unix()-900, last)
	}
}

func TestSwitches(t *testing.T) {
	t.Parallel()
	plain, sites := operator()
	a, b := sites[0].DsoID, sites[1].DsoID
	hole, late := days("2026-11-03", "2026-11-05"), days("2026-11-14", "2026-11-15")
	o, _ := operator(fake.Gap(a, hole), fake.LateCorrective(a, late.Contains), fake.NoTrailError(b))
	month := days("2026-11-01", "2026-12-01")
	want, got := byStep(plain.Datasets(month, today), a), byStep(o.Datasets(month, today), a)
	require.Len(t, got, len(want)-2*96)
	for at, v := range want {
		d := civil.Paris.DateOf(time.Unix(at, 0))
		switch {
		case hole.Contains(d):
			require.NotContains(t, got, at)
		case late.Contains(d):
			require.Equal(t, v/250*3/4*250, got[at])
		default:
			require.Equal(t, v, got[at])
		}
	}
	corrected := byStep(o.Datasets(late, today+10), a)
	for at, v := range corrected {
		require.Equal(t, want[at], v, "the right value comes when it is definitive")
	}
	require.Empty(t, byStep(o.Datasets(month, today), b))
	status, _ := o.Folder(b, today)
	require.Equal(t, "NO_TRAIL_ERR", status)
	status, _ = o.Folder(a, today)
	require.Equal(t, "EN_VIGUEUR", status)
}

// TestWeakProducer: a third on the days of the switch, as before on the others.
func TestWeakProducer(t *testing.T) {
	t.Parallel()
	plain, sites := operator()
	producer := sites[slices.IndexFunc(sites, func(s fake.Site) bool { return s.Producer })].DsoID
	weak := days("2026-10-10", "2026-10-12")
	o, _ := operator(fake.Weak(producer, weak.Contains))
	want, got := byStep(plain.Datasets(days("2026-10-01", "2026-11-01"), today), producer), byStep(o.Datasets(days("2026-10-01", "2026-11-01"), today), producer)
	require.Len(t, got, len(want))
	for at, v := range want {
		if weak.Contains(civil.Paris.DateOf(time.Unix(at, 0))) {
			v = v / 250 / 3 * 250
		}
		require.Equal(t, v, got[at])
	}
}

// TestLateAndDoubtfulDays: a day that arrives on a day of its own is missing until then,
// and what is doubted is a frozen meter until the right values follow.
func TestLateAndDoubtfulDays(t *testing.T) {
	t.Parallel()
	plain, sites := operator()
	a, b := sites[0].DsoID, sites[1].DsoID
	late, doubted := days("2026-11-16", "2026-11-18"), days("2026-11-12", "2026-11-13")
	o, _ := operator(
		fake.Late(a, func(d civil.Date) civil.Date {
			if late.Contains(d) {
				return late.To + 3
			}
			return d + 1
		}),
		fake.Doubtful(b, func(d civil.Date) civil.Date {
			if doubted.Contains(d) {
				return d + 9
			}
			return d
		}))
	month := days("2026-11-01", "2026-12-01")
	for _, c := range []struct {
		now              civil.Date
		missing, suspect int
	}{{late.To + 2, 2 * 96, 8}, {late.To + 3, 0, 0}} {
		want, got := plain.Datasets(month, c.now), o.Datasets(month, c.now)
		require.Len(t, byStep(got, a), len(byStep(want, a))-c.missing)
		right, read := byStep(want, b), byStep(got, b)
		require.Len(t, read, len(right))
		suspect := 0
		for _, r := range got[0].Readings {
			for _, run := range r.Runs {
				for i, q := range run.Quality {
					at := run.Start + int64(i)*900
					if q != loadcurve.Suspect {
						require.True(t, r.DsoID != b || read[at] == right[at])
						continue
					}
					suspect++
					require.Equal(t, b, r.DsoID)
					require.True(t, doubted.Contains(civil.Paris.DateOf(time.Unix(at, 0))))
					require.Equal(t, read[civil.Paris.Start(doubted.From).Unix()+43*900], read[at], "the meter is frozen")
				}
			}
		}
		require.Equal(t, c.suspect, suspect)
	}
}

func readBack(t testing.TB, text []byte) (curvefile.Dataset, error) {
	t.Helper()
	return acccsv.Long{}.Read(context.Background(), files.Input{Name: "a.csv", Reader: bytes.NewReader(text), Zone: civil.Paris})
}

// TestWrittenFilesAreReadBack writes what was made, and energies that are no whole watt.
func TestWrittenFilesAreReadBack(t *testing.T) {
	t.Parallel()
	o, _ := operator()
	set := o.Datasets(days("2026-10-01", "2026-11-01"), today)[0]
	set.Readings = append(set.Readings, curvefile.Readings{DsoID: "99999999999999", Nature: metering.Autoconso, Unit: "WH",
		Status: curvefile.StatusDefinitive, Labels: curvefile.LabelsStart,
		Runs: []curvefile.Run{{Start: 1_790_892_000, Step: 900, Values: []energy.MilliWh{1, 250, 12_345, 0}}}})
	var text bytes.Buffer
	require.NoError(t, o.WriteACC(&text, set.Readings))
	back, err := readBack(t, text.Bytes())
	require.NoError(t, err)
	require.Len(t, back.Readings, len(set.Readings))
	for i, r := range back.Readings {
		for j := range r.Runs {
			r.Runs[j].Row = 0
		}
		r.Unit = set.Readings[i].Unit
		require.Equal(t, set.Readings[i], r)
	}
}

func TestRepeatedRows(t *testing.T) {
	t.Parallel()
	write := func(unequal bool) []byte {
		o, _ := operator(fake.RepeatedRows(100, unequal))
		var text bytes.Buffer
		require.NoError(t, o.WriteACC(&text, o.Datasets(days("2026-10-01", "2026-10-02"), today)[0].Readings))
		return text.Bytes()
	}
	set, err := readBack(t, write(false))
	require.NoError(t, err)
	require.NotEmpty(t, set.Warnings)
	_, err = readBack(t, write(true))
	require.Equal(t, "curve.duplicate", fault.From(err).Items[0].Key)
}

// BenchmarkDatasets makes 14 months of 200 sites.
func BenchmarkDatasets(b *testing.B) {
	sites := fake.Sites(operation, 7, 190, 10)
	o := fake.New(operation, 7, civil.Paris, sites)
	for b.Loop() {
		sets := o.Datasets(days("2025-09-01", "2026-11-01"), today)
		require.Len(b, sets, 14)
	}
}

// BenchmarkWriteACC writes a month of 200 sites.
func BenchmarkWriteACC(b *testing.B) {
	o := fake.New(operation, 7, civil.Paris, fake.Sites(operation, 7, 190, 10))
	set := o.Datasets(days("2026-10-01", "2026-11-01"), today)[0]
	var out bytes.Buffer
	for b.Loop() {
		out.Reset()
		require.NoError(b, o.WriteACC(&out, set.Readings))
	}
	b.SetBytes(int64(out.Len()))
}
