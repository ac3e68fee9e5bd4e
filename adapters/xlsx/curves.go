package xlsx

import (
	"io"
	"strings"
	"unicode"
	"unicode/utf16"

	"github.com/xuri/excelize/v2"
)

// maxTitle is how long the name of a sheet may be, in units of UTF-16.
const maxTitle = 31

// title is a name that a sheet may have: without the marks that address cells, no quote at
// its ends, cut to its length.
func title(name string) string {
	name = strings.Map(func(c rune) rune {
		if unicode.IsControl(c) || strings.ContainsRune(`:\/?*[]`, c) {
			return '-'
		}
		return c
	}, name)
	length := 0
	for i, c := range name {
		if length += utf16.RuneLen(c); length > maxTitle {
			name = name[:i]
			break
		}
	}
	if name = strings.Trim(name, "'"); strings.TrimSpace(name) == "" {
		return "-"
	}
	return name
}

// WriteTable writes a workbook of one sheet: words above, then the rows. A cell is a
// text, a number or nil, which stays empty. Texts are stored as texts, so that none is
// read as a formula.
func WriteTable(w io.Writer, sheetName string, header []string, rows [][]any) error {
	book := excelize.NewFile()
	defer func() { _ = book.Close() }()
	name := title(sheetName)
	if err := book.SetSheetName(book.GetSheetName(0), name); err != nil {
		return err
	}
	sheet, err := book.NewStreamWriter(name)
	if err != nil {
		return err
	}
	bold, err := book.NewStyle(&excelize.Style{Font: &excelize.Font{Bold: true}})
	if err != nil {
		return err
	}
	if err := sheet.SetColWidth(1, max(1, len(header)), 24); err != nil {
		return err
	}
	if err := sheet.SetPanes(&excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}); err != nil {
		return err
	}
	head := make([]any, len(header))
	for i, text := range header {
		head[i] = excelize.Cell{StyleID: bold, Value: text}
	}
	if err := sheet.SetRow("A1", head); err != nil {
		return err
	}
	for i, row := range rows {
		at, err := excelize.CoordinatesToCellName(1, i+2)
		if err != nil {
			return err
		}
		if err := sheet.SetRow(at, row); err != nil {
			return err
		}
	}
	if err := sheet.Flush(); err != nil {
		return err
	}
	return book.Write(w)
}
