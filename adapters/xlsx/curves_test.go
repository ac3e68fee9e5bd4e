package xlsx_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"github.com/openpmo/pmo/adapters/xlsx"
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
