// Package output prints answers: tables and CSV in the units of people (kWh,
// euros), JSON as the server sent it.
package output

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The formats of -o.
const (
	FormatTable = "table"
	FormatJSON  = "json"
	FormatCSV   = "csv"
)

// Table is an answer as people read it. A column is named once, as in the CSV
// ("amount_eur"); ">" before the name aligns it to the right on a terminal.
type Table struct {
	Columns []string
	Rows    [][]string
	Single  bool // one object: on a terminal one line for each column
}

// NewTable is an empty table.
func NewTable(columns ...string) *Table { return &Table{Columns: columns} }

// One is the table of one object.
func One(columns ...string) *Table { return &Table{Columns: columns, Single: true} }

// Add adds a row.
func (t *Table) Add(cells ...string) *Table {
	t.Rows = append(t.Rows, cells)
	return t
}

// Printer prints to a place in a format.
type Printer struct {
	Out      io.Writer
	Format   string
	Filter   *Filter // of JSON; nil = all of it
	Terminal bool    // Out is a terminal
	Colour   bool
}

// Print prints raw when JSON is asked for, else the table.
func (p Printer) Print(raw []byte, t *Table) error {
	if p.Filter != nil {
		return p.Filter.print(p, raw)
	}
	switch p.Format {
	case FormatJSON:
		return p.json(raw)
	case FormatCSV:
		return p.csv(t)
	}
	if t.Single && len(t.Rows) == 1 {
		return p.object(t)
	}
	return p.table(t)
}

// json prints the answer as it came; on a terminal with indents, and with escapes for
// what would steer it.
func (p Printer) json(raw []byte) error {
	if !p.Terminal {
		_, err := p.Out.Write(append(bytes.TrimRight(raw, "\n"), '\n'))
		return err
	}
	var b bytes.Buffer
	if json.Indent(&b, raw, "", "  ") != nil {
		b.Reset()
		b.Write(bytes.TrimRight(raw, "\n"))
	}
	_, err := io.WriteString(p.Out, escaped(b.String())+"\n")
	return err
}

// escaped writes what steers a terminal as JSON may write it. In valid JSON it stands in
// texts only: what is left of it there are DEL, the C1 controls and the marks of direction.
func escaped(s string) string {
	var b strings.Builder
	for _, r := range s {
		if steers(r) && r != '\n' && r != '\t' && r != '\r' {
			fmt.Fprintf(&b, "\\u%04x", r)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

func (p Printer) csv(t *Table) error {
	w := csv.NewWriter(p.Out)
	header := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		header[i] = strings.TrimPrefix(c, ">")
	}
	_ = w.Write(header)
	for _, row := range t.Rows {
		cells := make([]string, len(row))
		for i, cell := range row {
			cells[i] = inert(cell)
			if p.Terminal {
				cells[i] = Plain(cells[i])
			}
		}
		_ = w.Write(cells)
	}
	w.Flush()
	return w.Error()
}

// number is what stays as it is in a CSV though it may begin with a sign.
var number = regexp.MustCompile(`^[+-]?\d+([.,]\d+)?$`)

// inert keeps a text from being read as a formula by a spreadsheet program: an
// apostrophe before it makes it a text. Numbers stay numbers.
func inert(cell string) string {
	if cell != "" && strings.ContainsRune("=+-@\t\r\n", rune(cell[0])) && !number.MatchString(cell) {
		return "'" + cell
	}
	return cell
}

func (p Printer) object(t *Table) error {
	turned := NewTable("", "")
	for i, c := range t.Columns {
		if t.Rows[0][i] != "" {
			turned.Add(title(c), t.Rows[0][i])
		}
	}
	return p.lines(turned, false)
}

func (p Printer) table(t *Table) error {
	if len(t.Rows) == 0 {
		return nil
	}
	return p.lines(t, true)
}

func (p Printer) lines(t *Table, header bool) error {
	titles := make([]string, len(t.Columns))
	width := make([]int, len(t.Columns))
	rows := t.Rows
	if header {
		for i, c := range t.Columns {
			titles[i] = title(c)
		}
		rows = append([][]string{titles}, rows...)
	}
	for _, row := range rows {
		for i, cell := range row {
			width[i] = max(width[i], utf8.RuneCountInString(cell))
		}
	}
	var b strings.Builder
	for n, row := range rows {
		line := p.line(t.Columns, row, width)
		if header && n == 0 && p.Colour {
			line = "\x1b[1m" + line + "\x1b[0m"
		}
		b.WriteString(line + "\n")
	}
	_, err := io.WriteString(p.Out, b.String())
	return err
}

func (p Printer) line(columns, row []string, width []int) string {
	cells := make([]string, len(row))
	for i, cell := range row {
		cell = Plain(cell)
		pad := strings.Repeat(" ", max(0, width[i]-utf8.RuneCountInString(cell)))
		if strings.HasPrefix(columns[i], ">") {
			cells[i] = pad + cell
		} else {
			cells[i] = cell + pad
		}
	}
	return strings.TrimRight(strings.Join(cells, "  "), " ")
}

func title(column string) string {
	return strings.ToUpper(strings.ReplaceAll(strings.TrimPrefix(column, ">"), "_", " "))
}

// Plain is a text from elsewhere without what steers a terminal.
func Plain(s string) string {
	return strings.Map(func(r rune) rune {
		if steers(r) {
			return ' '
		}
		return r
	}, s)
}

// steers reports whether a terminal does something else than showing a character: the
// controls, and the marks that turn the direction of what follows.
func steers(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029'
}

// Words is several values in one cell.
func Words[T ~string](values []T) string {
	list := make([]string, len(values))
	for i, v := range values {
		list[i] = string(v)
	}
	return strings.Join(list, " ")
}

// Yes is a yes or a no.
func Yes(b bool) string { return map[bool]string{true: "yes", false: "no"}[b] }

// Or is the value behind a pointer, "" for none.
func Or[T any](v *T) string {
	if v == nil {
		return ""
	}
	return fmt.Sprint(*v)
}
