package files_test

import (
	"archive/zip"
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

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
		require.Equal(t, 64, f.Params["kilobytes"], name)
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

// plainBook is a workbook of one column of times and one of values, with parts that are not
// packed, so that it is about as large as it says.
func plainBook(t *testing.T, size int) []byte {
	t.Helper()
	var small, out bytes.Buffer
	_, err := excelize.NewFile().WriteTo(&small)
	require.NoError(t, err)
	model, err := zip.NewReader(bytes.NewReader(small.Bytes()), int64(small.Len()))
	require.NoError(t, err)
	archive := zip.NewWriter(&out)
	for _, part := range model.File {
		entry, err := archive.CreateHeader(&zip.FileHeader{Name: part.Name, Method: zip.Store})
		require.NoError(t, err)
		if part.Name == "xl/worksheets/sheet1.xml" {
			require.NoError(t, writeRows(entry, size))
			continue
		}
		content, err := part.Open()
		require.NoError(t, err)
		_, err = io.Copy(entry, content)
		require.NoError(t, err)
	}
	require.NoError(t, archive.Close())
	return out.Bytes()
}

func writeRows(w io.Writer, size int) error {
	const row = `<row r="%d"><c t="inlineStr"><is><t>%s</t></is></c><c%s></c></row>`
	b := bufio.NewWriter(w)
	fmt.Fprint(b, `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>`)
	fmt.Fprintf(b, row, 1, "Début", ` t="inlineStr"><is><t>Conso (Wh)</t></is`)
	at := time.Date(2001, 1, 1, 0, 0, 0, 0, time.UTC)
	for i := 0; i*102 < size-16<<10; i++ {
		fmt.Fprintf(b, row, i+2, at.Add(time.Duration(i)*15*time.Minute).Format("2006-01-02 15:04"), fmt.Sprintf("><v>%d</v", 100+i%900))
	}
	fmt.Fprint(b, `</sheetData></worksheet>`)
	return b.Flush()
}

// TestALargeWorkbookTakesLittleMemory: the largest that is read stays below what an import
// may take, and a larger one is refused before it is opened.
func TestALargeWorkbookTakesLittleMemory(t *testing.T) { //nolint:paralleltest // it measures the memory of the process
	const largest = 24 << 20
	path := filepath.Join(t.TempDir(), "a.xlsx")
	require.NoError(t, os.WriteFile(path, plainBook(t, largest), 0o600))
	read := func() error {
		info, err := os.Stat(path)
		require.NoError(t, err)
		_, err = files.New(files.DefaultLimits()).Otherwise(table.Format{}).Read(t.Context(), "a.xlsx", info.Size(), func() (io.ReadCloser, error) { return os.Open(path) }, civil.Paris)
		return err
	}
	defer debug.SetGCPercent(debug.SetGCPercent(40)) // what is held counts, not what is about to go
	held := func() uint64 {
		sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
		metrics.Read(sample)
		return sample[0].Value.Uint64()
	}
	runtime.GC()
	before, most := held(), uint64(0)
	done := make(chan error)
	go func() { done <- read() }()
	for waiting := true; waiting; {
		select {
		case err := <-done:
			require.NoError(t, err)
			waiting = false
		case <-time.After(2 * time.Millisecond):
			most = max(most, held())
		}
	}
	t.Logf("a workbook of %d MB takes %d MB", largest>>20, (most-before)>>20)
	require.Less(t, (most-before)>>20, uint64(120), "MB")

	require.NoError(t, os.WriteFile(path, plainBook(t, largest+4<<20), 0o600))
	f := fault.From(read())
	require.Equal(t, []any{"file.bookTooLarge", "a.xlsx", 24}, []any{f.Key, f.Params["fileName"], f.Params["megabytes"]})
}
