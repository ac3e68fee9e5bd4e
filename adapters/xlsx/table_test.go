package xlsx_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"github.com/openpmo/pmo/adapters/xlsx"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/money"
)

func TestTablesAreWrittenAsTheyAre(t *testing.T) {
	t.Parallel()
	var file bytes.Buffer
	name := "un nom bien trop long pour une feuille"
	require.NoError(t, xlsx.WriteTable(&file, name, []string{"Début", "=1+1"}, [][]any{{"2026-10-25T02:00:00+02:00", 0.412251}, {"@SUM(A1)", nil}}))
	book, err := excelize.OpenReader(&file)
	require.NoError(t, err)
	sheet := name[:31]
	rows, err := book.GetRows(sheet, excelize.Options{RawCellValue: true})
	require.NoError(t, err)
	require.Equal(t, [][]string{{"Début", "=1+1"}, {"2026-10-25T02:00:00+02:00", "0.412251"}, {"@SUM(A1)"}}, rows)
	for _, cell := range []string{"B1", "A3"} {
		formula, err := book.GetCellFormula(sheet, cell)
		require.NoError(t, err)
		require.Empty(t, formula, "%s is a text", cell)
	}
}

// TestAmountsAndDaysAreNumbers: a sheet adds them up and sorts them, and shows them as people write them.
func TestAmountsAndDaysAreNumbers(t *testing.T) {
	t.Parallel()
	var file bytes.Buffer
	day := civil.NewDate(2026, 10, 25)
	require.NoError(t, xlsx.WriteTables(&file, xlsx.Table{Name: "A", Header: []string{"a"}, Rows: [][]any{{"x"}}},
		xlsx.Table{Name: "B", Header: []string{"amount", "day"}, Rows: [][]any{{money.Cents(123_456), day}, {money.Cents(-29), nil}}}))
	book, err := excelize.OpenReader(&file)
	require.NoError(t, err)
	require.Equal(t, []string{"A", "B"}, book.GetSheetList())
	raw, err := book.GetRows("B", excelize.Options{RawCellValue: true})
	require.NoError(t, err)
	require.Equal(t, [][]string{{"amount", "day"}, {"1234.56", "46320"}, {"-0.29"}}, raw)
	shown, err := book.GetRows("B")
	require.NoError(t, err)
	require.Equal(t, [][]string{{"amount", "day"}, {"1,234.56", day.String()}, {"-0.29"}}, shown)
}

// TestSheetsAreNamedWhateverTheSubject: a stored id may hold what no sheet may be called.
func TestSheetsAreNamedWhateverTheSubject(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{`AC:C\1/2?*[x]`: "AC-C-1-2---x-", "": "-", "'quoted'": "quoted", "a\x00b": "a-b",
		"History 🏭🏭🏭🏭🏭🏭🏭🏭🏭🏭🏭🏭🏭🏭🏭🏭": "History 🏭🏭🏭🏭🏭🏭🏭🏭🏭🏭🏭", "\xff": "\ufffd"} {
		var file bytes.Buffer
		require.NoError(t, xlsx.WriteTable(&file, name, []string{"a"}, [][]any{{"b"}}), "%q", name)
		book, err := excelize.OpenReader(&file)
		require.NoError(t, err)
		require.Equal(t, []string{want}, book.GetSheetList(), "%q", name)
		require.NoError(t, book.Close())
	}
}
