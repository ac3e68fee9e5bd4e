package table_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"github.com/openpmo/pmo/adapters/dso/files"
	"github.com/openpmo/pmo/adapters/dso/table"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// book writes sheets of cells.
func book(t *testing.T, names []string, sheets ...[][]any) string {
	t.Helper()
	f := excelize.NewFile()
	defer func() { require.NoError(t, f.Close()) }()
	for i, rows := range sheets {
		_, err := f.NewSheet(names[i])
		require.NoError(t, err)
		for n, row := range rows {
			cell, err := excelize.CoordinatesToCellName(1, n+1)
			require.NoError(t, err)
			require.NoError(t, f.SetSheetRow(names[i], cell, &row))
		}
	}
	require.NoError(t, f.DeleteSheet("Sheet1"))
	var out bytes.Buffer
	require.NoError(t, f.Write(&out))
	return out.String()
}

func TestWorkbooks(t *testing.T) {
	t.Parallel()
	begin := at(2024, 11, 20)
	dates := [][]any{{"Étude du bâtiment"}, {}, {"Date", "Conso (kWh)"}}
	texts := [][]any{{"Date", "Conso (kWh)"}}
	parts := [][]any{{"Jour", "Heure", "Conso (kWh)"}}
	for i := range 96 {
		when := begin.Add(time.Duration(i) * quarter)
		dates = append(dates, []any{when, float64(i*7%60) / 8})
		texts = append(texts, []any{when.Format("02/01/2006 15:04"), "0,5"})
		parts = append(parts, []any{begin, float64(i) / 96, 0.5})
	}
	said := curvefile.FileAnswers{Columns: []curvefile.ColumnAnswer{{Index: 1, DsoID: site}}}
	set, err := read(t, "a.xlsx", book(t, []string{"Notes", "Courbe", "Autre"}, [][]any{{"Bonjour"}}, dates, [][]any{{"Ville"}, {"Lille"}}), said)
	require.NoError(t, err)
	u := set.Understood
	require.Empty(t, kinds(*u))
	require.Equal(t, []string{"Courbe", "XLSX", "START"}, []string{u.Sheet, u.DateFormat, string(u.Labels)})
	require.Empty(t, keys(u.Notes))
	require.Len(t, set.Readings[0].Runs, 1)
	require.Equal(t, civil.Paris.Start(civil.NewDate(2024, 11, 20)).Unix(), set.Readings[0].Runs[0].Start)
	require.Equal(t, []energy.MilliWh{0, 875_000, 1_750_000}, set.Readings[0].Runs[0].Values[:3])

	set, err = read(t, "b.xlsx", book(t, []string{"Textes"}, texts), said)
	require.NoError(t, err)
	sum, n := total(set)
	require.Equal(t, 96, n)
	require.EqualValues(t, 48_000_000, sum, "numbers stored as text")

	said.Columns[0].Index = 2
	set, err = read(t, "c.xlsx", book(t, []string{"Parts"}, parts), said)
	require.NoError(t, err)
	require.Equal(t, curvefile.RoleTime, set.Understood.Columns[1].Role)
	_, n = total(set)
	require.Equal(t, 96, n)

	_, err = read(t, "d.xlsx", book(t, []string{"Liste"}, [][]any{{"Nom", "Ville"}, {"École", "Lille"}}))
	require.Equal(t, "UnknownFile", fault.KeyOf(err))
}

// TestAllSheetsAreRead: each sheet with a table on its own, with its own questions. One that
// is not wanted is left out by an answer, and named.
func TestAllSheetsAreRead(t *testing.T) {
	t.Parallel()
	sheet := func(header string, kWh float64) [][]any {
		rows := [][]any{{"Date", header}}
		for i := range 96 {
			rows = append(rows, []any{at(2024, 11, 20).Add(time.Duration(i) * quarter), kWh})
		}
		return rows
	}
	content := book(t, []string{"Soutirage", "Injection", "Copie"}, sheet("Conso (kWh) "+site, 1.5), sheet("Prod (kWh) "+other, 2.188), sheet("kWh", 1.5))
	reader := func(answers ...curvefile.FileAnswers) curvefile.FileReader {
		return files.New(files.DefaultLimits()).Otherwise(table.Format{}).With(curvefile.FileHints{Answers: append([]curvefile.FileAnswers{{Zone: curvefile.ZoneLegal}}, answers...)})
	}
	open := func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(content)), nil }
	sets, err := reader().Read(context.Background(), "a.xlsx", int64(len(content)), open, civil.Paris)
	require.NoError(t, err)
	require.Len(t, sets, 3)
	require.Empty(t, kinds(*sets[0].Understood))
	require.Empty(t, kinds(*sets[1].Understood))
	require.Equal(t, []string{"SITE 1", "NATURE 1"}, kinds(*sets[2].Understood))
	require.Equal(t, []any{site, metering.Conso}, []any{sets[0].Readings[0].DsoID, sets[0].Readings[0].Nature})
	require.Equal(t, []any{other, metering.Prod}, []any{sets[1].Readings[0].DsoID, sets[1].Readings[0].Nature})
	require.EqualValues(t, 2_188_000, sets[1].Readings[0].Runs[0].Values[0], "a number of a workbook has a point before its decimals")
	sets, err = reader(curvefile.FileAnswers{FileName: "a.xlsx", Sheet: "Copie", LeaveOut: true}).Read(context.Background(), "a.xlsx", int64(len(content)), open, civil.Paris)
	require.NoError(t, err)
	require.Empty(t, sets[2].Readings)
	require.True(t, sets[2].Understood.LeftOut)
	require.Equal(t, []string{"file.sheetsLeft"}, keys(sets[2].Understood.Notes))

	wrong := sheet("Prod (kWh) "+other, 2)
	wrong[5][1] = "1..5"
	content = book(t, []string{"Soutirage", "Injection"}, sheet("Conso (kWh) "+site, 1.5), wrong)
	_, err = reader().Read(context.Background(), "a.xlsx", int64(len(content)), open, civil.Paris)
	item := fault.From(err).Items[0]
	require.Equal(t, []any{"number.invalid", 6, "Injection", "Prod (kWh) " + other, "1..5"}, []any{item.Key, item.Row, item.Params["sheet"], item.Params["column"], item.Params["value"]})
}

// TestTextsWithThousandsInAWorkbook are a doubt that its numbers are not.
func TestTextsWithThousandsInAWorkbook(t *testing.T) {
	t.Parallel()
	rows := [][]any{{"Date", "Conso (Wh) " + site}}
	for i := range 96 {
		rows = append(rows, []any{at(2024, 11, 20).Add(time.Duration(i) * quarter), fmt.Sprintf("%d.%03d", 1+i%3, i*37%1000)})
	}
	content := book(t, []string{"Courbe"}, rows)
	set, err := read(t, "a.xlsx", content)
	require.NoError(t, err)
	require.Equal(t, []string{"DECIMAL_MARK"}, kinds(*set.Understood))
	set, err = read(t, "a.xlsx", content, curvefile.FileAnswers{Decimal: curvefile.DecimalComma})
	require.NoError(t, err)
	require.EqualValues(t, 2_037_000, set.Readings[0].Runs[0].Values[1])
}

// change opens a workbook, changes it and writes it again.
func change(t *testing.T, content string, with func(f *excelize.File)) string {
	t.Helper()
	f, err := excelize.OpenReader(bytes.NewReader([]byte(content)))
	require.NoError(t, err)
	defer func() { require.NoError(t, f.Close()) }()
	with(f)
	var out bytes.Buffer
	require.NoError(t, f.Write(&out))
	return out.String()
}

// TestWorkbooksOfOldMacintoshes count their days from 1904.
func TestWorkbooksOfOldMacintoshes(t *testing.T) {
	t.Parallel()
	rows := [][]any{{"Date", "Conso (kWh)"}}
	for i := range 96 {
		rows = append(rows, []any{44712 + float64(i)/96, 0.5}) // from 2026-06-01 on
	}
	content := change(t, book(t, []string{"Courbe"}, rows), func(f *excelize.File) {
		old := true
		require.NoError(t, f.SetWorkbookProps(&excelize.WorkbookPropsOptions{Date1904: &old}))
	})
	set, err := read(t, "mac.xlsx", content, curvefile.FileAnswers{Columns: []curvefile.ColumnAnswer{{Index: 1, DsoID: site}}})
	require.NoError(t, err)
	require.Equal(t, civil.Paris.Start(civil.NewDate(2026, 6, 1)).Unix(), set.Readings[0].Runs[0].Start)
	require.Len(t, set.Readings[0].Runs[0].Values, 96)
}

// TestHiddenSheetsAreNotRead: what people see is read, and what they do not is named.
func TestHiddenSheetsAreNotRead(t *testing.T) {
	t.Parallel()
	sheet := func(kWh float64) [][]any {
		rows := [][]any{{"Date", "Conso (kWh)"}}
		for i := range 96 {
			rows = append(rows, []any{at(2024, 11, 20).Add(time.Duration(i) * quarter), kWh})
		}
		return rows
	}
	content := book(t, []string{"Ancien", "Nouveau"}, sheet(999), sheet(1))
	hide := func(name string) func(f *excelize.File) {
		return func(f *excelize.File) {
			f.SetActiveSheet(1)
			require.NoError(t, f.SetSheetVisible(name, false, true))
		}
	}
	said := curvefile.FileAnswers{Columns: []curvefile.ColumnAnswer{{Index: 1, DsoID: site}}}
	set, err := read(t, "a.xlsx", change(t, content, hide("Ancien")), said)
	require.NoError(t, err)
	require.Equal(t, "Nouveau", set.Understood.Sheet)
	require.Equal(t, []energy.MilliWh{1_000_000, 1_000_000}, set.Readings[0].Runs[0].Values[:2])
	require.Equal(t, []string{"file.hiddenSheets"}, keys(set.Warnings))
	require.Equal(t, []string{"Ancien"}, set.Warnings[0].Params["sheets"])

	only := book(t, []string{"Notes", "Courbe"}, [][]any{{"Bonjour"}}, sheet(1))
	_, err = read(t, "b.xlsx", change(t, only, func(f *excelize.File) {
		require.NoError(t, f.SetSheetVisible("Courbe", false))
	}), said)
	require.Equal(t, "file.hiddenSheets", fault.KeyOf(err))
	require.Equal(t, []string{"Courbe"}, fault.From(err).Params["sheets"])
}

// TestFormulasNeedTheirResults: a result is read, and one that nobody computed is no gap.
func TestFormulasNeedTheirResults(t *testing.T) {
	t.Parallel()
	rows := [][]any{{"Date", "Conso (kWh)"}}
	for i := range 96 {
		rows = append(rows, []any{at(2024, 11, 20).Add(time.Duration(i) * quarter), 1})
	}
	said := curvefile.FileAnswers{Columns: []curvefile.ColumnAnswer{{Index: 1, DsoID: site}}}
	content := book(t, []string{"Courbe"}, rows)
	_, err := read(t, "a.xlsx", change(t, content, func(f *excelize.File) {
		require.NoError(t, f.SetCellValue("Courbe", "B3", nil))
		require.NoError(t, f.SetCellFormula("Courbe", "B3", "B2*2"))
	}), said)
	require.Equal(t, "file.formulas", fault.KeyOf(err))
	require.Equal(t, 1, fault.From(err).Params["count"])
	set, err := read(t, "b.xlsx", change(t, content, func(f *excelize.File) {
		// The library keeps the number that stood there as the result.
		require.NoError(t, f.SetCellFormula("Courbe", "B3", "B2*2"))
	}), said)
	require.NoError(t, err)
	_, n := total(set)
	require.Equal(t, 96, n)
}
