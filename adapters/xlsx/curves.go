package xlsx

import (
	"io"

	"github.com/xuri/excelize/v2"
)

// maxTitle is how many letters the name of a sheet may have.
const maxTitle = 31

// WriteTable writes a workbook of one sheet: words above, then the rows. A cell is a
// text, a number or nil, which stays empty. Texts are stored as texts, so that none is
// read as a formula.
func WriteTable(w io.Writer, sheetName string, header []string, rows [][]any) error {
	book := excelize.NewFile()
	defer func() { _ = book.Close() }()
	title := []rune(sheetName)
	name := string(title[:min(len(title), maxTitle)])
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
