package xlsx_test

import (
	"archive/zip"
	"bytes"
	"context"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"github.com/openpmo/pmo/adapters/xlsx"
	"github.com/openpmo/pmo/core/participant/perimeterfile"
)

func workbook(t *testing.T, rows [][]any) []byte {
	t.Helper()
	book := excelize.NewFile()
	for i, row := range rows {
		cell, err := excelize.CoordinatesToCellName(1, i+1)
		require.NoError(t, err)
		require.NoError(t, book.SetSheetRow("Sheet1", cell, &row))
	}
	var b bytes.Buffer
	require.NoError(t, book.Write(&b))
	return b.Bytes()
}

func read(t *testing.T, content []byte, maxRows int) (perimeterfile.Sheet, error) {
	t.Helper()
	return xlsx.Reader{}.ReadSheet(t.Context(), content, maxRows)
}

// packed is a zip of these files; each is as long as it says and mostly zeros.
func packed(t *testing.T, files map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for name, content := range files {
		f, err := w.Create(name)
		require.NoError(t, err)
		_, err = f.Write([]byte(content))
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	return b.Bytes()
}

// replaced writes something else into the first sheet, as other programs do.
func replaced(t *testing.T, content []byte, before, after string) []byte {
	t.Helper()
	r, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	require.NoError(t, err)
	files := map[string]string{}
	for _, f := range r.File {
		in, err := f.Open()
		require.NoError(t, err)
		b, err := io.ReadAll(in)
		require.NoError(t, err)
		files[f.Name] = string(b)
	}
	const sheet = "xl/worksheets/sheet1.xml"
	require.Contains(t, files[sheet], before)
	files[sheet] = strings.Replace(files[sheet], before, after, 1)
	return packed(t, files)
}

func TestReadSheet(t *testing.T) {
	t.Parallel()
	got, err := read(t, replaced(t, workbook(t, [][]any{{}, {"PRM", " Nom "}, {16401220101758, "Mairie", ""}, {9876, 1.5}, {nil}, {"01640122010175", "  "}}), "<v>9876</v>", "<v>5.4144896500164403E+17</v>"), 10)
	require.NoError(t, err)
	require.Equal(t, []string{"PRM", "Nom"}, got.Header)
	require.Equal(t, 2, got.HeadLine)
	require.Equal(t, []perimeterfile.Row{
		{Line: 3, Cells: []perimeterfile.Cell{{Text: "16401220101758"}, {Text: "Mairie"}}},
		{Line: 4, Cells: []perimeterfile.Cell{{Text: "541448965001644030", Number: true}, {Text: "1.5"}}},
		{Line: 6, Cells: []perimeterfile.Cell{{Text: "01640122010175"}}},
	}, got.Rows)
	require.Equal(t, "1899-12-30", got.DayZero.String())
}

// TestLongNumbersAreMarked: workbooks keep fifteen digits, so that a number of more may have lost some, however it is
// stored; the same digits as a text have lost none.
func TestLongNumbersAreMarked(t *testing.T) {
	t.Parallel()
	content := workbook(t, [][]any{{"EAN", "Nom"}, {"541448912700000123", "Texte"}, {9876, "Nombre"}, {123456789012345, "Quinze"}})
	got, err := read(t, replaced(t, content, "<v>9876</v>", "<v>541448912700000000</v>"), 10)
	require.NoError(t, err)
	require.Equal(t, []perimeterfile.Row{
		{Line: 2, Cells: []perimeterfile.Cell{{Text: "541448912700000123"}, {Text: "Texte"}}},
		{Line: 3, Cells: []perimeterfile.Cell{{Text: "541448912700000000", Number: true}, {Text: "Nombre"}}},
		{Line: 4, Cells: []perimeterfile.Cell{{Text: "123456789012345"}, {Text: "Quinze"}}},
	}, got.Rows)
}

func TestFilesMadeToHurt(t *testing.T) {
	t.Parallel()
	good := workbook(t, [][]any{{"PRM"}, {"1"}, {"2"}})
	far := excelize.NewFile()
	require.NoError(t, far.SetCellValue("Sheet1", "A1", "PRM"))
	require.NoError(t, far.SetCellValue("Sheet1", "A1048576", "1"))
	var farther bytes.Buffer
	require.NoError(t, far.Write(&farther))
	for name, c := range map[string]struct {
		content []byte
		want    error
	}{
		"no zip":           {[]byte("prm;type\n"), perimeterfile.ErrNotSpreadsheet},
		"nothing":          {nil, perimeterfile.ErrNotSpreadsheet},
		"cut":              {good[:len(good)-100], perimeterfile.ErrTruncated},
		"another zip":      {packed(t, map[string]string{"readme.txt": "hello"}), perimeterfile.ErrNotSpreadsheet},
		"a hollow one":     {packed(t, map[string]string{"xl/workbook.xml": "<workbook/>"}), perimeterfile.ErrNotSpreadsheet},
		"a bomb":           {packed(t, map[string]string{"xl/workbook.xml": "x", "bomb": strings.Repeat("\x00", 40<<20)}), perimeterfile.ErrUnpacksTooLarge},
		"many small bombs": {packed(t, map[string]string{"a": strings.Repeat("\x00", 20<<20), "b": strings.Repeat("\x00", 20<<20)}), perimeterfile.ErrUnpacksTooLarge},
		"a far corner":     {farther.Bytes(), perimeterfile.ErrTooManyRows},
		"too many rows":    {good, perimeterfile.ErrTooManyRows},
		"an empty sheet":   {workbook(t, nil), perimeterfile.ErrEmpty},
	} {
		_, err := read(t, c.content, 1)
		require.ErrorIs(t, err, c.want, name)
	}
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := xlsx.Reader{}.ReadSheet(stopped, good, 10)
	require.ErrorIs(t, err, context.Canceled)
}
