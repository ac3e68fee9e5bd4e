package acccsv_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/dso/acccsv"
	"github.com/openpmo/pmo/adapters/dso/files"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

const (
	header = "prm;nature;horodate;pas;valeur;unite;statut\n"
	site   = "99100000000017"
)

func read(t testing.TB, text string) (curvefile.Dataset, error) {
	t.Helper()
	return acccsv.Long{}.Read(context.Background(), files.Input{Name: "a.csv", Reader: strings.NewReader(text), Zone: civil.Paris})
}

// row is a line of one site; at is the time of day on 1 June 2026.
func row(nature, at, value string) string {
	return site + ";" + nature + ";2026-06-01T" + at + ":00+02:00;PT15M;" + value + ";W;D\n"
}

func TestRead(t *testing.T) {
	t.Parallel()
	set, err := read(t, header+
		row("CONSO", "00:00", "412")+row("CONSO", "00:15", "413")+
		row("AUTOCONSO", "00:00", "200")+row("CONSO", "00:45", "0"))
	require.NoError(t, err)
	require.Equal(t, "ACC_CSV_LONG", set.Format)
	require.Empty(t, set.Warnings)
	require.Len(t, set.Readings, 2)
	r := set.Readings[0]
	require.Equal(t, site, r.DsoID)
	require.Equal(t, metering.Conso, r.Nature)
	require.Equal(t, curvefile.StatusDefinitive, r.Status)
	require.Equal(t, curvefile.LabelsStart, r.Labels)
	require.Equal(t, "W", r.Unit)
	const midnight = 1_780_264_800 // 2026-05-31T22:00Z
	require.Equal(t, []curvefile.Run{
		{Start: midnight, Step: 900, Values: []energy.MilliWh{103_000, 103_250}, Row: 2},
		{Start: midnight + 2700, Step: 900, Values: []energy.MilliWh{0}, Row: 5},
	}, r.Runs)
	require.Equal(t, metering.Autoconso, set.Readings[1].Nature)
}

func TestReadAllNaturesUnitsAndSteps(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	text.WriteString(header)
	for word := range acccsv.Natures {
		for i, c := range []string{"PT5M;1200;W", "PT10M;1,2;KW", "PT15M;300.0;WH", "PT30M;0,6;kwh", "PT60M;1200;W"} {
			fmt.Fprintf(&text, "%s;%s;2026-06-0%dT00:00:00+02:00;%s;E\r\n", site, word, i+1, c)
		}
	}
	set, err := read(t, text.String())
	require.NoError(t, err)
	require.Len(t, set.Readings, 7)
	for _, r := range set.Readings {
		require.Equal(t, curvefile.StatusEstimated, r.Status)
		var values []energy.MilliWh
		var steps []int32
		for _, run := range r.Runs {
			steps = append(steps, run.Step)
			values = append(values, run.Values...)
		}
		require.Equal(t, []int32{300, 600, 900, 1800, 3600}, steps)
		require.Equal(t, []energy.MilliWh{100_000, 200_000, 300_000, 600_000, 1_200_000}, values)
	}
}

func TestReadRoundsOnceHalfToEven(t *testing.T) {
	t.Parallel()
	set, err := read(t, header+
		site+";PROD;2026-06-01T00:00:00Z;PT15M;0.0005;WH;D\n"+ // 0.5 mWh
		site+";PROD;2026-06-01T00:15:00Z;PT15M;0.0015;WH;D\n"+ // 1.5 mWh
		site+";PROD;2026-06-01T00:30:00Z;PT15M;0.00000123456789;KWH;D\n")
	require.NoError(t, err)
	require.Equal(t, []energy.MilliWh{0, 2, 1}, set.Readings[0].Runs[0].Values)
}

func TestReadOtherOrderOfColumnsAndLines(t *testing.T) {
	t.Parallel()
	set, err := read(t, "\xef\xbb\xbf Statut ;Valeur;HORODATE;extra;prm;Nature;pas;unite\r\n"+
		"P;3;2026-06-01T00:30:00+02:00;x;99100000000017;conso;PT15M;W\r\n"+
		"D;1;2026-06-01T00:00:00+02:00;y;99100000000017;CONSO;PT15M;W\r\n"+
		"\r\n"+
		"D;2;2026-05-31T22:15:00Z;;99100000000017;CONSO;PT15M;W\r\n")
	require.NoError(t, err)
	r := set.Readings[0]
	require.Equal(t, curvefile.StatusProvisional, r.Status, "the least of all lines")
	var values []energy.MilliWh
	var qualities []loadcurve.Quality
	for _, run := range r.Runs {
		values = append(values, run.Values...)
		q := run.Quality
		for i := range run.Values {
			if q == nil {
				qualities = append(qualities, loadcurve.Provisional)
				continue
			}
			qualities = append(qualities, q[i])
		}
	}
	require.Equal(t, []energy.MilliWh{250, 500, 750}, values)
	require.Equal(t, []loadcurve.Quality{loadcurve.Definitive, loadcurve.Definitive, loadcurve.Provisional}, qualities)
}

// TestReadQuotesAndSpaces reads what spreadsheets write: every field in quotes, or values
// moved to the right. Lines after the first are read as the first is.
func TestReadQuotesAndSpaces(t *testing.T) {
	t.Parallel()
	var quoted, padded strings.Builder
	for i, value := range []int{7, 412, 3, 1024} {
		line := row("CONSO", fmt.Sprintf("0%d:00", i), fmt.Sprint(value))
		line = strings.Replace(line, "PT15M", "PT60M", 1)
		quoted.WriteString(`"` + strings.ReplaceAll(strings.TrimSpace(line), ";", `";"`) + "\"\n")
		padded.WriteString(strings.Replace(line, fmt.Sprintf(";%d;", value), fmt.Sprintf("; %5d;", value), 1))
	}
	for _, text := range []string{quoted.String(), padded.String()} {
		set, err := read(t, header+text)
		require.NoError(t, err)
		require.Equal(t, []energy.MilliWh{7_000, 412_000, 3_000, 1_024_000}, set.Readings[0].Runs[0].Values)
	}
}

func TestReadDuplicates(t *testing.T) {
	t.Parallel()
	set, err := read(t, header+row("CONSO", "00:00", "1")+row("CONSO", "00:15", "2")+row("CONSO", "00:00", "1")+row("CONSO", "00:15", "2"))
	require.NoError(t, err)
	require.Equal(t, []energy.MilliWh{250, 500}, set.Readings[0].Runs[0].Values)
	require.Len(t, set.Warnings, 1)
	require.Equal(t, "curve.repeated", set.Warnings[0].Key)
	require.Equal(t, 2, set.Warnings[0].Params["count"])

	_, err = read(t, header+row("CONSO", "00:00", "1")+row("CONSO", "00:15", "2")+row("CONSO", "00:00", "3"))
	requireItems(t, err, "curve.duplicate on row 4")
	_, err = read(t, header+row("CONSO", "00:00", "1")+strings.Replace(row("CONSO", "00:00", "1"), "PT15M", "PT60M", 1))
	requireItems(t, err, "curve.duplicate on row 3")
}

func TestReadRefusesByLine(t *testing.T) {
	t.Parallel()
	good := row("CONSO", "00:00", "412")
	for _, c := range []struct{ line, want string }{
		{strings.Replace(good, site, "991000", 1), "prm.length at prm on row 3"},
		{strings.Replace(good, site, "9910000000001X", 1), "prm.digits at prm on row 3"},
		{strings.Replace(good, "CONSO", "CONSOMMATION", 1), "field.enum at nature on row 3"},
		{strings.Replace(good, "PT15M", "PT20M", 1), "field.enum at pas on row 3"},
		{strings.Replace(good, ";W;", ";MW;", 1), "field.enum at unite on row 3"},
		{strings.Replace(good, ";D", ";X", 1), "field.enum at statut on row 3"},
		{strings.Replace(good, "2026-06-01", "2026-06-31", 1), "time.invalid at horodate on row 3"},
		{strings.Replace(good, "+02:00", "", 1), "time.invalid at horodate on row 3"},
		{strings.Replace(good, "T00:00", "T00:07", 1), "curve.offGrid at horodate on row 3"},
		{strings.Replace(good, ";412;", ";abc;", 1), "number.invalid at valeur on row 3"},
		{strings.Replace(good, ";412;", ";-412;", 1), "curve.negative at valeur on row 3"},
		{strings.Replace(good, ";412;", ";999999999999999999;", 1), "energy.overflow at valeur on row 3"},
		{strings.Replace(good, ";D", "", 1), "row.fields on row 3"},
		{strings.Replace(good, ";D", ";D;E", 1), "row.fields on row 3"},
		{strings.Replace(good, ";D\n", "", 1), "import.truncated on row 3"},
		{strings.Replace(good, ";W;D\n", "", 1)[:30], "import.truncated on row 3"},
	} {
		_, err := read(t, header+row("CONSO", "01:00", "1")+c.line)
		requireItems(t, err, c.want)
	}
	_, err := read(t, header+strings.Repeat(strings.Replace(good, ";412;", ";abc;", 1), 300))
	require.Len(t, fault.From(err).Items, 101)
}

func TestReadWithoutValues(t *testing.T) {
	t.Parallel()
	_, err := read(t, header)
	require.ErrorIs(t, err, metering.ErrNoValues)
	_, err = read(t, header+row("CONSO", "00:00", ""))
	require.ErrorIs(t, err, metering.ErrNoValues)

	set, err := read(t, header+row("CONSO", "00:00", "1")+row("CONSO", "00:15", "")+row("CONSO", "00:30", "1"))
	require.NoError(t, err)
	require.Len(t, set.Readings[0].Runs, 2, "an empty value is a gap, not zero")
	require.Equal(t, "curve.emptyValues", set.Warnings[0].Key)
}

func TestReadGivesBackTheZeroOfASpreadsheet(t *testing.T) {
	t.Parallel()
	set, err := read(t, header+strings.Replace(row("CONSO", "00:00", "1")+row("CONSO", "00:15", "1"), site, "9100000000017", 2))
	require.NoError(t, err)
	require.Equal(t, "09100000000017", set.Readings[0].DsoID)
	require.Len(t, set.Warnings, 1)
	require.Equal(t, "import.zeroAdded", set.Warnings[0].Key)
}

// requireItems compares key, field and row of what is wrong.
func requireItems(t *testing.T, err error, want ...string) {
	t.Helper()
	require.ErrorIs(t, err, metering.ErrRejected)
	var got []string
	for _, item := range fault.From(err).Items {
		bare := fault.New(item.Kind, item.Key).At(item.Field).OnRow(item.Row)
		got = append(got, bare.Error())
	}
	require.Equal(t, want, got)
}

// FuzzRead looks for panics, and for files that are read otherwise when their lines end
// otherwise.
func FuzzRead(f *testing.F) {
	f.Add(header + row("CONSO", "00:00", "412") + row("CONSO", "00:15", "1,5"))
	f.Add(header + row("PROD", "00:00", "") + row("PROD", "00:00", "-1") + "\n;;\n")
	f.Add("statut;valeur;horodate;prm;nature;pas;unite\nD;3;2026-06-01T00:30:00Z;99100000000017;CONSO;PT5M;KWH\n")
	f.Fuzz(func(t *testing.T, text string) {
		if _, missing := (acccsv.Long{}).Recognise([]byte(text)); len(missing) > 0 {
			return
		}
		set, err := read(t, text)
		if err != nil {
			require.NotNil(t, fault.From(err))
			return
		}
		requireSound(t, set)
		if !strings.Contains(text, "\r") {
			again, err := read(t, strings.ReplaceAll(text, "\n", "\r\n"))
			require.NoError(t, err)
			require.Equal(t, set.Readings, again.Readings)
		}
	})
}

// requireSound wants what metering relies on: runs ascending, on their grid, none empty.
func requireSound(t *testing.T, set curvefile.Dataset) {
	t.Helper()
	require.NotEmpty(t, set.Readings)
	for _, r := range set.Readings {
		require.Len(t, r.DsoID, 14)
		end := int64(-1 << 62)
		for _, run := range r.Runs {
			require.NotEmpty(t, run.Values)
			require.Zero(t, run.Start%int64(run.Step))
			require.GreaterOrEqual(t, run.Start, end)
			require.True(t, run.Quality == nil || len(run.Quality) == len(run.Values))
			for _, v := range run.Values {
				require.GreaterOrEqual(t, v, energy.MilliWh(0))
			}
			end = run.Start + int64(run.Step)*int64(len(run.Values))
		}
	}
}
