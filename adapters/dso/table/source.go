package table

import (
	"bufio"
	"encoding/csv"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"
	"golang.org/x/text/encoding/charmap"

	"github.com/openpmo/pmo/adapters/dso/files"
	"github.com/openpmo/pmo/adapters/dso/table/content"
	"github.com/openpmo/pmo/adapters/dso/text"
	"github.com/openpmo/pmo/core/fault"
)

// source gives the lines of a file, cut into cells.
type source interface {
	// next is the next line, until the next call, and its number from 1. Error: io.EOF.
	next() (cells []string, row int, err error)
}

// ErrQuote is a quote that nobody closes: the lines behind it would be part of its cell.
var ErrQuote = fault.New(fault.Invalid, "row.quote")

// encodings, as the contract names them.
const (
	utf8Name    = "UTF-8"
	windowsName = "WINDOWS-1252"
)

// headSize is how much of a text tells its encoding and its separator.
const headSize = 8 << 10

// blanks is the separator of texts whose columns have only blanks between them.
const blanks = ' '

// textSource reads lines of text.
type textSource struct {
	in        *csv.Reader
	lines     *bufio.Scanner // in place of in where blanks are between columns
	row       int
	encoding  string
	separator rune
	end       *lastByte
	swallowed []int // lines with a quote that nobody closes, and lines of values behind it
}

// lastByte remembers how a text ends.
type lastByte struct {
	in   io.Reader
	last byte
}

func (l *lastByte) Read(p []byte) (int, error) {
	n, err := l.in.Read(p)
	if n > 0 {
		l.last = p[n-1]
	}
	return n, err
}

// ended reports whether the last line of a text that was read has a line end.
func (s *textSource) ended() bool { return s.end.last == '\n' || s.end.last == '\r' }

// newText finds out encoding and separator of a text. ok is false when its lines are no
// table.
func newText(in io.Reader) (s *textSource, ok bool, err error) {
	buffered := bufio.NewReaderSize(in, headSize)
	head, err := buffered.Peek(headSize)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, false, err
	}
	s = &textSource{encoding: encodingOf(head)}
	if s.separator, ok = separatorOf(head); !ok {
		return nil, false, nil
	}
	s.end = &lastByte{in: buffered}
	var decoded io.Reader = s.end
	if s.encoding == windowsName {
		decoded = charmap.Windows1252.NewDecoder().Reader(s.end)
	}
	if s.separator == blanks {
		s.lines = bufio.NewScanner(decoded)
		s.lines.Buffer(nil, 2*text.LongestLine)
		return s, true, nil
	}
	s.in = csv.NewReader(decoded)
	s.in.Comma, s.in.LazyQuotes, s.in.FieldsPerRecord, s.in.ReuseRecord = s.separator, true, -1, true
	return s, true, nil
}

func (s *textSource) next() ([]string, int, error) {
	if s.lines != nil {
		if !s.lines.Scan() {
			if err := s.lines.Err(); err != nil {
				return nil, 0, err
			}
			return nil, 0, io.EOF
		}
		s.row++
		return strings.Fields(s.lines.Text()), s.row, nil
	}
	cells, err := s.in.Read()
	if err != nil {
		var wrong *csv.ParseError
		if errors.As(err, &wrong) {
			err = ErrQuote.OnRow(wrong.StartLine)
		}
		return nil, 0, err
	}
	row, _ := s.in.FieldPos(0)
	for _, cell := range cells {
		if s.swallows(cell) {
			s.swallowed = append(s.swallowed, row)
			break
		}
	}
	return cells, row, nil
}

// swallows reports whether a cell goes over lines of values, as behind a quote that
// somebody left open.
func (s *textSource) swallows(cell string) bool {
	if !strings.Contains(cell, "\n") {
		return false
	}
	for line := range strings.Lines(cell) {
		if timed(cut(strings.TrimSuffix(line, "\n"), s.separator)) {
			return true
		}
	}
	return false
}

// encodingOf tells UTF-8 from the old Western alphabet. A character may be cut at the
// end of head.
func encodingOf(head []byte) string {
	for cut := 0; cut < utf8.UTFMax && cut <= len(head); cut++ {
		if utf8.Valid(head[:len(head)-cut]) {
			return utf8Name
		}
	}
	return windowsName
}

// separatorOf is the one that cuts most lines into a time and something else; among
// equals the one that cuts into fewer columns (a decimal comma is no separator). Blanks
// are one only where hardly a line has another: they stand before AM as well.
func separatorOf(head []byte) (best rune, ok bool) {
	lines := strings.Split(strings.TrimPrefix(string(head), "\xef\xbb\xbf"), "\n")
	if len(head) == headSize && len(lines) > 1 {
		lines = lines[:len(lines)-1]
	}
	most, fewest := 0, 0
	for _, separator := range []rune{';', '\t', '|', ',', blanks} {
		good, width := 0, 0
		for _, line := range lines {
			cells := cut(line, separator)
			if timed(cells) {
				good++
				width += len(cells)
			}
		}
		if separator == blanks && good <= 2*most {
			continue
		}
		if good > most || good == most && good > 0 && separator == ',' && width < fewest {
			most, fewest, best = good, width, separator
		}
	}
	return best, most > 1
}

func cut(line string, separator rune) []string {
	if separator == blanks {
		return strings.Fields(line)
	}
	return strings.Split(strings.TrimSuffix(line, "\r"), string(separator))
}

// timed reports whether a line has a time, and something that is none.
func timed(cells []string) bool {
	time, other := false, false
	for _, cell := range cells {
		c := content.Clean(cell)
		s, ok := content.ParseStamp(c)
		switch {
		case ok && s.HasClock:
			time = true
		case ok, content.Blank(c):
		default:
			other = true
		}
	}
	return time && other
}

// bookSource reads a sheet of a workbook.
type bookSource struct {
	rows  *excelize.Rows
	row   int
	texts files.TextCells // cells that hold text, and no number
}

func (s *bookSource) next() ([]string, int, error) {
	if !s.rows.Next() {
		return nil, 0, io.EOF
	}
	s.row++
	cells, err := s.rows.Columns(excelize.Options{RawCellValue: true})
	if err != nil {
		return nil, 0, files.ErrNotSpreadsheet.Because(err)
	}
	for i, cell := range cells {
		// A number of a workbook has a point before its decimals: one more tells it from a
		// text with thousands.
		if n, ok := content.ParseNumber(cell); ok && n.Doubt == '.' && n.Unit == "" && !s.texts.Has(s.row, i) {
			cells[i] = cell + "0"
		}
	}
	return cells, s.row, nil
}
