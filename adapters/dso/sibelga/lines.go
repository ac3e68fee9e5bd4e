package sibelga

import (
	"bytes"
	"io"

	"github.com/xuri/excelize/v2"

	"github.com/openpmo/pmo/adapters/dso/text"
)

// lines gives the lines of a file one after the other, whatever kind of file it is.
type lines interface {
	// next is the cells of the next filled line, until the next call, and its number
	// from 1; nil at the end.
	next() (cells [][]byte, row int, err error)
}

// csvLines are those of a text with semicolons.
type csvLines struct {
	in    *text.Lines
	cells [][]byte
	begun bool
}

func newCSV(in io.Reader) *csvLines { return &csvLines{in: text.NewLines(in)} }

func (l *csvLines) next() ([][]byte, int, error) {
	for {
		read := l.in.Next
		if !l.begun {
			read, l.begun = l.in.Head, true
		}
		line, err := read()
		if err != nil || line == nil {
			return nil, 0, err
		}
		l.cells = l.cells[:0]
		filled := false
		for {
			cell, rest, more := bytes.Cut(line, []byte{text.Separator})
			cell = trim(cell)
			filled = filled || len(cell) > 0
			l.cells = append(l.cells, cell)
			if !more {
				break
			}
			line = rest
		}
		if filled {
			return l.cells, l.in.Row, nil
		}
	}
}

// trim takes blanks, a pair of quotes, and the sign by which ="541…" stays a text.
func trim(cell []byte) []byte {
	cell = bytes.TrimSpace(cell)
	if n := len(cell); n > 2 && cell[0] == '=' && cell[1] == '"' && cell[n-1] == '"' {
		cell = cell[1:]
	}
	if n := len(cell); n >= 2 && cell[0] == '"' && cell[n-1] == '"' {
		cell = bytes.TrimSpace(cell[1 : n-1])
	}
	return cell
}

// bookLines are those of a sheet, as it is stored: dates as numbers of days.
type bookLines struct {
	rows  *excelize.Rows
	row   int
	cells [][]byte
}

func newBook(rows *excelize.Rows) *bookLines { return &bookLines{rows: rows} }

func (l *bookLines) next() ([][]byte, int, error) {
	for l.rows.Next() {
		l.row++
		texts, err := l.rows.Columns(excelize.Options{RawCellValue: true})
		if err != nil {
			return nil, 0, err
		}
		l.cells = l.cells[:0]
		filled := false
		for _, t := range texts {
			cell := bytes.TrimSpace([]byte(t))
			filled = filled || len(cell) > 0
			l.cells = append(l.cells, cell)
		}
		if filled {
			return l.cells, l.row, nil
		}
	}
	return nil, 0, l.rows.Error()
}
