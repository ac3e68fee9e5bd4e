package xlsx

import (
	"io"
	"strings"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"

	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/participant/perimeterfile"
)

// maxRemark is how long the text beside a row becomes, in characters.
const maxRemark = 1_000

// WriteAnnotated writes a file with what is wrong beside each row: cells are texts in their places,
// wrong ones are coloured. words puts a refusal into words. Rows are written one after the other,
// so that a cell in a far corner of what was sent costs nothing.
func WriteAnnotated(w io.Writer, sheetName string, a perimeterfile.Annotation, words func(*fault.Error) string) error {
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
	wrong, err := book.NewStyle(&excelize.Style{Fill: excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{"FFC7CE"}}, Font: &excelize.Font{Color: "9C0006"}})
	if err != nil {
		return err
	}
	if err := sheet.SetColWidth(1, a.Remarks+1, 24); err != nil {
		return err
	}
	if err := sheet.SetColWidth(a.Remarks+1, a.Remarks+1, 80); err != nil {
		return err
	}
	write := func(line int, cells []any) error {
		at, err := excelize.CoordinatesToCellName(1, line)
		if err != nil {
			return err
		}
		return sheet.SetRow(at, cells)
	}
	head := make([]any, len(a.Header))
	for i, text := range a.Header {
		head[i] = excelize.Cell{StyleID: bold, Value: text}
	}
	if err := write(a.HeadLine, head); err != nil {
		return err
	}
	for _, row := range a.Rows {
		if err := write(row.Line, annotatedCells(row, a.Remarks, wrong, words)); err != nil {
			return err
		}
	}
	if err := sheet.Flush(); err != nil {
		return err
	}
	return book.Write(w)
}

func annotatedCells(row perimeterfile.AnnotatedRow, remarks, wrong int, words func(*fault.Error) string) []any {
	cells := make([]any, max(len(row.Cells), remarks+1))
	for i, text := range row.Cells {
		if text != "" {
			cells[i] = text
		}
	}
	for _, i := range row.Marked {
		text := ""
		if i < len(row.Cells) {
			text = row.Cells[i]
		}
		cells[i] = excelize.Cell{StyleID: wrong, Value: text}
	}
	cells[remarks] = nil
	if len(row.Wrong) > 0 {
		texts := make([]string, len(row.Wrong))
		for i, f := range row.Wrong {
			texts[i] = words(f)
			if f.Field != "" {
				texts[i] = f.Field + " : " + texts[i]
			}
		}
		cells[remarks] = excelize.Cell{StyleID: wrong, Value: short(strings.Join(texts, "\n"))}
	}
	return cells
}

// short cuts a text that no cell could show.
func short(text string) string {
	if utf8.RuneCountInString(text) <= maxRemark {
		return text
	}
	return string([]rune(text)[:maxRemark-1]) + "…"
}
