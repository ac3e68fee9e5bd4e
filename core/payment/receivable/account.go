package receivable

import (
	"cmp"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/payment/settlement"
)

// Balance is what a client owes, or is owed.
type Balance struct {
	ClientID                     id.ID
	ClientName                   string
	Invoices                     int         // issued, those that were taken back too
	Invoiced, Credited           money.Cents // by invoices, and taken back by credit notes
	Settled                      money.Cents // received less what went back to the client
	Open                         money.Cents // of invoices that are not paid in full
	Overpaid                     money.Cents // beyond what was asked for, and paid of what was taken back since
	Overdue                      money.Cents // of what is open
	OverdueInvoices, LongestLate int         // days
}

// Owed is what the client owes in all; below nothing it is owed to the client.
func (b Balance) Owed() money.Cents { return b.Invoiced - b.Credited - b.Settled }

// Movement is money that went for a document and holds.
type Movement struct {
	DocumentID id.ID
	Kind       settlement.Kind
	Amount     money.Cents
	BookedOn   civil.Date
	Reference  string
	RecordedAt time.Time
}

// LineKind is what a line of an account records.
type LineKind string

// The kinds: what was invoiced and taken back, what the client paid and what of it came back, what was
// paid to the client and what of it came back.
const (
	Invoiced     LineKind = "INVOICE"
	Credited     LineKind = "CREDIT_NOTE"
	Paid         LineKind = "PAYMENT"
	Returned     LineKind = "RETURN"
	Refunded     LineKind = "REFUND"
	RefundFailed LineKind = "REFUND_RETURN"
)

// rankOf puts lines of one day in order: what was asked for, what took it back, what was paid.
var rankOf = map[LineKind]int{Invoiced: 0, Credited: 1, Paid: 2, Returned: 2, Refunded: 2, RefundFailed: 2}

// Line is a line of an account.
type Line struct {
	On         civil.Date
	Kind       LineKind
	DocumentID id.ID
	Number     string
	Due        *civil.Date // of an invoice that is not paid in full
	Reference  string
	Amount     money.Cents // by which the client owes more; less where it is below nothing
	Owed       money.Cents // after it
}

// Account is that of a client.
type Account struct {
	Balance
	Lines []Line // in their order
}

// AccountOf puts documents and what was settled of them in order, with what is owed after each line:
// by day, on a day what was asked for before what was paid. The documents are one client's.
func AccountOf(documents []Document, movements []Movement, today civil.Date) Account {
	a := Account{Balance: balanceOf(documents, today)}
	type entry struct {
		Line
		rank int
		at   time.Time
	}
	var entries []entry
	of := map[id.ID]Document{}
	for _, d := range documents {
		of[d.ID] = d
		l := Line{On: d.IssuedOn, Kind: Invoiced, DocumentID: d.ID, Number: d.Number, Amount: d.Amount}
		if d.Type == billing.TypeCreditNote {
			l.Kind, l.Amount = Credited, -d.Amount
		} else if d.Open() > 0 && !d.Method.PublicTreasury() {
			l.Due = &d.DueDate
		}
		entries = append(entries, entry{Line: l, rank: rankOf[l.Kind]})
	}
	for _, m := range movements {
		d, ok := of[m.DocumentID]
		if !ok {
			continue
		}
		l := Line{On: m.BookedOn, DocumentID: d.ID, Number: d.Number, Reference: m.Reference}
		l.Kind, l.Amount = moved(d.Type, m)
		entries = append(entries, entry{Line: l, rank: rankOf[l.Kind], at: m.RecordedAt})
	}
	slices.SortFunc(entries, func(x, y entry) int {
		return cmp.Or(cmp.Compare(x.On, y.On), cmp.Compare(x.rank, y.rank), x.at.Compare(y.at), cmp.Compare(x.Number, y.Number), cmp.Compare(x.DocumentID, y.DocumentID))
	})
	var owed money.Cents
	for _, e := range entries {
		owed += e.Amount
		e.Owed = owed
		a.Lines = append(a.Lines, e.Line)
	}
	return a
}

// moved is what money does to what the client owes.
func moved(of billing.InvoiceType, m Movement) (LineKind, money.Cents) {
	switch toClient := of == billing.TypeCreditNote; {
	case toClient && m.Kind == settlement.Payment:
		return Refunded, m.Amount
	case toClient:
		return RefundFailed, -m.Amount
	case m.Kind == settlement.Payment:
		return Paid, -m.Amount
	}
	return Returned, m.Amount
}

// balanceOf sums the documents of a client. An invoice and the note that takes it back are one: what was
// paid of it and not paid back is owed to the client.
func balanceOf(documents []Document, today civil.Date) (b Balance) {
	owed := map[id.ID]money.Cents{}
	for _, d := range documents {
		b.ClientID, b.ClientName = d.ClientID, d.ClientName
		if d.Type == billing.TypeCreditNote {
			b.Credited, b.Settled = b.Credited+d.Amount, b.Settled-d.Paid
			owed[d.Credits] += d.Paid - d.Amount
			continue
		}
		b.Invoices, b.Invoiced, b.Settled = b.Invoices+1, b.Invoiced+d.Amount, b.Settled+d.Paid
		owed[d.ID] += d.Amount - d.Paid
		if d.Overdue(today) {
			b.OverdueInvoices, b.Overdue, b.LongestLate = b.OverdueInvoices+1, b.Overdue+d.Open(), max(b.LongestLate, d.DaysLate(today))
		}
	}
	for _, cents := range owed {
		b.Open, b.Overpaid = b.Open+max(0, cents), b.Overpaid+max(0, -cents)
	}
	return b
}

// withoutVoid leaves out what was taken back before anybody paid: who received it is not shown it.
func withoutVoid(documents []Document) []Document {
	moved := map[id.ID]bool{}
	for _, d := range documents {
		if d.Paid != 0 {
			moved[cmp.Or(d.Credits, d.ID)] = true
		}
	}
	return slices.DeleteFunc(documents, func(d Document) bool { return !d.Holds() && !moved[cmp.Or(d.Credits, d.ID)] })
}
