// Package csv reads the tables that banks give on their web pages. What their columns mean is told.
package csv

import (
	"bytes"
	stdcsv "encoding/csv"
	"errors"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/payment/bankfile"
)

// Table reads tables; its zero value is ready.
type Table struct{}

var _ bankfile.Table = Table{}

// mostWrong is how many rows are told to be wrong.
const mostWrong = 50

// fewest is how many columns a table has at least: a day, an amount and a text.
const fewest = 3

// table is what was found in a text.
type table struct {
	columns []string
	rows    []row // below the columns, without those that are empty
}

type row struct {
	number int // line of the text, from 1
	cells  []string
}

// decoded is a text in UTF-8. A text that does not hold to it is of the web pages of before.
func decoded(content []byte) (string, error) {
	content = bytes.TrimPrefix(content, []byte("\xef\xbb\xbf"))
	if !utf8.Valid(content) {
		var err error
		if content, err = charmap.Windows1252.NewDecoder().Bytes(content); err != nil || bytes.ContainsRune(content, utf8.RuneError) {
			return "", bankfile.ErrEncoding.With("encoding", "").With("taken", "UTF-8, Windows-1252")
		}
	}
	if bytes.ContainsFunc(content, func(r rune) bool { return r < ' ' && r != '\t' && r != '\r' && r != '\n' }) {
		return "", bankfile.ErrTable
	}
	return string(content), nil
}

// find reads a text with each of the signs that may stand between cells; the table is where most columns
// are.
func find(content []byte) (table, error) {
	text, err := decoded(content)
	if err != nil {
		return table{}, err
	}
	var best table
	for _, sign := range []rune{';', '\t', ',', '|'} {
		if t, ok := split(text, sign); ok && len(t.columns) > len(best.columns) {
			best = t
		}
	}
	switch {
	case len(best.columns) == 0 || len(best.columns) > bankfile.MaxColumns:
		return table{}, bankfile.ErrTable
	case len(best.rows) > bankfile.MaxLines:
		return table{}, bankfile.ErrTooMany.With("max", bankfile.MaxLines)
	}
	return best, nil
}

var value = regexp.MustCompile(`^[-+0-9.,/ :€]*[0-9][-+0-9.,/ :€]*$`)

// header reports whether a row names columns: words in each cell, none of them a day or an amount.
func header(cells []string) bool {
	for _, c := range cells {
		if c == "" || value.MatchString(c) {
			return false
		}
	}
	return len(cells) >= fewest
}

func split(text string, sign rune) (t table, ok bool) {
	r := stdcsv.NewReader(strings.NewReader(text))
	r.Comma, r.FieldsPerRecord = sign, -1
	for {
		cells, err := r.Read()
		if errors.Is(err, io.EOF) {
			return t, len(t.columns) > 0
		}
		if err != nil {
			return table{}, false
		}
		filled := 0
		for n := range cells {
			cells[n] = strings.Join(strings.Fields(cells[n]), " ")
			if cells[n] != "" {
				filled = n + 1
			}
		}
		line, _ := r.FieldPos(0)
		switch {
		case filled == 0:
		case len(t.columns) == 0:
			if named := cells[:filled]; header(named) {
				t.columns = named
			}
		default:
			t.rows = append(t.rows, row{line, cells[:max(filled, min(len(cells), len(t.columns)))]})
		}
	}
}

// Columns are the names of the columns.
func (Table) Columns(content []byte) ([]string, error) {
	t, err := find(content)
	return t.columns, err
}

// Read reads the rows by a mapping.
func (Table) Read(content []byte, m bankfile.Mapping) (bankfile.File, error) {
	t, err := find(content)
	if err != nil {
		return bankfile.File{}, err
	}
	at := map[string]int{}
	for n, c := range t.columns {
		at[c] = n
	}
	var s bankfile.Statement
	var wrong fault.List
	for n, r := range t.rows {
		line, bad := reading{m, at, r.cells}.line(len(t.columns))
		for _, f := range bad.Items {
			wrong.Add(f.OnRow(r.number))
		}
		if len(wrong.Items) >= mostWrong {
			break
		}
		if line.Row = n + 1; line.Amount == 0 {
			s.Unbooked++
			continue
		}
		s.Lines = append(s.Lines, line)
	}
	return bankfile.File{Format: bankfile.CSV, Statements: []bankfile.Statement{s}}, wrong.Err(bankfile.ErrRows)
}

// reading is a row that is read.
type reading struct {
	bankfile.Mapping
	at    map[string]int
	cells []string
}

func (r reading) cell(column string) string {
	n, ok := r.at[column]
	if column == "" || !ok || n >= len(r.cells) {
		return ""
	}
	return r.cells[n]
}

func (r reading) line(columns int) (l bankfile.Line, wrong fault.List) {
	if len(r.cells) != columns {
		wrong.Add(fault.RowFields.With("expected", columns).With("received", len(r.cells)))
		return l, wrong
	}
	var err error
	l.BookedOn, err = Day(r.cell(r.Day), r.Dates)
	wrong.Add(at(err, r.Day))
	l.Amount, err = r.amount()
	wrong.Add(err)
	var texts []string
	for _, c := range r.Texts {
		texts = append(texts, r.cell(c))
	}
	l.Text = strings.Join(strings.Fields(strings.Join(texts, " ")), " ")
	l.Counterparty, l.BankReference = r.cell(r.Counterparty), r.cell(r.Reference)
	for _, one := range []struct {
		text, column string
		most         int
	}{{l.Text, "texts", bankfile.MostOfText}, {l.Counterparty, r.Counterparty, bankfile.MostOfName}, {l.BankReference, r.Reference, 35}} {
		if utf8.RuneCountInString(one.text) > one.most {
			wrong.Add(bankfile.ErrLong.With("element", one.column).With("max", one.most))
		}
	}
	if iban, err := party.ParseIBAN(r.cell(r.CounterpartyIBAN)); err == nil {
		l.CounterpartyIBAN = iban
	}
	return l, wrong
}

func at(err error, column string) error {
	if f := fault.From(err); f != nil {
		return f.At(column)
	}
	return err
}

// amount is that of a row: with its sign, or of its side.
func (r reading) amount() (money.Cents, error) {
	if r.Amount != "" {
		v, err := Cents(r.cell(r.Amount), r.Decimal)
		return v, at(err, r.Amount)
	}
	d, c := r.cell(r.Debit), r.cell(r.Credit)
	if (d == "") == (c == "") {
		return 0, bankfile.ErrTwoSides.With("debit", d).With("credit", c).At(r.Credit)
	}
	if c != "" {
		v, err := Cents(c, r.Decimal)
		if err == nil && v < 0 {
			err = bankfile.ErrAmount.With("value", c)
		}
		return v, at(err, r.Credit)
	}
	v, err := Cents(d, r.Decimal) // some write the sign, some do not
	return min(v, -v), at(err, r.Debit)
}

var marks = map[bankfile.DecimalMark]*regexp.Regexp{
	bankfile.Comma: regexp.MustCompile(`^([-+]?)(\d{1,3}(?:\.\d{3})+|\d{1,12})(?:,(\d{1,2}))?$`),
	bankfile.Point: regexp.MustCompile(`^([-+]?)(\d{1,3}(?:,\d{3})+|\d{1,12})(?:\.(\d{1,2}))?$`),
}

// Cents reads an amount of euros with a decimal mark.
func Cents(text string, mark bankfile.DecimalMark) (money.Cents, error) {
	plain := strings.NewReplacer(" ", "", "\u00a0", "", "\u202f", "", "€", "", "EUR", "", "−", "-").Replace(text)
	m := marks[mark].FindStringSubmatch(plain)
	if m == nil {
		return 0, bankfile.ErrAmount.With("value", text)
	}
	n, err := strconv.ParseInt(strings.NewReplacer(".", "", ",", "").Replace(m[2])+(m[3] + "00")[:2], 10, 64)
	if err != nil {
		return 0, bankfile.ErrAmount.With("value", text).Because(err)
	}
	if m[1] == "-" {
		n = -n
	}
	return money.Cents(n), nil
}

var dates = regexp.MustCompile(`^(\d{1,4})[./-](\d{1,2})[./-](\d{1,4})(?:[ T]\d{2}:\d{2}(?::\d{2})?)?$`)

// Day reads a day of a form.
func Day(text string, form bankfile.DateForm) (civil.Date, error) {
	refused := fault.DateInvalid.With("value", text)
	m := dates.FindStringSubmatch(text)
	if m == nil && form == bankfile.YearFirst && len(text) == 8 {
		m = []string{text, text[:4], text[4:6], text[6:]}
	}
	if m == nil {
		return 0, refused
	}
	year, month, day := m[3], m[2], m[1]
	switch form {
	case bankfile.MonthFirst:
		month, day = m[1], m[2]
	case bankfile.YearFirst:
		year, day = m[1], m[3]
	}
	if len(year) == 2 {
		year = "20" + year
	}
	if len(year) != 4 || len(day) > 2 {
		return 0, refused
	}
	d, err := civil.ParseDate(year + "-" + ("0" + month)[len(month)-1:] + "-" + ("0" + day)[len(day)-1:])
	if err != nil {
		return 0, refused.Because(err)
	}
	return d, nil
}
