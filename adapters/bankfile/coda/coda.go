// Package coda reads Belgian statements of accounts: CODA, records of 128 characters.
package coda

import (
	"bytes"
	"fmt"
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

// Reader reads statements; its zero value is ready.
type Reader struct{}

var _ bankfile.Reader = Reader{}

const width = 128

// Recognise reports whether a file that begins so is CODA: its first record is of 128 characters, of
// type 0 and version 2.
func (Reader) Recognise(head []byte) bool {
	line, _, _ := bytes.Cut(head, []byte("\n"))
	line = bytes.TrimSuffix(line, []byte("\r"))
	r := []rune(string(line))
	return len(r) == width && bytes.HasPrefix(line, []byte("00000")) && (r[127] == '1' || r[127] == '2')
}

// record is one line, by its positions.
type record []rune

// at is what stands from one position to another, both counted from 1 and both included.
func (r record) at(from, to int) string { return string(r[from-1 : to]) }

func (r record) text(from, to int) string { return strings.TrimSpace(r.at(from, to)) }

// records splits a text into its lines.
func records(content []byte) ([]record, error) {
	var out []record
	for n, line := range bytes.Split(bytes.TrimRight(content, "\r\n\x1a"), []byte("\n")) {
		line = bytes.TrimSuffix(line, []byte("\r"))
		text := string(line)
		switch {
		case utf8.ValidString(text) && utf8.RuneCountInString(text) == width:
		case len(line) == width:
			decoded, err := charmap.Windows1252.NewDecoder().Bytes(line)
			if err != nil || bytes.ContainsRune(decoded, utf8.RuneError) {
				return nil, bankfile.ErrEncoding.With("encoding", "").With("taken", "UTF-8, Windows-1252").OnRow(n + 1)
			}
			text = string(decoded)
		default:
			return nil, bankfile.ErrRecord.With("value", short(text)).OnRow(n + 1)
		}
		if strings.ContainsFunc(text, func(r rune) bool { return r < ' ' }) {
			return nil, bankfile.ErrRecord.With("value", "").OnRow(n + 1)
		}
		out = append(out, record(text))
	}
	return out, nil
}

func short(text string) string {
	text = strings.ToValidUTF8(text, "?")
	r := []rune(text)
	return string(r[:min(len(r), 20)])
}

// Read reads a file of statements.
func (Reader) Read(content []byte) (bankfile.File, error) {
	all, err := records(content)
	if err != nil {
		return bankfile.File{}, err
	}
	p := parser{File: bankfile.File{Format: bankfile.Coda}}
	for n, r := range all {
		if err := p.take(r); err != nil {
			if f := fault.From(err); f != nil {
				return bankfile.File{}, f.OnRow(n + 1)
			}
			return bankfile.File{}, err
		}
	}
	if p.open || p.within {
		return bankfile.File{}, bankfile.ErrElement.With("element", "9").With("value", "").OnRow(len(all))
	}
	return p.File, nil
}

// movement is a record 2 with those that go on with it.
type movement struct {
	sequence, detail string
	line             bankfile.Line
	structured       bool
	said             string // the communication, as its pieces stand
}

// parser reads the records one after the other.
type parser struct {
	bankfile.File
	within    bool // a file was begun by record 0 and not ended by record 9
	open      bool // a statement was begun by record 1 and not ended by record 8
	statement bankfile.Statement
	opening   money.Cents
	booked    int
	moves     []movement
	debit     money.Cents
	credit    money.Cents
	total     int
}

func (p *parser) take(r record) error {
	kind := r.at(1, 1)
	if p.within == (kind == "0") {
		return bankfile.ErrRecord.With("value", r.at(1, 10))
	}
	if p.open != strings.Contains("2348", kind) && strings.Contains("12389", kind) {
		return bankfile.ErrRecord.With("value", r.at(1, 10))
	}
	switch kind {
	case "0":
		if r.at(128, 128) != "2" {
			return bankfile.ErrVersion.With("version", "CODA "+r.at(128, 128)).With("taken", "CODA 2")
		}
		p.within, p.debit, p.credit = true, 0, 0
		return nil
	case "1":
		return p.begin(r)
	case "2":
		return p.move(r)
	case "3":
		return p.info(r)
	case "4":
		return nil // a message of the bank to everybody
	case "8":
		return p.end(r)
	case "9":
		return p.close(r)
	}
	return bankfile.ErrRecord.With("value", r.at(1, 10))
}

// begin opens a statement.
func (p *parser) begin(r record) error {
	account, currency := "", ""
	switch r.at(2, 2) {
	case "0": // the twelve digits of before there were IBAN
		account, currency = belgian(r.at(6, 17)), r.at(19, 21)
	case "2", "3":
		account, currency = r.text(6, 36), r.at(40, 42)
		if r.at(2, 2) == "3" {
			account, currency = r.text(6, 39), r.at(40, 42)
		}
	default:
		return bankfile.ErrElement.With("element", "1").With("value", r.at(2, 2))
	}
	iban, err := party.ParseIBAN(account)
	if err != nil {
		return bankfile.ErrElement.With("element", "IBAN").With("value", "")
	}
	if currency != "EUR" {
		return bankfile.ErrCurrency.With("value", currency)
	}
	if p.opening, err = signed(r.at(43, 43), r.at(44, 58)); err != nil {
		return err
	}
	p.open, p.statement, p.moves, p.booked = true, bankfile.Statement{ID: r.at(3, 5), Account: iban}, nil, 0
	return nil
}

// belgian is the IBAN of a Belgian account number of twelve digits.
func belgian(digits string) string {
	n, err := strconv.ParseUint(digits, 10, 64)
	if err != nil {
		return ""
	}
	rest := (n % 97 * 1_000_000 % 97) + 111400%97 // BE00 behind the number, as digits
	return fmt.Sprintf("BE%02d%s", 98-rest%97, digits)
}

func signed(sign, digits string) (money.Cents, error) {
	n, err := strconv.ParseInt(digits, 10, 64)
	switch {
	case err != nil, n%10 != 0: // thousandths of euros
		return 0, bankfile.ErrAmount.With("value", digits)
	case sign == "0":
		return money.Cents(n / 10), nil
	case sign == "1":
		return -money.Cents(n / 10), nil
	}
	return 0, bankfile.ErrElement.With("element", "+/-").With("value", sign)
}

func day(text string) (civil.Date, error) {
	if len(text) == 6 {
		if d, err := civil.ParseDate("20" + text[4:] + "-" + text[2:4] + "-" + text[:2]); err == nil {
			return d, nil
		}
	}
	return 0, bankfile.ErrElement.With("element", "DDMMYY").With("value", text)
}

func (p *parser) move(r record) (err error) {
	switch r.at(2, 2) {
	case "1":
		m := movement{sequence: r.at(3, 6), detail: r.at(7, 10), structured: r.at(62, 62) == "1", said: r.at(63, 115)}
		m.line.BankReference = r.text(11, 31)
		if m.line.Amount, err = signed(r.at(32, 32), r.at(33, 47)); err != nil {
			return err
		}
		if m.line.BookedOn, err = day(r.at(116, 121)); err != nil {
			return err
		}
		if p.total++; p.total > bankfile.MaxLines {
			return bankfile.ErrTooMany.With("max", bankfile.MaxLines)
		}
		p.moves = append(p.moves, m)
		return nil
	case "2", "3":
		if len(p.moves) == 0 || p.moves[len(p.moves)-1].sequence != r.at(3, 6) || p.moves[len(p.moves)-1].detail != r.at(7, 10) {
			return bankfile.ErrRecord.With("value", r.at(1, 10))
		}
		m := &p.moves[len(p.moves)-1]
		if r.at(2, 2) == "2" {
			m.said += r.at(11, 63)
			if e := r.text(64, 98); !strings.EqualFold(strings.ReplaceAll(e, " ", ""), "NOTPROVIDED") {
				m.line.EndToEndID = e
			}
			m.line.Returned, m.line.ReturnReason = r.text(113, 113) != "", r.text(114, 117)
			return nil
		}
		if iban, err := party.ParseIBAN(r.text(11, 44)); err == nil {
			m.line.CounterpartyIBAN = iban
		}
		m.line.Counterparty = r.text(48, 82)
		m.said += r.at(83, 125)
		return nil
	}
	return bankfile.ErrRecord.With("value", r.at(1, 10))
}

// info adds what the bank says besides; that in a form of its own is not for payers to write.
func (p *parser) info(r record) error {
	if len(p.moves) == 0 {
		return bankfile.ErrRecord.With("value", r.at(1, 10))
	}
	m := &p.moves[len(p.moves)-1]
	switch r.at(2, 2) {
	case "1":
		if r.at(40, 40) == "0" && !m.structured {
			m.said += " " + r.text(41, 113)
		}
	case "2", "3":
	default:
		return bankfile.ErrRecord.With("value", r.at(1, 10))
	}
	return nil
}

// end closes a statement: its lines lead from one balance to the other.
func (p *parser) end(r record) error {
	closing, err := signed(r.at(42, 42), r.at(43, 57))
	if err != nil {
		return err
	}
	sum := money.Cents(0)
	for from := 0; from < len(p.moves); {
		to := from + 1
		for to < len(p.moves) && p.moves[to].sequence == p.moves[from].sequence {
			to++
		}
		if err := p.book(p.moves[from:to]); err != nil {
			return err
		}
		sum += p.moves[from].line.Amount
		from = to
	}
	if p.opening+sum != closing {
		return bankfile.ErrBalance.With("expected", (closing-p.opening).String()).With("found", sum.String())
	}
	p.Statements, p.open = append(p.Statements, p.statement), false
	return nil
}

// book takes the movements of one booking: itself, or its details where it has some.
func (p *parser) book(all []movement) error {
	whole := all[0]
	if whole.detail != "0000" {
		return bankfile.ErrElement.With("element", "2.1").With("value", whole.sequence+whole.detail)
	}
	if a := whole.line.Amount; a < 0 {
		p.debit -= a
	} else {
		p.credit += a
	}
	p.booked++
	lines, sum := []bankfile.Line{}, money.Cents(0)
	for _, m := range all[1:] {
		if m.line.Amount != 0 {
			sum += m.line.Amount
			lines = append(lines, m.finished(p.booked, whole.line))
		}
	}
	switch {
	case len(lines) == 0 && whole.line.Amount == 0:
		p.statement.Unbooked++
		return nil
	case len(lines) == 0:
		lines = append(lines, whole.finished(p.booked, whole.line))
	case sum != whole.line.Amount:
		return bankfile.ErrDetails.With("booked", whole.line.Amount.String()).With("details", sum.String())
	}
	p.statement.Lines = append(p.statement.Lines, lines...)
	return nil
}

// finished is the line of a movement.
func (m movement) finished(row int, whole bankfile.Line) bankfile.Line {
	l := m.line
	l.Row = row
	if l.BankReference == "" {
		l.BankReference = whole.BankReference
	}
	said := m.said + strings.Repeat(" ", 150)
	if !m.structured {
		l.Text = strings.Join(strings.Fields(said), " ")
		return l
	}
	switch said[:3] {
	case "101", "102":
		l.Communication = strings.TrimSpace(said[3:15])
	case "127": // a direct debit: day, kind, scheme, status, creditor, mandate, communication, return, reason
		l.Text = strings.Join(strings.Fields(runes(said, 82, 144)), " ")
		if r := strings.TrimSpace(runes(said, 144, 145)); r != "" && r != "0" {
			l.Returned = true
		}
		if r := strings.TrimSpace(runes(said, 145, 149)); r != "" && l.ReturnReason == "" {
			l.ReturnReason = r
		}
	default:
		l.Text = strings.Join(strings.Fields(said[3:]), " ")
	}
	return l
}

func runes(text string, from, to int) string {
	r := []rune(text)
	return string(r[min(len(r), from):min(len(r), to)])
}

// close ends a file: what went and what came is what its records say.
func (p *parser) close(r record) error {
	debit, err := signed("0", r.at(23, 37))
	if err != nil {
		return err
	}
	credit, err := signed("0", r.at(38, 52))
	if err != nil {
		return err
	}
	if debit != p.debit || credit != p.credit {
		return bankfile.ErrBalance.With("expected", (credit-debit).String()).With("found", (p.credit - p.debit).String())
	}
	p.within = false
	return nil
}
