package journal

import (
	"cmp"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
)

// Piece is what is booked: an invoice or a credit note as it was frozen when it got its number, or what a
// producer is owed, by a statement or by an invoice that is written for it.
type Piece struct {
	ID, OperationID id.ID
	Type            billing.InvoiceType
	TakenBack       bool // of what a producer is owed: the day it was taken back
	Recovers        bool // of what a producer is owed: the buyer recovers VAT
	Place
	Number         string
	PartyID        id.ID  // the client, or the seller that is owed
	PartyName      string // as printed
	PartyReference string // the organizer's own of a client, the series of a seller; today's
	Total          money.Cents
	VAT            []billing.DocumentVAT
	Passed         map[money.VATRate]money.Cents // of the net of each rate, what is network costs that are passed on; nil = none
}

// Bought reports whether it is a purchase.
func (p Piece) Bought() bool {
	return p.Type == billing.TypeStatement || p.Type == billing.TypeSelfBilled
}

// sign is less than nothing where it takes back what another booked.
func (p Piece) sign() money.Cents {
	if p.TakenBack || p.Type == billing.TypeCreditNote {
		return -1
	}
	return 1
}

// kind names it in words.
func (p Piece) kind() string {
	switch {
	case p.TakenBack:
		return "takenBack"
	case p.Type == billing.TypeCreditNote:
		return "creditNote"
	case p.Type == billing.TypeStatement:
		return "statement"
	case p.Type == billing.TypeSelfBilled:
		return "selfBilled"
	}
	return "invoice"
}

// Compare orders places.
func (p Place) Compare(o Place) int {
	return cmp.Or(cmp.Compare(p.Day, o.Day), cmp.Compare(p.Series, o.Series), cmp.Compare(p.Year, o.Year), cmp.Compare(p.Sequence, o.Sequence))
}

// Place is where a piece stands in the journal: by day, then by number.
type Place struct {
	Day            civil.Date
	Series         string
	Year, Sequence int
}

// Entry is a piece as it is booked.
type Entry struct {
	Piece
	Code, Journal string // of the journal that it stands in
	Label         string
	Lines         []Line
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
