package journal

import (
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
)

// Invoice is what is booked of an invoice or a credit note: what was frozen when it got its number.
type Invoice struct {
	ID, OperationID id.ID
	Type            billing.InvoiceType
	Place
	Number          string
	ClientID        id.ID
	ClientName      string // as printed
	ClientReference string // the organizer's own, today's
	Total           money.Cents
	VAT             []billing.DocumentVAT
}

// Place is where an invoice stands in the journal: by day, then by number.
type Place struct {
	Day            civil.Date
	Series         string
	Year, Sequence int
}

// Entry is an invoice as it is booked.
type Entry struct {
	Invoice
	Label string
	Lines []Line
}

// Line is one account of an entry. One of Debit and Credit is more than nothing.
type Line struct {
	Account       Account
	Auxiliary     string // "" = none
	AuxiliaryName string
	Debit, Credit money.Cents
}

// post adds a line of an amount: above zero it is a debit, below a credit, of nothing there is none.
func (e *Entry) post(l Line, amount money.Cents) {
	switch {
	case amount > 0:
		l.Debit = amount
	case amount < 0:
		l.Credit = -amount
	default:
		return
	}
	e.Lines = append(e.Lines, l)
}
