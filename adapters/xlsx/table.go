package xlsx

import (
	"io"
	"strings"
	"unicode"
	"unicode/utf16"

	"github.com/xuri/excelize/v2"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/money"
)

// Table is a sheet: words above, then the rows. A cell is a text, a number, an amount, which is in
// euros, a day, or nil, which stays empty. Texts are stored as texts, so that none is read as a
// formula.
type Table = struct {
	Name   string
	Header []string
	Rows   [][]any
}

// WriteTable writes a workbook of one sheet.
func WriteTable(w io.Writer, sheetName string, header []string, rows [][]any) error {
	return WriteTables(w, Table{Name: sheetName, Header: header, Rows: rows})
}

// WriteTables writes a workbook of some sheets, each with a name of its own.
func WriteTables(w io.Writer, tables ...Table) error {
	book := excelize.NewFile()
	defer func() { _ = book.Close() }()
	styles, err := newStyles(book)
	if err != nil {
		return err
	}
	for i, t := range tables {
		name := title(t.Name)
		if i == 0 {
			err = book.SetSheetName(book.GetSheetName(0), name)
		} else {
			_, err = book.NewSheet(name)
		}
		if err != nil {
			return err
		}
		if err := styles.write(book, name, t); err != nil {
			return err
		}
	}
	return book.Write(w)
}

// styles are how words above columns, amounts and days look.
type styles struct{ head, amount, day int }

func newStyles(book *excelize.File) (s styles, err error) {
	amount, day := "#,##0.00", "yyyy-mm-dd"
	if s.head, err = book.NewStyle(&excelize.Style{Font: &excelize.Font{Bold: true}}); err != nil {
		return s, err
	}
	if s.amount, err = book.NewStyle(&excelize.Style{CustomNumFmt: &amount}); err != nil {
		return s, err
	}
	s.day, err = book.NewStyle(&excelize.Style{CustomNumFmt: &day})
	return s, err
}

func (s styles) write(book *excelize.File, name string, t Table) error {
	sheet, err := book.NewStreamWriter(name)
	if err != nil {
		return err
	}
	if err := sheet.SetColWidth(1, max(1, len(t.Header)), 24); err != nil {
		return err
	}
	if err := sheet.SetPanes(&excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}); err != nil {
		return err
	}
	head := make([]any, len(t.Header))
	for i, text := range t.Header {
		head[i] = excelize.Cell{StyleID: s.head, Value: text}
	}
	if err := sheet.SetRow("A1", head); err != nil {
		return err
	}
	for i, row := range t.Rows {
		at, err := excelize.CoordinatesToCellName(1, i+2)
		if err != nil {
			return err
		}
		cells := make([]any, len(row))
		for j, value := range row {
			cells[j] = s.cell(value)
		}
		if err := sheet.SetRow(at, cells); err != nil {
			return err
		}
	}
	return sheet.Flush()
}

// cell is a value with its look. Sheets count days from the last one of 1899.
func (s styles) cell(value any) any {
	switch v := value.(type) {
	case money.Cents:
		return excelize.Cell{StyleID: s.amount, Value: float64(v) / 100}
	case civil.Date:
		return excelize.Cell{StyleID: s.day, Value: int(v - civil.NewDate(1899, 12, 30))}
	default:
		return value
	}
}

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
