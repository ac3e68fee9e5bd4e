package perim_test

import (
	"context"
	"testing"

	"github.com/openpmo/pmo/adapters/dso/perim"
	"github.com/openpmo/pmo/core/fault"
)

// FuzzPerimeterText reads anything: a sheet whose lines ascend and have as many cells as
// the header, or a fault.
func FuzzPerimeterText(f *testing.F) {
	f.Add([]byte("prm;type;nom\n99100000000017;C;École\n\n99100000000024;P;\"Toit; nord\"\n"))
	f.Add([]byte("\xef\xbb\xbfprm,type\r\n1,C\r\n1\r\n"))
	f.Add([]byte("prm\ttype\n\xe9\t\"C\n"))
	f.Fuzz(func(t *testing.T, content []byte) {
		sheet, err := perim.Reader{}.ReadSheet(context.Background(), content, 50)
		if err != nil {
			if fault.From(err) == nil {
				t.Fatalf("an error that is no fault: %v", err)
			}
			return
		}
		last := sheet.HeadLine
		if last < 1 || len(sheet.Header) == 0 || len(sheet.Rows) > 50 {
			t.Fatalf("no header, or too many lines: %+v", sheet)
		}
		for _, row := range sheet.Rows {
			if row.Line <= last || len(row.Cells) < len(sheet.Header) {
				t.Fatalf("a line out of order, or a short one: %+v", row)
			}
			last = row.Line
		}
	})
}
