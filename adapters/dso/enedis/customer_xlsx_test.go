package enedis_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"github.com/openpmo/pmo/adapters/dso/enedis"
	"github.com/openpmo/pmo/adapters/dso/files"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// workbook makes a sheet of lines whose cells are separated by |.
func workbook(t testing.TB, sheet string, lines ...string) []byte {
	t.Helper()
	book := excelize.NewFile()
	require.NoError(t, book.SetSheetName("Sheet1", sheet))
	for i, line := range lines {
		for j, cell := range strings.Split(line, "|") {
			name, err := excelize.CoordinatesToCellName(j+1, i+1)
			require.NoError(t, err)
			require.NoError(t, book.SetCellStr(sheet, name, cell))
		}
	}
	var out bytes.Buffer
	require.NoError(t, book.Write(&out))
	return out.Bytes()
}

func readBook(data []byte) (curvefile.Dataset, error) {
	open := func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(data)), nil }
	sets, err := files.New(files.DefaultLimits(), enedis.R63{}, enedis.CustomerCSV{}, enedis.CustomerXLSX{}).
		Read(context.Background(), "courbe.xlsx", int64(len(data)), open, civil.Paris)
	if err != nil {
		return curvefile.Dataset{}, err
	}
	return sets[0], nil
}

var portalTop = []string{"Compte Client", "Point Référence Mesure (PRM) : |" + site + "|Grandeur physique :", "NA|Données indisponibles", "",
	"|Début|Fin|Valeur (en kW)"}

func sheetOf(lines ...string) []string { return append(append([]string(nil), portalTop...), lines...) }

func TestCustomerWorkbook(t *testing.T) {
	t.Parallel()
	set, err := readBook(workbook(t, "Consommation Horaire", sheetOf(
		"|01/06/2026 00:00:00|01/06/2026 00:30:00|0,984",
		"|01/06/2026 00:30:00|01/06/2026 01:00:00|NA",
		"",
		"|01/06/2026 01:00|01/06/2026 02:00|1.5",
		"|46174.0833333333|46174.125|0,002")...))
	require.NoError(t, err)
	require.Equal(t, "ENEDIS_CUSTOMER_XLSX", set.Format)
	require.True(t, set.History)
	r := set.Readings[0]
	require.Equal(t, []any{site, metering.Conso, "KW", curvefile.LabelsStart}, []any{r.DsoID, r.Nature, r.Unit, r.Labels})
	require.Equal(t, []string{"31T22:00 30 492", "31T23:00 60 1500", "01T00:00 60 2"}, labelled(r))
	require.Equal(t, "curve.emptyValues", set.Warnings[0].Key)

	set, err = readBook(workbook(t, "Production Horaire", sheetOf("|01/06/2026 00:00:00|01/06/2026 00:30:00|2")...))
	require.NoError(t, err)
	require.Equal(t, metering.Prod, set.Readings[0].Nature)
}

// TestCustomerWorkbookClockChanges has the same night in its possible writings.
func TestCustomerWorkbookClockChanges(t *testing.T) {
	t.Parallel()
	want := []string{"24T23:30 30 1", "25T00:00 30 2", "25T00:30 30 3", "25T01:00 30 4", "25T01:30 30 5", "25T02:00 30 6"}
	row := func(from, to, kw string) string { return "|25/10/2026 " + from + "|25/10/2026 " + to + "|" + kw }
	for name, lines := range map[string][]string{
		"ends as the wall shows": {row("01:30", "02:00", "0,002"), row("02:00", "02:30", "0,004"), row("02:30", "02:00", "0,006"),
			row("02:00", "02:30", "0,008"), row("02:30", "03:00", "0,010"), row("03:00", "03:30", "0,012")},
		"ends as if nothing were": {row("01:30", "02:00", "0,002"), row("02:00", "02:30", "0,004"), row("02:30", "03:00", "0,006"),
			row("02:00", "02:30", "0,008"), row("02:30", "03:00", "0,010"), row("03:00", "03:30", "0,012")},
		"side by side": {row("01:30", "02:00", "0,002"), row("02:00", "02:30", "0,004"), row("02:00", "02:30", "0,008"),
			row("02:30", "03:00", "0,006"), row("02:30", "03:00", "0,010"), row("03:00", "03:30", "0,012")},
		"newest first": {row("03:00", "03:30", "0,012"), row("02:30", "03:00", "0,010"), row("02:00", "02:30", "0,008"),
			row("02:30", "02:00", "0,006"), row("02:00", "02:30", "0,004"), row("01:30", "02:00", "0,002")},
	} {
		set, err := readBook(workbook(t, "Consommation Horaire", sheetOf(lines...)...))
		require.NoError(t, err, name)
		require.Equal(t, want, labelled(set.Readings[0]), name)
	}
	set, err := readBook(workbook(t, "Consommation Horaire", sheetOf(
		"|29/03/2026 01:30|29/03/2026 03:00|0,002", "|29/03/2026 03:00|29/03/2026 03:30|0,004")...))
	require.NoError(t, err)
	require.Equal(t, []string{"29T00:30 30 1", "29T01:00 30 2"}, labelled(set.Readings[0]))
}

func TestCustomerWorkbookRefuses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ line, key, column, value string }{
		{"|le 1er juin|01/06/2026 00:30|1", "time.invalid", "Début", "le 1er juin"},
		{"|31/06/2026 00:00|01/06/2026 00:30|1", "time.invalid", "Début", "31/06/2026 00:00"},
		{"|01/06/2026 00:00||1", "time.invalid", "Fin", ""},
		{"|29/03/2026 02:15|29/03/2026 02:30|1", "time.skipped", "Début", "29/03/2026 02:15"},
		{"|01/06/2026 00:00|01/06/2026 00:20|1", "curve.step", "Début", "01/06/2026 00:00"},
		{"|01/06/2026 00:10|01/06/2026 00:40|1", "curve.offGrid", "Début", "01/06/2026 00:10"},
		{"|01/06/2026 00:00|01/06/2026 00:30|?", "number.invalid", "Valeur", "?"},
		{"|01/06/2026 00:00|01/06/2026 00:30|-1", "curve.negative", "Valeur", "-1"},
	} {
		_, err := readBook(workbook(t, "Consommation Horaire", sheetOf(c.line)...))
		require.ErrorIs(t, err, metering.ErrRejected, c.line)
		item := fault.From(err).Items[0]
		require.Equal(t, []any{c.key, c.column, c.value, 6}, []any{item.Key, item.Params["column"], item.Params["value"], item.Row}, c.line)
	}
	for key, data := range map[string][]byte{
		"UnknownFile":    workbook(t, "Export Consommation Quotidienne", "Date|Valeur"),
		"MissingColumns": workbook(t, "Consommation Horaire", "Début|Fin|Valeur (en kW)"),
		"import.empty":   workbook(t, "Consommation Horaire", portalTop...),
	} {
		_, err := readBook(data)
		require.Equal(t, key, fault.KeyOf(err), key)
		require.Equal(t, "courbe.xlsx", fault.From(err).Params["fileName"])
	}
	_, err := readBook(workbook(t, "Feuil1", "a|b"))
	require.Equal(t, "UnknownFile", fault.KeyOf(err))
}

// FuzzCustomerSheet fills the sheet with whatever cells. The workbook around them is the
// library's.
func FuzzCustomerSheet(f *testing.F) {
	f.Add("|01/06/2026 00:00:00|01/06/2026 00:30:00|0,984\n|01/06/2026 00:30:00|01/06/2026 01:00:00|NA")
	f.Add("|25/10/2026 02:30|25/10/2026 02:00|1E-3\n|46174.08|46174.125|7")
	f.Add("Point Référence Mesure (PRM) :\nDébut|Fin|Valeur (en W)")
	f.Fuzz(func(t *testing.T, text string) {
		var lines [][]string
		for _, line := range append(sheetOf(), strings.Split(text, "\n")...) {
			lines = append(lines, strings.Split(line, "|"))
		}
		set, err := enedis.ReadCustomerLines(lines)
		requireSound(t, set, err)
		set, err = enedis.ReadCustomerLines(lines[len(portalTop):])
		requireSound(t, set, err)
	})
}

// TestCustomerWorkbookOfAnOldMacintosh counts its days from 1904.
func TestCustomerWorkbookOfAnOldMacintosh(t *testing.T) {
	t.Parallel()
	content := workbook(t, "Consommation Horaire", sheetOf("|44712|44712.0208333333|1")...)
	book, err := excelize.OpenReader(bytes.NewReader(content))
	require.NoError(t, err)
	defer func() { require.NoError(t, book.Close()) }()
	old := true
	require.NoError(t, book.SetWorkbookProps(&excelize.WorkbookPropsOptions{Date1904: &old}))
	var out bytes.Buffer
	require.NoError(t, book.Write(&out))
	set, err := readBook(out.Bytes())
	require.NoError(t, err)
	require.Equal(t, civil.Paris.Start(civil.NewDate(2026, 6, 1)).Unix(), set.Readings[0].Runs[0].Start)
}

// TestCustomerWorkbookWithMoreThanOneCurve has a sheet of each side, and two sites in one
// of them: all are read, and what is left out is named.
func TestCustomerWorkbookWithMoreThanOneCurve(t *testing.T) {
	t.Parallel()
	const second = "99100000000031"
	lines := func(prm, value string) []string {
		return append(strings.Split(strings.ReplaceAll(strings.Join(portalTop, "\n"), site, prm), "\n"),
			"|01/06/2026 00:00:00|01/06/2026 00:30:00|"+value, "|01/06/2026 00:30:00|01/06/2026 01:00:00|"+value)
	}
	book := excelize.NewFile()
	write := func(sheet string, lines ...string) {
		_, err := book.NewSheet(sheet)
		require.NoError(t, err)
		for i, line := range lines {
			for j, cell := range strings.Split(line, "|") {
				name, err := excelize.CoordinatesToCellName(j+1, i+1)
				require.NoError(t, err)
				require.NoError(t, book.SetCellStr(sheet, name, cell))
			}
		}
	}
	write("Consommation Horaire", append(lines(site, "1"), lines(second, "2")...)...)
	write("Production Horaire (2)", lines(site, "3")...)
	write("Export Consommation Quotidienne", "Date|kWh", "01/06/2026|12")
	require.NoError(t, book.DeleteSheet("Sheet1"))
	var out bytes.Buffer
	require.NoError(t, book.Write(&out))
	set, err := readBook(out.Bytes())
	require.NoError(t, err)
	var got []string
	for _, r := range set.Readings {
		got = append(got, fmt.Sprint(r.DsoID, " ", r.Nature, " ", r.Runs[0].Values))
	}
	require.Equal(t, []string{site + " Conso [500000 500000]", second + " Conso [1000000 1000000]", site + " Prod [1500000 1500000]"}, got)
	require.Equal(t, 6, set.Rows)
	require.Equal(t, []string{"Export Consommation Quotidienne"}, set.Warnings[len(set.Warnings)-1].Params["sheets"])

	require.NoError(t, book.SetCellStr("Production Horaire (2)", "D7", "1..5"))
	out.Reset()
	require.NoError(t, book.Write(&out))
	_, err = readBook(out.Bytes())
	item := fault.From(err).Items[0]
	require.Equal(t, []any{"number.invalid", 7, "Production Horaire (2)", "1..5"}, []any{item.Key, item.Row, item.Params["sheet"], item.Params["value"]})
}
