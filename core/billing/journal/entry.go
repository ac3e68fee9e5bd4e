package journal

import (
	"fmt"

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

// Entry books an invoice: the client owes the total, sales and VAT of each rate are what was frozen. A
// credit note is the reverse. It is an error where what was frozen does not add up to the total: such
// an entry could not be balanced.
func (a Accounts) Entry(inv Invoice, word func(key string, params map[string]any) string) (Entry, error) {
	sign, kind := money.Cents(1), "invoice"
	if inv.Type == billing.TypeCreditNote {
		sign, kind = -1, "creditNote"
	}
	e := Entry{Invoice: inv, Label: word(kind, map[string]any{"number": inv.Number, "client": inv.ClientName})}
	auxiliary, ok := a.auxiliary(inv)
	if !ok {
		return e, ErrReference.With("clients", []string{inv.ClientName})
	}
	client := Line{Account: a.Client}
	if auxiliary != "" {
		client.Auxiliary, client.AuxiliaryName = auxiliary, inv.ClientName
	}
	e.post(client, sign*inv.Total)
	left := inv.Total
	for _, v := range inv.VAT {
		sales, vat := a.of(v.Category, v.Rate)
		e.post(Line{Account: sales}, -sign*v.Net)
		e.post(Line{Account: vat}, -sign*v.Tax)
		left -= v.Net + v.Tax
	}
	if left != 0 {
		return e, fmt.Errorf("journal: invoice %s of %s is not the sum of its rates", inv.Number, inv.Total)
	}
	return e, nil
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
