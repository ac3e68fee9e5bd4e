package reconciliation

import (
	"cmp"
	"slices"
	"strings"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/id"
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

// Propose says for which documents a line may be, what speaks for most first. Nothing follows from it.
func (b *Book) Propose(l Line) []Proposal {
	payers, named, left := b.payers(l), b.mentioned(l).all(), l.Left()
	ordered := map[id.ID]bool{}
	for _, t := range append(slices.Clone(b.byEndToEnd[l.EndToEndID]), b.byBatch[l.BatchID]...) {
		ordered[t.InvoiceID] = true
	}
	owed := map[id.ID]money.Cents{}
	for _, a := range b.accounts {
		if a.Type == billing.TypeInvoice && a.Refuse() == nil {
			owed[b.facts[a.ID].ClientID] += a.Open()
		}
	}
	var out []Proposal
	for _, a := range b.accounts {
		kind, most := possible(l, a)
		if most <= 0 {
			continue
		}
		client := b.clients[b.facts[a.ID].ClientID]
		p := Proposal{Invoice: a.Invoice, Kind: kind, Amount: min(left, most), Open: a.Open()}
		speaks := func(e Evidence, does bool) {
			if does {
				p.Why, p.Score = append(p.Why, e), p.Score+weights[e]
			}
		}
		same := slices.Contains(payers, client.ID)
		byAccount := l.PayerKey != "" && slices.Contains(client.PayerKeys, l.PayerKey)
		byName := slices.ContainsFunc(client.Names, func(n string) bool { return nameKey(n) != "" && nameKey(n) == nameKey(l.Counterparty) })
		speaks(OwnOrder, ordered[a.ID])
		speaks(InText, slices.Contains(named, a.ID))
		speaks(SameAccount, byAccount)
		speaks(SameName, byName)
		speaks(LikeName, !byName && slices.ContainsFunc(client.Names, func(n string) bool { return alike(n, l.Counterparty) || alike(n, l.Text) }))
		speaks(SameAmount, most == left)
		speaks(Together, same && kind == settlement.Payment && l.Amount > 0 && most < left && owed[client.ID] == left)
		if p.Score > 0 {
			out = append(out, p)
		}
	}
	slices.SortFunc(out, func(x, y Proposal) int {
		return cmp.Or(y.Score-x.Score, int(b.facts[x.ID].IssuedOn-b.facts[y.ID].IssuedOn), strings.Compare(string(x.ID), string(y.ID)))
	})
	return out[:min(len(out), mostProposals)]
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
