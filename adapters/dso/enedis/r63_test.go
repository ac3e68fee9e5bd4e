package enedis_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/dso/enedis"
	"github.com/openpmo/pmo/adapters/dso/files"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

const (
	header = "Identifiant PRM;Date de début;Date de fin;Grandeur physique;Grandeur métier;Etape métier;Unité;Horodate;Valeur;Nature;Pas;Indice de vraisemblance;Etat complémentaire\n"
	site   = "99100000000024"
)

func read(t testing.TB, text string) (curvefile.Dataset, error) {
	t.Helper()
	return enedis.R63{}.Read(context.Background(), files.Input{Name: "r63.csv", Reader: strings.NewReader(text), Zone: civil.Paris})
}

// row is a line of one site; what says quantity, side and stage, after value, kind,
// step, likelihood and state.
func row(what, at, value, after string) string {
	return site + ";2026-01-01 00:00:00;2026-12-31 00:00:00;" + what + ";W;" + at + ";" + value + ";" + after + "\n"
}

func half(at, value string) string { return row("PA;CONS;BRUT", at, value, "B;PT30M;0;0") }

// labelled lists instants of starts with their energy in Wh.
func labelled(r curvefile.Readings) (out []string) {
	for _, run := range r.Runs {
		for i, v := range run.Values {
			at := time.Unix(run.Start+int64(i)*int64(run.Step), 0).UTC()
			out = append(out, fmt.Sprintf("%s %d %d", at.Format("02T15:04"), run.Step/60, v/1000))
		}
	}
	return out
}

// TestReadSample reads a file of ours: two sites, both ways, a change of the step, a
// doubtful row, an estimated one, a corrected one, reactive power, rows out of order.
func TestReadSample(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("testdata/r63_sample.csv")
	require.NoError(t, err)
	for name, text := range map[string]string{
		"as it is":       string(data),
		"BOM and CRLF":   "\xef\xbb\xbf" + strings.ReplaceAll(string(data), "\n", "\r\n"),
		"Latin-1 header": strings.NewReplacer("é", "\xe9").Replace(string(data)),
	} {
		set, err := read(t, text)
		require.NoError(t, err, name)
		require.True(t, set.History)
		var warned []string
		for _, w := range set.Warnings {
			warned = append(warned, w.Key)
		}
		require.Equal(t, []string{"file.otherQuantities", "file.endsEarly", "file.endsEarly", "file.endsEarly"}, warned, "reactive power, and sites without the last day")
		require.Equal(t, []string{"PRI"}, set.Warnings[0].Params["quantities"])
		require.Len(t, set.Readings, 3)
		consumed, produced, other := set.Readings[0], set.Readings[1], set.Readings[2]
		require.Equal(t, []string{
			"31T23:00 30 100", "31T23:30 30 110", "01T00:00 30 999", "01T00:30 30 130",
			"01T01:00 60 280", "01T02:00 60 300",
		}, labelled(consumed))
		require.Equal(t, curvefile.StatusNone, consumed.Status)
		require.Equal(t, curvefile.LabelsEnd, consumed.Labels)
		require.Equal(t, 1, consumed.Doubtful)
		require.Equal(t, metering.Prod, produced.Nature)
		require.Equal(t, []string{"01T11:00 10 166", "01T11:10 10 333"}, labelled(produced))
		require.Equal(t, energy.MilliWh(166_667), produced.Runs[0].Values[0], "rounded once, to the mWh")
		require.Equal(t, []loadcurve.Quality{loadcurve.Estimated}, other.Runs[0].Quality)
	}
}

func TestReadClockChanges(t *testing.T) {
	t.Parallel()
	set, err := read(t, header+half("2023-10-29 01:30:00", "2")+half("2023-10-29 02:00:00", "4")+half("2023-10-29 02:30:00", "6")+
		half("2023-10-29 02:00:00", "8")+half("2023-10-29 02:30:00", "10")+half("2023-10-29 03:00:00", "12"))
	require.NoError(t, err)
	require.Equal(t, []string{"28T23:00 30 1", "28T23:30 30 2", "29T00:00 30 3", "29T00:30 30 4", "29T01:00 30 5", "29T01:30 30 6"},
		labelled(set.Readings[0]))
	require.Len(t, set.Readings[0].Runs, 1)

	set, err = read(t, header+half("2024-03-31 01:30:00", "2")+half("2024-03-31 03:00:00", "4")+half("2024-03-31 03:30:00", "6"))
	require.NoError(t, err)
	require.Equal(t, []string{"31T00:00 30 1", "31T00:30 30 2", "31T01:00 30 3"}, labelled(set.Readings[0]))
	require.Len(t, set.Readings[0].Runs, 1)

	_, err = read(t, header+half("2024-03-31 02:30:00", "2"))
	require.Equal(t, "time.skipped", fault.From(err).Items[0].Key)
}

func TestCorrectedWinsWhateverTheOrder(t *testing.T) {
	t.Parallel()
	raw := half("2026-02-01 00:30:00", "2") + half("2026-02-01 01:00:00", "4") + half("2026-02-01 01:30:00", "6")
	corrected := row("PA;CONS;CORR", "2026-02-01 01:00:00", "40", "C;PT30M;0;0")
	for _, text := range []string{raw + corrected, corrected + raw} {
		set, err := read(t, header+text)
		require.NoError(t, err)
		require.Equal(t, []string{"31T23:00 30 1", "31T23:30 30 20", "01T00:00 30 3"}, labelled(set.Readings[0]))
	}
	set, err := read(t, header+corrected)
	require.NoError(t, err)
	require.Equal(t, []string{"31T23:30 30 20"}, labelled(set.Readings[0]))
}

func TestReadRefuses(t *testing.T) {
	t.Parallel()
	good := half("2026-02-01 00:30:00", "2")
	for _, c := range []struct{ line, key, field string }{
		{strings.Replace(good, site, "123", 1), "prm.length", "prm"},
		{strings.Replace(good, "CONS", "CONSO", 1), "field.enum", "Grandeur métier"},
		{strings.Replace(good, "BRUT", "NET", 1), "field.enum", "Etape métier"},
		{strings.Replace(good, ";W;", ";VAR;", 1), "field.enum", "Unité"},
		{strings.Replace(good, "PT30M", "P1D", 1), "field.enum", "Pas"},
		{strings.Replace(good, "2026-02-01 00:30:00", "01/02/2026 00:30", 1), "time.invalid", "Horodate"},
		{strings.Replace(good, "00:30:00;2;", "00:10:00;2;", 1), "curve.offGrid", "Horodate"},
		{strings.Replace(good, ";2;", ";NA;", 1), "number.invalid", "Valeur"},
		{strings.Replace(good, ";2;", ";-2;", 1), "curve.negative", "Valeur"},
		{half("2026-02-01 00:30:00", "3"), "curve.duplicate", ""},
	} {
		_, err := read(t, header+good+c.line)
		require.ErrorIs(t, err, metering.ErrRejected, c.line)
		items := fault.From(err).Items
		require.Len(t, items, 1, c.line)
		require.Equal(t, []any{c.key, c.field, 3}, []any{items[0].Key, items[0].Field, items[0].Row}, c.line)
	}
	_, err := read(t, header+strings.Replace(good, "PA;", "PRI;", 1))
	require.ErrorIs(t, err, metering.ErrNoValues, "other quantities are no curve")
}

// FuzzRead looks for panics and for runs that overlap.
func FuzzRead(f *testing.F) {
	data, err := os.ReadFile("testdata/r63_sample.csv")
	require.NoError(f, err)
	f.Add(string(data))
	f.Add(header + half("2023-10-29 02:00:00", "4") + half("2023-10-29 02:00:00", "8") + half("2023-10-29 02:00:00", "8"))
	f.Fuzz(func(t *testing.T, text string) {
		if _, missing := (enedis.R63{}).Recognise([]byte(text)); len(missing) > 0 {
			return
		}
		set, err := read(t, text)
		if err != nil {
			require.NotNil(t, fault.From(err))
			return
		}
		for _, r := range set.Readings {
			end := int64(-1 << 62)
			for _, run := range r.Runs {
				require.NotEmpty(t, run.Values)
				require.GreaterOrEqual(t, run.Start, end)
				require.True(t, run.Quality == nil || len(run.Quality) == len(run.Values))
				end = run.Start + int64(run.Step)*int64(len(run.Values))
			}
		}
	})
}
