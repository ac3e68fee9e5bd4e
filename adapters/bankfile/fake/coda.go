package fake

import (
	"fmt"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/party"
)

// record is a line of 128 characters that is filled by position.
type record []byte

func newRecord(kind string) record {
	r := record(strings.Repeat(" ", 128))
	r.put(1, kind)
	return r
}

// put writes a text from a position on, counted from 1.
func (r record) put(at int, text string) { copy(r[at-1:], text) }

func (r record) signed(sign, at int, a money.Cents) {
	r.put(sign, "0")
	if a < 0 {
		r.put(sign, "1")
		a = -a
	}
	r.put(at, fmt.Sprintf("%014d0", int64(a)))
}

func ddmmyy(d civil.Date) string {
	year, month, day := d.YearMonthDay()
	return fmt.Sprintf("%02d%02d%02d", day, month, year%100)
}

// ascii is a text in the letters of CODA, of at most n of them.
func ascii(text string, n int) string {
	var b strings.Builder
	for _, r := range norm.NFD.String(text) {
		if r >= ' ' && r < 127 && b.Len() < n {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Coda is a statement of some movements.
func Coda(number int, account party.IBAN, on civil.Date, opening money.Cents, all []Movement) []byte {
	head := newRecord("0")
	head.put(2, "0000"+ddmmyy(on)+"00005")
	head.put(128, "2")
	first := newRecord("1")
	first.put(2, fmt.Sprintf("2%03d%s", number%1000, account))
	first.put(40, "EUR")
	first.signed(43, 44, opening)
	first.put(59, ddmmyy(on))
	out := []record{head, first}
	debit, credit := money.Cents(0), money.Cents(0)
	for n, booked := range bookings(all) {
		total := money.Cents(0)
		for _, m := range booked {
			total += m.Amount
		}
		if total < 0 {
			debit -= total
		} else {
			credit += total
		}
		if len(booked) == 1 {
			out = append(out, movement(n+1, 0, booked[0])...)
			continue
		}
		whole := booked[0]
		whole.Amount, whole.EndToEndID, whole.Text, whole.Communication, whole.Payer, whole.PayerIBAN = total, "", "", "", "", ""
		out = append(out, movement(n+1, 0, whole)...)
		for k, m := range booked {
			out = append(out, movement(n+1, k+1, m)...)
		}
	}
	last := newRecord("8")
	last.put(2, fmt.Sprintf("%03d%s", number%1000, account))
	last.put(39, "EUR")
	last.signed(42, 43, opening+credit-debit)
	last.put(58, ddmmyy(on))
	end := newRecord("9")
	end.put(17, fmt.Sprintf("%06d", len(out)))
	end.put(23, fmt.Sprintf("%014d0%014d0", int64(debit), int64(credit)))
	end.put(128, "2")
	var b strings.Builder
	for _, r := range append(out, last, end) {
		b.Write(r)
		b.WriteString("\r\n")
	}
	return []byte(b.String())
}

func movement(sequence, detail int, m Movement) []record {
	key := fmt.Sprintf("%04d%04d", sequence%10_000, detail)
	one := newRecord("21" + key)
	one.put(11, m.Reference)
	one.signed(32, 33, m.Amount)
	one.put(48, ddmmyy(m.On)+"00150000")
	said := ascii(m.Text, 53+53+43)
	one.put(62, "0")
	if m.Communication != "" {
		one.put(62, "1")
		said = "101" + m.Communication
	}
	said += strings.Repeat(" ", 149-len(said))
	one.put(63, said[:53])
	one.put(116, ddmmyy(m.On)+"000")
	one.put(126, "1")
	two := newRecord("22" + key)
	two.put(11, said[53:106])
	two.put(64, ascii(m.EndToEndID, 35))
	if m.Return != "" {
		two.put(113, "3"+m.Return)
	}
	two.put(126, "1")
	three := newRecord("23" + key)
	three.put(11, string(m.PayerIBAN))
	three.put(48, ascii(m.Payer, 35))
	three.put(83, said[106:])
	three.put(126, "0")
	return []record{one, two, three}
}
