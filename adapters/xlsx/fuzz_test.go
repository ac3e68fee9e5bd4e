package xlsx_test

import (
	"archive/zip"
	"bytes"
	"context"
	"io"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/openpmo/pmo/adapters/xlsx"
	"github.com/openpmo/pmo/core/fault"
)

// FuzzRows puts anything in the place of the sheet of a workbook: rows that ascend, or a
// fault.
func FuzzRows(f *testing.F) {
	book := excelize.NewFile()
	var out bytes.Buffer
	if err := book.Write(&out); err != nil {
		f.Fatal(err)
	}
	f.Add([]byte(`<worksheet><sheetData><row r="1"><c r="A1" t="str"><v>prm</v></c></row><row r="3"><c r="A3"><v>9.91E+13</v></c></row></sheetData></worksheet>`))
	f.Add([]byte(`<worksheet><sheetData><row><c t="s"><v>99</v></c><c t="inlineStr"><is><t>x</t></is></c></row></sheetData></worksheet>`))
	f.Add([]byte(`<worksheet><sheetData><row r="1"><c r="XFD1"><f>A1</f></c></row>`))
	f.Fuzz(func(t *testing.T, sheet []byte) {
		content := sheetReplaced(t, out.Bytes(), "xl/worksheets/sheet1.xml", sheet)
		got, err := xlsx.Reader{}.ReadSheet(context.Background(), content, 50)
		if err != nil {
			if fault.From(err) == nil {
				t.Fatalf("an error that is no fault: %v", err)
			}
			return
		}
		last := got.HeadLine
		for _, row := range got.Rows {
			if row.Line <= last || len(row.Cells) == 0 {
				t.Fatalf("a line out of order, or a blank one: %+v", row)
			}
			last = row.Line
		}
	})
}

// sheetReplaced writes a zip again with another content for one of its files.
func sheetReplaced(t *testing.T, content []byte, name string, with []byte) []byte {
	t.Helper()
	in, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, file := range in.File {
		part, err := w.Create(file.Name)
		if err != nil {
			t.Fatal(err)
		}
		var from io.Reader = bytes.NewReader(with)
		if file.Name != name {
			opened, err := file.Open()
			if err != nil {
				t.Fatal(err)
			}
			from = opened
		}
		if _, err := io.Copy(part, from); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
