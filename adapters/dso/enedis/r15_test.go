package enedis_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/dso/enedis"
	"github.com/openpmo/pmo/adapters/dso/files"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

func readR15(t testing.TB, text string) (curvefile.Dataset, error) {
	t.Helper()
	return enedis.R15{}.Read(context.Background(), files.Input{Name: "r15.xml", Reader: strings.NewReader(text), Zone: civil.Paris})
}

func r15Sample(t testing.TB) string {
	data, err := os.ReadFile("testdata/r15_sample.xml")
	require.NoError(t, err)
	return string(data)
}

func TestR15Sample(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"as it is": r15Sample(t), "with a mark": "\uFEFF" + r15Sample(t),
		"Latin-1": strings.Replace(r15Sample(t), "UTF-8", "ISO-8859-1", 1), "other name space": strings.ReplaceAll(strings.Replace(r15Sample(t), "<R15>", `<e:R15 xmlns:e="urn:e">`, 1), "</R15>", "</e:R15>"),
	} {
		_, missing := enedis.R15{}.Recognise([]byte(text)[:200])
		require.Empty(t, missing, name)
		set, err := readR15(t, text)
		require.NoError(t, err, name)
		require.Equal(t, "R15", set.Format)
		require.Empty(t, set.Readings)
		var got []string
		for _, r := range set.Periods {
			got = append(got, fmt.Sprintf("%s %s/%d %s %d Wh ±%d %t", r.DsoID[12:], r.Nature, r.Side, r.Days, r.Energy/1000, r.Rounding/1000, r.Corrective))
		}
		require.Equal(t, []string{
			"17 Autoconso/1 2026-06-01..2026-07-01 150000 Wh ±2000 false",
			"17 Complement/1 2026-06-01..2026-07-01 210500 Wh ±1 false",
			"17 Autoconso/1 2026-07-01..2026-08-01 77000 Wh ±1000 true",
			"31 Autoconso/2 2026-06-01..2026-07-01 150000 Wh ±1000 false",
			"31 Surplus/2 2026-06-01..2026-07-01 1250000 Wh ±10000 false",
		}, got, name)
		require.Equal(t, 6, set.Periods[0].Row)
	}
}

func TestR15Refuses(t *testing.T) {
	t.Parallel()
	sample := r15Sample(t)
	for _, c := range []struct {
		old, new, key, column, value string
		row                          int
	}{
		{"99100000000031", "991", "prm.length", "Id_PRM", "991", 32},
		{">RECTIFICATIF<", ">AUTRE<", "field.enum", "Statut_Releve", "AUTRE", 16},
		{">77<", ">7x<", "number.invalid", "Valeur", "7x", 16},
		{">77<", ">-7<", "curve.negative", "Valeur", "-7", 16},
		{">MWh<", ">GWh<", "field.enum", "Unite_Mesure", "GWh", 33},
		{"2026-06-01T00:01:00+02:00", "juin", "time.invalid", "Date_Releve_Precedent", "juin", 6},
		{"2026-06-01T00:01:00+02:00", "2026-07-01", "range.reversed", "Date_Releve", "2026-07-01T00:01:00+02:00", 6},
		{"RECTIFICATIF", "INITIAL", "curve.duplicate", "", "99100000000017", 23},
	} {
		_, err := readR15(t, strings.Replace(sample, c.old, c.new, 1))
		require.ErrorIs(t, err, metering.ErrRejected, c.new)
		item := fault.From(err).Items[0]
		require.Equal(t, []any{c.key, c.column, c.value, c.row}, []any{item.Key, item.Field, item.Params["value"], item.Row}, c.new)
	}
	for text, key := range map[string]string{
		sample[:len(sample)-20]:                       "xml.invalid",
		strings.Replace(sample, "UTF-8", "EBCDIC", 1): "xml.invalid",
		"<R15></R15>":                                 "file.r15WithoutSharing",
		strings.ReplaceAll(sample, "Collective>1<", "Collective>0<"): "file.r15WithoutSharing",
	} {
		_, err := readR15(t, text)
		require.Equal(t, key, fault.KeyOf(err))
	}
	for _, text := range []string{"", "prm;nature\n", "<R151></R151>", "<C15/>", "<"} {
		_, missing := enedis.R15{}.Recognise([]byte(text))
		require.NotEmpty(t, missing, text)
	}
}

// FuzzR15 looks for panics and for readings nobody could store.
func FuzzR15(f *testing.F) {
	f.Add(r15Sample(f))
	f.Add(strings.ReplaceAll(r15Sample(f), "kWh", "MWh"))
	f.Fuzz(func(t *testing.T, text string) {
		if _, missing := (enedis.R15{}).Recognise([]byte(text)); len(missing) > 0 {
			return
		}
		set, err := readR15(t, text)
		if err != nil {
			require.NotNil(t, fault.From(err), err)
			return
		}
		for _, r := range set.Periods {
			require.Len(t, r.DsoID, 14)
			require.False(t, r.Days.IsEmpty())
			require.GreaterOrEqual(t, int64(r.Energy), int64(0))
			require.GreaterOrEqual(t, int64(r.Rounding), int64(0))
		}
	})
}
