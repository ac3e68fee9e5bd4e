package reconciliation

import (
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/payment/settlement"
)

// Evidence is what speaks for an invoice.
type Evidence string

// What speaks for an invoice.
const (
	InText      Evidence = "REFERENCE"    // its reference or number is in the line
	SameAccount Evidence = "SAME_ACCOUNT" // the account is one that its client pays from
	SameName    Evidence = "SAME_NAME"    // who paid has its client's name
	LikeName    Evidence = "LIKE_NAME"    // or one that is like it
	SameAmount  Evidence = "SAME_AMOUNT"  // what is open of it is what is left of the line
	Together    Evidence = "TOGETHER"     // all that its client owes comes to what is left
	OwnOrder    Evidence = "OWN_ORDER"    // it was collected by that name
)

var weights = map[Evidence]int{InText: 50, OwnOrder: 60, SameAccount: 40, SameName: 25, LikeName: 12, SameAmount: 30, Together: 25}

// mostProposals for one line.
const mostProposals = 10

// Proposal is an invoice that a line may be for.
type Proposal struct {
	settlement.Invoice
	Kind   settlement.Kind
	Amount money.Cents // that would be settled
	Open   money.Cents // of the invoice
	Score  int
	Why    []Evidence
}

// possible is what a line could settle of a document, and how much at most.
func possible(l Line, a *settlement.Account) (settlement.Kind, money.Cents) {
	switch {
	case a.Refuse() != nil:
		return "", 0
	case l.Amount > 0 && a.Type == billing.TypeInvoice:
		return settlement.Payment, a.Open()
	case l.Amount > 0:
		return settlement.Return, a.Paid() // of a credit note: it came back from the client
	case l.Kind == Refused && a.Paid() <= 0:
		return settlement.Rejection, a.Open()
	case a.Type == billing.TypeCreditNote && !l.Returned:
		return settlement.Payment, a.Open()
	}
	return settlement.Return, a.Paid()
}
