package sibelga

import (
	"bytes"
	"slices"

	"github.com/xuri/excelize/v2"

	"github.com/openpmo/pmo/adapters/dso/files"
)

// headLines is how far down the header of a table may stand.
const headLines = 20

// recogniseText looks for the columns in the first line of a text.
func recogniseText(head []byte, patterns []pattern) (found int, missing []string) {
	cells, _, err := newCSV(bytes.NewReader(head)).next()
	if err != nil || cells == nil {
		return 0, []string{nameOf(patterns, fromColumn)}
	}
	_, missing = find(cells, patterns)
	return required(patterns) - len(missing), missing
}

// recogniseBook looks for them in the sheets and gives what the nearest line lacks.
func recogniseBook(book files.Book, patterns []pattern) (found int, missing []string) {
	_, _, missing = tableIn(book, patterns)
	return required(patterns) - len(missing), missing
}

// tableIn finds the sheet and the line of a header; missing is what the best one lacks.
func tableIn(book files.Book, patterns []pattern) (sheet string, row int, missing []string) {
	for _, p := range patterns {
		if p.required {
			missing = append(missing, p.name)
		}
	}
	for _, name := range book.Sheets {
		rows, err := book.Sheet.Rows(name)
		if err != nil {
			continue
		}
		in := newBook(rows)
		for range headLines {
			cells, at, err := in.next()
			if err != nil || cells == nil {
				break
			}
			if _, lacks := find(cells, patterns); len(lacks) < len(missing) {
				sheet, row, missing = name, at, lacks
			}
			if len(missing) == 0 {
				break
			}
		}
		_ = rows.Close()
		if len(missing) == 0 {
			break
		}
	}
	return sheet, row, missing
}

// header reads lines up to that of the names.
func header(in lines, patterns []pattern) (places, error) {
	var missing []string
	for range headLines {
		cells, _, err := in.next()
		if err != nil {
			return places{}, err
		}
		if cells == nil {
			break
		}
		at, lacks := find(cells, patterns)
		if len(lacks) == 0 {
			return at, nil
		}
		missing = lacks
	}
	return places{}, files.ErrMissingColumns.With("columns", missing)
}

// sheet is an open table of a workbook.
type sheet struct {
	lines   lines
	rows    *excelize.Rows
	numbers []int // lines whose EAN is a number, ascending
}

func openSheet(book files.Book, patterns []pattern) (*sheet, error) {
	name, row, missing := tableIn(book, patterns)
	if len(missing) > 0 {
		return nil, files.ErrMissingColumns.With("columns", missing)
	}
	if err := book.Unsolved(name); err != nil {
		return nil, err
	}
	rows, err := book.Sheet.Rows(name)
	if err != nil {
		return nil, files.ErrNotSpreadsheet.Because(err)
	}
	s := &sheet{lines: newBook(rows), rows: rows}
	s.numbers, err = numericCells(book, name, row, patterns)
	return s, err
}

func (s *sheet) close() { _ = s.rows.Close() }

func (s *sheet) numericEAN(row int) bool {
	_, is := slices.BinarySearch(s.numbers, row)
	return is
}

// numericCells lists the lines below a header whose EAN is stored as a number, of which
// a spreadsheet keeps fifteen digits. Rows of excelize do not tell the type of a cell,
// and asking for it loads the whole sheet, so the sheet is looked through once more.
func numericCells(book files.Book, name string, header int, patterns []pattern) ([]int, error) {
	rows, err := book.Sheet.Rows(name)
	if err != nil {
		return nil, files.ErrNotSpreadsheet.Because(err)
	}
	in := newBook(rows)
	at := places{}
	for {
		cells, row, err := in.next()
		if err != nil || cells == nil {
			break
		}
		if row == header {
			at, _ = find(cells, patterns)
			break
		}
	}
	_ = rows.Close()
	column, err := excelize.ColumnNumberToName(at[eanColumn] + 1)
	if err != nil {
		return nil, files.ErrNotSpreadsheet.Because(err)
	}
	part := book.Part(name)
	if part == nil {
		return nil, files.ErrNotSpreadsheet
	}
	content, err := part.Open()
	if err != nil {
		return nil, files.ErrNotSpreadsheet.Because(err)
	}
	defer func() { _ = content.Close() }()
	return numbersIn(content, column, header)
}
