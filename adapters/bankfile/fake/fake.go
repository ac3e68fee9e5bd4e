// Package fake makes up what a bank tells of invoices in a year: payers who are late, who pay in parts,
// twice or with a wrong reference, direct debits that are taken back, fees. The same seed makes the same.
package fake

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/party"
)

// Invoice is one that may be paid.
type Invoice struct {
	Number, Client string
	ClientIBAN     party.IBAN
	Amount         money.Cents
	Issued, Due    civil.Date
	EndToEndID     string // of a direct debit; empty = it is paid by transfer
	Communication  string // Belgian; empty = the number is quoted
}

// Trouble is what goes otherwise than it should.
type Trouble string

// The troubles.
const (
	Fine        Trouble = "fine"
	Late        Trouble = "late"
	Partial     Trouble = "partial"
	Double      Trouble = "double"
	NoReference Trouble = "no reference"
	Mistyped    Trouble = "mistyped"
	Neighbour   Trouble = "another's reference"
	Together    Trouble = "together"
	FeeDeducted Trouble = "fee deducted"
	Returned    Trouble = "returned"
	Refunded    Trouble = "refunded after 8 weeks"
	PaidBack    Trouble = "paid back"
	Other       Trouble = "other business"
)

// Movement is money on the account, and what it is for.
type Movement struct {
	Reference     string // of the bank
	On            civil.Date
	Amount        money.Cents // more than 0 = came
	Text          string
	Communication string
	EndToEndID    string
	Payer         string
	PayerIBAN     party.IBAN
	Return        string // code
	Batch         string // movements of one batch are booked as one
	Trouble       Trouble
	For           []string // numbers of the invoices; none = of no invoice
}

// Year is what happens to invoices until a day.
type Year struct {
	Seed     uint64
	Invoices []Invoice
	Until    civil.Date
	movement []Movement
	random   *rand.Rand
	unpaid   map[string][]Invoice // by client: paid with a later one
}

// weights of what happens to a transfer, of 1000.
var weights = []struct {
	trouble Trouble
	of      int
}{{Late, 60}, {Partial, 25}, {Double, 8}, {NoReference, 8}, {Mistyped, 6}, {Neighbour, 4}, {Together, 30}, {FeeDeducted, 6}}

// Movements are those of the year, by day.
func (y Year) Movements() []Movement {
	y.random = rand.New(rand.NewPCG(y.Seed, 73))
	y.unpaid = map[string][]Invoice{}
	list := slices.Clone(y.Invoices)
	slices.SortFunc(list, func(a, b Invoice) int { return cmp.Or(int(a.Due-b.Due), strings.Compare(a.Number, b.Number)) })
	for n, i := range list {
		if i.EndToEndID != "" {
			y.collect(i)
		} else {
			y.transfer(i, list[(n+1)%len(list)])
		}
	}
	if len(list) > 0 {
		for m := civil.MonthOf(list[0].Issued); m <= civil.MonthOf(y.Until); m++ {
			y.add(Movement{On: m.First() + civil.Date(m.Days()-1), Amount: -money.Cents(450 + y.random.IntN(900)), Text: "FRAIS TENUE DE COMPTE", Payer: "BANQUE", Trouble: Other})
			y.add(Movement{On: m.First() + civil.Date(y.random.IntN(m.Days())), Amount: money.Cents(10_000 + y.random.IntN(90_000)), Text: "SUBVENTION " + m.String(), Payer: "DEPARTEMENT", Trouble: Other})
		}
	}
	out := slices.DeleteFunc(y.movement, func(m Movement) bool { return m.On > y.Until })
	slices.SortStableFunc(out, func(a, b Movement) int { return cmp.Or(int(a.On-b.On), strings.Compare(a.Batch, b.Batch)) })
	for n := range out {
		out[n].Reference = fmt.Sprintf("REF%s%06d", strings.ReplaceAll(out[n].On.String(), "-", ""), n+1)
	}
	return out
}

func (y *Year) add(m Movement) { y.movement = append(y.movement, m) }

// collect books a direct debit with all of its day; some come back.
func (y *Year) collect(i Invoice) {
	one := Movement{On: i.Due, Amount: i.Amount, EndToEndID: i.EndToEndID, Payer: y.name(i.Client), PayerIBAN: i.ClientIBAN, Text: i.Number, Batch: "DD" + i.Due.String(), Trouble: Fine, For: []string{i.Number}}
	y.add(one)
	back := one
	back.Amount, back.Batch = -i.Amount, ""
	switch n := y.random.IntN(1000); {
	case n < 25:
		back.On, back.Return, back.Trouble = i.Due+civil.Date(2+y.random.IntN(4)), "AM04", Returned
		y.add(back)
	case n < 35:
		back.On, back.Return, back.Trouble = i.Due+56, "MD06", Refunded
		y.add(back)
	}
}

// transfer is how somebody pays by transfer.
func (y *Year) transfer(i, other Invoice) {
	trouble, at := Fine, y.random.IntN(1000)
	for _, w := range weights {
		if at < w.of {
			trouble = w.trouble
			break
		}
		at -= w.of
	}
	m := Movement{On: i.Due - civil.Date(y.random.IntN(10)), Amount: i.Amount, Payer: y.name(i.Client), PayerIBAN: i.ClientIBAN, Trouble: trouble, For: []string{i.Number}}
	m.On = max(m.On, i.Issued+1)
	y.quote(&m, i)
	if waiting := y.unpaid[i.Client]; len(waiting) > 0 && trouble == Fine {
		y.unpaid[i.Client] = nil
		for _, w := range waiting {
			m.Amount, m.Text, m.For = m.Amount+w.Amount, w.Number+" + "+i.Number, append(m.For, w.Number)
		}
		m.Communication, m.Trouble = "", Together
	}
	switch trouble {
	case Late:
		m.On = i.Due + civil.Date(5+y.random.IntN(50))
	case Partial:
		first := m
		first.Amount = i.Amount / 2
		m.Amount, m.On = i.Amount-first.Amount, m.On+civil.Date(10+y.random.IntN(30))
		y.add(first)
	case Double:
		again := m
		again.On += civil.Date(1 + y.random.IntN(3))
		y.add(again)
		back := Movement{On: again.On + 12, Amount: -i.Amount, Text: "REMBOURSEMENT " + i.Number, Payer: i.Client, PayerIBAN: i.ClientIBAN, Trouble: PaidBack, For: []string{i.Number}}
		y.add(back)
	case NoReference:
		m.Text, m.Communication = []string{"VIREMENT", "ELECTRICITE SOLAIRE", "merci"}[y.random.IntN(3)], ""
	case Mistyped:
		m.Text, m.Communication = y.mistype(i.Number), ""
	case Neighbour:
		m.Text, m.Communication = other.Number, ""
	case Together:
		y.unpaid[i.Client] = append(y.unpaid[i.Client], i)
		return
	case FeeDeducted:
		m.Amount -= min(m.Amount/2, money.Cents(100+y.random.IntN(400)))
	}
	y.add(m)
}

// name is a client's as its bank has it.
func (y *Year) name(client string) string {
	words := strings.Fields(strings.ToUpper(client))
	switch y.random.IntN(3) {
	case 0:
		slices.Reverse(words)
		return "M " + strings.Join(words, " ")
	case 1:
		return strings.Join(words, " ")
	}
	return client
}

// quote writes the reference as people and banks do.
func (y *Year) quote(m *Movement, i Invoice) {
	if i.Communication != "" {
		if y.random.IntN(4) == 0 {
			m.Text = i.Communication
		} else {
			m.Communication = strings.NewReplacer("+", "", "/", "").Replace(i.Communication)
		}
		return
	}
	n := i.Number
	m.Text = []string{n, "Facture " + n, strings.ToLower(n), strings.ReplaceAll(n, "-", " "), strings.ReplaceAll(n, "-", ""), "REF " + n + " MERCI", "/INV/" + n}[y.random.IntN(7)]
}

// mistype changes the last digits of a number.
func (y *Year) mistype(number string) string {
	return number[:len(number)-2] + fmt.Sprintf("%02d", y.random.IntN(100))
}
