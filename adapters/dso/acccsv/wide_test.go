package acccsv_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/dso/acccsv"
	"github.com/openpmo/pmo/adapters/dso/files"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

const (
	wideFile   = "ACC00000001_CONSO_15_01062026_30062026.csv"
	wideHeader = "Horodate;99100000000017;99100000000024\n"
)

func readWide(name, text string, said ...curvefile.FileAnswers) (curvefile.Dataset, error) {
	open := func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }
	sets, err := files.New(files.DefaultLimits(), acccsv.Long{}, acccsv.Wide{}).With(curvefile.FileHints{Answers: said}).Read(context.Background(), name, int64(len(text)), open, civil.Paris)
	if err != nil {
		return curvefile.Dataset{}, err
	}
	return sets[0], nil
}

// starts lists the starts of a site's values in UTC, with their energy in mWh.
func starts(r curvefile.Readings) (out []string) {
	for _, run := range r.Runs {
		for i, v := range run.Values {
			at := time.Unix(run.Start+int64(i)*int64(run.Step), 0).UTC()
			out = append(out, fmt.Sprintf("%s %d", at.Format("02T15:04"), v))
		}
	}
	return out
}

func TestWide(t *testing.T) {
	t.Parallel()
	set, err := readWide(wideFile, "\xef\xbb\xbf"+wideHeader+"01/06/2026 00:00;412;0,5\r\n01/06/2026 00:15;413.25;\r\n\r\n01/06/2026 00:30;;NA\r\n1/6/2026 0:45;4;7;\r\n")
	require.NoError(t, err)
	require.Equal(t, "ACC_CSV_WIDE", set.Format)
	require.False(t, set.History)
	require.Len(t, set.Readings, 2)
	r := set.Readings[0]
	require.Equal(t, []any{site, metering.Conso, "W", curvefile.LabelsStart, curvefile.StatusNone}, []any{r.DsoID, r.Nature, r.Unit, r.Labels, r.Status})
	require.Equal(t, []string{"31T22:00 103000", "31T22:15 103312", "31T22:45 1000"}, starts(r), "rounded once, half to even")
	require.Equal(t, []string{"31T22:00 125", "31T22:45 1750"}, starts(set.Readings[1]))
	require.Equal(t, []int{2, 6}, []int{r.Runs[0].Row, r.Runs[1].Row})
	require.Equal(t, map[string]any{"count": 3}, set.Warnings[0].Params)
}

func TestWideNames(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"ACC00000001_CONSO_15_01062026_30062026.csv":         "Conso 900",
		"acc00000001_prod_ext_PT30M_01062026_30062026.CSV":   "ProdExt 1800",
		"OP_TEST_AUTOCONSO_60_01062026_30062026.txt":         "Autoconso 3600",
		"ACC00000001_CONSO_EXT_5_01062026_01062026.csv":      "ConsExt 300",
		"ACC00000001_COMPLEMENT_10_01062026_30062026.csv":    "Complement 600",
		"ACC00000001_SURPLUS_20_01062026_30062026.csv":       "import.fileName",
		"ACC00000001_SURPLUS_15_31062026_30062026.csv":       "import.fileName",
		"ACC00000001_SURPLUS_15_02062026_01062026.csv":       "import.fileName",
		"ACC00000001_SURPLUS_15.csv":                         "import.fileName",
		"ACC00000001_15_01062026_30062026.csv":               "UnknownFile", // coefficients
		"courbes.csv":                                        "UnknownFile",
		"ACC00000001_CONSOMMATION_15_01062026_30062026.csv":  "UnknownFile",
		"ACC00000001_COEFFICIENT_15_01062026_30062026.csv":   "UnknownFile",
		"ACC00000001_PROD_15_20260601_20260630.csv":          "import.fileName",
		"ACC00000001_PROD_15_01062026_30062026_suite.csv":    "import.fileName",
		"ACC00000001_PROD_15_01062026_30062026.csv.part.csv": "import.fileName",
	} {
		set, err := readWide(name, wideHeader+"01/06/2026 00:00;1;1\n")
		if err != nil {
			require.Equal(t, want, fault.KeyOf(err), name)
			continue
		}
		require.Equal(t, want, fmt.Sprint(set.Readings[0].Nature, " ", set.Readings[0].Runs[0].Step), name)
	}
}

// TestWideNights has the doubled hour in the order of time, the hour left out, a leap
// day and the end of a year.
func TestWideNights(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		days, lines string
		want        []string
	}{
		{"25102026_25102026", "25/10/2026 01:00;1\n25/10/2026 02:00;2\n25/10/2026 02:00;3\n25/10/2026 03:00;4\n",
			[]string{"24T23:00 1000", "25T00:00 2000", "25T01:00 3000", "25T02:00 4000"}},
		{"29032026_29032026", "29/03/2026 01:00;1\n29/03/2026 03:00;2\n", []string{"29T00:00 1000", "29T01:00 2000"}},
		{"28022024_01032024", "29/02/2024 23:00;1\n01/03/2024 00:00;2\n", []string{"29T22:00 1000", "29T23:00 2000"}},
		{"31122025_01012026", "31/12/2025 23:00;1\n01/01/2026 00:00;2\n", []string{"31T22:00 1000", "31T23:00 2000"}},
		{"01062026_01062026", "01/06/2026 02:00;3\n01/06/2026 01:00;2\n01/06/2026 00:00;1\n", []string{"31T22:00 1000", "31T23:00 2000", "01T00:00 3000"}},
	} {
		set, err := readWide("ACC00000001_PROD_60_"+c.days+".csv", "Horodate;99100000000017\n"+c.lines)
		require.NoError(t, err, c.lines)
		require.Equal(t, c.want, starts(set.Readings[0]), c.lines)
		require.Len(t, set.Readings[0].Runs, 1)
	}
}

func TestWideRefuses(t *testing.T) {
	t.Parallel()
	good := wideHeader + "01/06/2026 00:00;1;2\n01/06/2026 00:15;3;4\n"
	for _, c := range []struct {
		text, key, column string
		value             any
		row               int
	}{
		{good + "31/05/2026 00:30;5;6\n", "curve.outsideFileName", "Horodate", "31/05/2026 00:30", 4},
		{good + "01/07/2026 00:00;5;6\n", "curve.outsideFileName", "Horodate", "01/07/2026 00:00", 4},
		{good + "2026-06-01 00:30;5;6\n", "time.invalid", "Horodate", "2026-06-01 00:30", 4},
		{good + "01/06/2026 00:40;5;6\n", "curve.offGrid", "Horodate", "01/06/2026 00:40", 4},
		{good + "01/06/2026 00:30;x;6\n", "number.invalid", site, "x", 4},
		{good + "01/06/2026 00:30;5;-6\n", "curve.negative", "99100000000024", "-6", 4},
		{good + "01/06/2026 00:30;5;1e9\n", "number.invalid", "99100000000024", "1e9", 4},
		{good + "01/06/2026 00:30;999999999999999999;6\n", "energy.overflow", site, "999999999999999999", 4},
		{good + "01/06/2026 00:30;5\n", "row.fields", "", nil, 4},
		{good + "01/06/2026 00:30;5;6;7\n", "row.fields", "", nil, 4},
		{good + "01/06/2026 00:30;5", "import.truncated", "", nil, 4},
		{good + "01/06/2026 00:15;3;5\n", "curve.duplicate", "", "99100000000024", 4},
		{strings.Replace(good, "99100000000024", "991", 1), "prm.length", "991", "991", 1},
		{wideHeader + "01/06/2026 00:00;1;2\n01/06/2026 00:30;3;4\n01/06/2026 01:00;3;4\n", "curve.otherStep", "Horodate", nil, 0},
	} {
		_, err := readWide(wideFile, c.text)
		require.ErrorIs(t, err, metering.ErrRejected, c.text)
		item := fault.From(err).Items[0]
		require.Equal(t, []any{c.key, c.column, c.value, c.row}, []any{item.Key, item.Field, item.Params["value"], item.Row}, c.text)
	}
	_, err := readWide(wideFile, strings.Replace(good, "99100000000024", site, 1))
	require.Equal(t, "import.columnTwice", fault.KeyOf(err))
	_, err = readWide(wideFile, wideHeader)
	require.Equal(t, "import.empty", fault.KeyOf(err))
	set, err := readWide(wideFile, good+"01/06/2026 00:00;1;2\n")
	require.NoError(t, err)
	require.Len(t, set.Warnings, 2, "each site has a value twice")
	require.Equal(t, "curve.repeated", set.Warnings[0].Key)
}

// FuzzWide looks for panics and for values nobody could store.
func FuzzWide(f *testing.F) {
	sample, err := os.ReadFile("testdata/ACC00000001_PROD_15_25102026_25102026.csv")
	require.NoError(f, err)
	f.Add(string(sample), uint8(15))
	f.Add("Horodate;99100000000017\n25/10/2026 02:00;2\n25/10/2026 02:00;3\n25/10/2026 02:15;4\n", uint8(15))
	f.Add(wideHeader+"25/10/2026 00:00;412;0,5\n25/10/2026 01:00;;NA\n", uint8(60))
	f.Fuzz(func(t *testing.T, text string, minutes uint8) {
		name := fmt.Sprintf("ACC00000001_PROD_%d_01102026_31102026.csv", minutes)
		if _, missing := (acccsv.Wide{}).RecogniseNamed(name, []byte(text)); len(missing) > 0 {
			return
		}
		set, err := acccsv.Wide{}.Read(context.Background(), files.Input{Name: name, Reader: strings.NewReader(text), Zone: civil.Paris})
		if err != nil {
			require.NotNil(t, fault.From(err), err)
			return
		}
		requireSound(t, set)
	})
}

// BenchmarkReadWide reads a month of 100 sites.
func BenchmarkReadWide(b *testing.B) {
	var out strings.Builder
	out.WriteString("Horodate")
	for site := range 100 {
		fmt.Fprintf(&out, ";99%012d", site)
	}
	start := civil.Paris.Start(civil.NewDate(2026, time.July, 1)).In(civil.Paris.Location())
	for step := range 31 * 96 {
		out.WriteString("\n" + start.Add(time.Duration(step)*15*time.Minute).Format("02/01/2006 15:04"))
		for site := range 100 {
			fmt.Fprintf(&out, ";%d", (site*7919+step*step)%3000)
		}
	}
	text := out.String() + "\n"
	b.SetBytes(int64(len(text)))
	before := cpu(b)
	for b.Loop() {
		set, err := acccsv.Wide{}.Read(context.Background(), files.Input{Name: "ACC00000001_CONSO_15_01072026_31072026.csv", Reader: strings.NewReader(text), Zone: civil.Paris})
		require.NoError(b, err)
		require.Len(b, set.Readings, 100)
		require.Equal(b, energy.MilliWh(0), set.Readings[0].Runs[0].Values[0])
	}
	b.ReportMetric(float64(31*96*100)*float64(b.N)/(cpu(b)-before).Seconds()/1e6, "Mpoints/cpu-s")
}

// TestWideLastLine: a last value without a line end may be cut; it is asked, and left out
// where somebody says so. The decimals of all others tell that it is whole.
func TestWideLastLine(t *testing.T) {
	t.Parallel()
	cut := wideHeader + "01/06/2026 00:00;412;276\n01/06/2026 00:15;413;270\n01/06/2026 00:30;410;21"
	set, err := readWide(wideFile, cut)
	require.NoError(t, err)
	require.Empty(t, set.Readings)
	require.Equal(t, []curvefile.FileQuestion{{Kind: curvefile.AskLastLine, Column: curvefile.NoColumn, Options: []string{"WHOLE", "CUT"}}}, set.Understood.Questions)
	require.Equal(t, map[string]any{"value": "21", "row": 4}, set.Understood.Notes[0].Params)
	require.Len(t, set.Understood.Fingerprint, 32)
	for said, values := range map[curvefile.LastLine]int{curvefile.LastLineCut: 2, curvefile.LastLineWhole: 3} {
		set, err = readWide(wideFile, cut, curvefile.FileAnswers{LastLine: said})
		require.NoError(t, err)
		require.False(t, set.Understood.Open())
		require.Len(t, set.Readings[1].Runs[0].Values, values, said)
		require.Len(t, set.Readings[0].Runs[0].Values, values, "the line is left out, not its last value")
	}
	for name, whole := range map[string]string{"an end": cut + "\n", "decimals": wideHeader + "01/06/2026 00:00;412,0;276,5\n01/06/2026 00:15;413,0;270,1"} {
		set, err = readWide(wideFile, whole)
		require.NoError(t, err, name)
		require.Nil(t, set.Understood, name)
	}
}
