package files_test

import (
	"archive/zip"
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/dso/acccsv"
	"github.com/openpmo/pmo/adapters/dso/enedis"
	"github.com/openpmo/pmo/adapters/dso/files"
	"github.com/openpmo/pmo/adapters/dso/table"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
)

// readEverything reads as the server does: what no format knows may be a table.
func readEverything(t *testing.T, name string, data []byte) *fault.Error {
	t.Helper()
	_, err := files.New(files.DefaultLimits(), enedis.R63{}, enedis.R15{}, acccsv.Long{}, acccsv.Wide{}).Otherwise(table.Format{}).
		Read(t.Context(), name, int64(len(data)), func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(data)), nil }, civil.Paris)
	f := fault.From(err)
	require.NotNil(t, f, "%s: %v", name, err)
	if len(f.Items) > 0 {
		return f.Items[0]
	}
	return f
}

// A line that no table has is refused with its number, whatever the layout: by reading on,
// the import would fail for another reason again and again.
func TestALongLineIsRefusedAtOnceWithItsNumber(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 70<<10)
	for name, c := range map[string]struct {
		content string
		row     int
	}{
		"long.csv":   {acc("1") + long + "\n", strings.Count(acc("1"), "\n") + 1},
		"r63.csv":    {r63 + long, strings.Count(r63, "\n") + 1},
		"table.csv":  {"Date;Puissance (kW)\n01/06/2026 00:00;1\n01/06/2026 00:15;2\n" + long + ";1\n", 4},
		"blanks.txt": {"2026-06-01 00:00  1,5\n2026-06-01 00:15  1,5\n2026-06-01 00:30  1,5\n" + long + "\n", 4},
		"quoted.csv": {"Date;Puissance (kW)\n01/06/2026 00:00;1\n01/06/2026 00:15;2\n01/06/2026 00:30;\"" + long + "\n", 4},
	} {
		f := readEverything(t, name, []byte(c.content))
		require.Equal(t, "row.tooLong", f.Key, name)
		require.Equal(t, c.row, f.Row, name)
		require.Equal(t, 64<<10, f.Params["maxBytes"], name)
		require.Equal(t, name, f.Params["fileName"])
	}
	// XML may stand on one line.
	require.Equal(t, "file.r15WithoutSharing", readEverything(t, "r15.xml", []byte("<R15>"+strings.Repeat("<PRM></PRM>", 10_000)+"</R15>")).Key)
}

// wideRows reads as a sheet of rows without a cell.
type wideRows struct{ left int }

func (w *wideRows) Read(p []byte) (int, error) {
	const row = "<row r=\"1\"><c><v>1</v></c></row>"
	if w.left == 0 {
		return 0, io.EOF
	}
	n := 0
	for ; w.left > 0 && n+len(row) <= len(p); w.left-- {
		n += copy(p[n:], row)
	}
	return n, nil
}

func TestASheetWithMoreRowsThanASpreadsheetHasIsRefusedByName(t *testing.T) {
	t.Parallel()
	book := func(rows int) []byte {
		var out bytes.Buffer
		archive := zip.NewWriter(&out)
		for name, content := range map[string]io.Reader{
			"xl/workbook.xml":            strings.NewReader(`<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Courbe" sheetId="1" r:id="rId1"/></sheets></workbook>`),
			"xl/_rels/workbook.xml.rels": strings.NewReader(`<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>`),
			"xl/worksheets/sheet1.xml":   &wideRows{rows},
			"noise":                      strings.NewReader(""),
		} {
			entry, err := archive.Create(name)
			require.NoError(t, err)
			_, err = io.Copy(entry, content)
			require.NoError(t, err)
		}
		require.NoError(t, archive.Close())
		return out.Bytes()
	}
	limits := files.DefaultLimits()
	limits.Ratio = 10_000
	read := func(data []byte) *fault.Error {
		_, err := files.New(limits, enedis.CustomerXLSX{}).Read(t.Context(), "a.xlsx", int64(len(data)), func() (io.ReadCloser, error) {
			return io.NopCloser(bytes.NewReader(data)), nil
		}, civil.Paris)
		return fault.From(err)
	}
	f := read(book(1<<20 + 1))
	require.Equal(t, "file.sheetRows", f.Key)
	require.Equal(t, "Courbe", f.Params["sheet"])
	require.Equal(t, 1<<20, f.Params["max"])
	require.NotEqual(t, "file.sheetRows", read(book(1<<20)).Key)
	require.Equal(t, "import.zipBomb", read(book(20_000_000)).Key, "too large, opened")
}
