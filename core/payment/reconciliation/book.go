package reconciliation

import (
	"cmp"
	"slices"
	"strings"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/payment/bankfile"
	"github.com/openpmo/pmo/core/payment/settlement"
)

// tokensOf are the words of a text, folded.
func tokensOf(text string) []string {
	return slices.DeleteFunc(strings.FieldsFunc(strings.ToUpper(text), func(r rune) bool { return bankfile.Folded(string(r)) == "" }), func(w string) bool { return len(w) < shortestMark })
}

// Book is an index with what was paid of the documents that matter. What is matched goes into it at
// once, so that the next line finds it.
type Book struct {
	*Index
	accounts  map[id.ID]*settlement.Account
	told      map[string]bool // EndToEndIDs that a bank refused in answer to an order
	elsewhere map[string]bool // EndToEndIDs of invoices of other operations
}

// NewBook opens a book. told are the transactions that answers to orders said to be refused, elsewhere
// those of other operations.
func NewBook(x *Index, accounts []settlement.Account, told, elsewhere []string) *Book {
	b := &Book{Index: x, accounts: map[id.ID]*settlement.Account{}, told: map[string]bool{}, elsewhere: map[string]bool{}}
	for n := range accounts {
		b.accounts[accounts[n].ID] = &accounts[n]
	}
	for _, t := range told {
		b.told[t] = true
	}
	for _, e := range elsewhere {
		b.elsewhere[e] = true
	}
	return b
}

// Account is what was paid of a document; nil = it is not in the book.
func (b *Book) Account(invoiceID id.ID) *settlement.Account { return b.accounts[invoiceID] }

// Outcome is what becomes of a line: settlements, or a reason why it stays open, or why it is set aside.
type Outcome struct {
	Settlements []settlement.Settlement
	Reason      Reason
	Aside       AsideReason
	Overpaid    money.Cents // paid beyond what was open
}

func open(r Reason) Outcome { return Outcome{Reason: r} }

// part is an amount of one document.
type part struct {
	invoiceID id.ID
	kind      settlement.Kind
	amount    money.Cents
}

// outcome turns parts into settlements, all of them or none.
func (b *Book) outcome(l Line, parts ...part) Outcome {
	var o Outcome
	for _, p := range parts {
		a := b.accounts[p.invoiceID]
		if a == nil {
			return open(Ambiguous)
		}
		s, refused := l.record(p.kind, p.amount).Of(*a)
		if refused != nil {
			return open(reasonOf(refused))
		}
		if p.kind == settlement.Payment {
			o.Overpaid += max(0, p.amount-a.Open())
		}
		s.LineID = l.ID
		o.Settlements = append(o.Settlements, s)
	}
	return o
}

func reasonOf(refused *fault.Error) Reason {
	switch refused.Key {
	case settlement.ErrCancelled.Key:
		return WasCredited
	case settlement.ErrBeforeIssue.Key:
		return BeforeIssue
	case settlement.ErrReturnTooMuch.Key:
		return NotPaid
	case settlement.ErrPaid.Key:
		return AlreadyPaid
	}
	return OtherAmount
}

// Apply takes settlements into the book.
func (b *Book) Apply(list []settlement.Settlement) {
	for _, s := range list {
		if a := b.accounts[s.InvoiceID]; a != nil {
			a.Settled = append(a.Settled, s)
		}
	}
}

// Match says what becomes of a line. First counts how a transaction of our own orders is named, then
// what the payer was asked to write, then the mark of a mandate; never an amount alone. Where several
// invoices may be meant, or something speaks against it, the line stays open.
func (b *Book) Match(l Line) Outcome {
	if own := b.byEndToEnd[l.EndToEndID]; l.EndToEndID != "" && len(own) > 0 {
		return b.ordered(l, own)
	}
	if l.Kind == Refused {
		return open(NoReference)
	}
	if l.EndToEndID != "" && b.elsewhere[l.EndToEndID] {
		return Outcome{Aside: OtherOperation}
	}
	if all := b.byBatch[l.BatchID]; l.BatchID != "" && len(all) > 0 && l.Amount > 0 {
		return b.batch(l, all)
	}
	if l.Amount < 0 {
		return b.went(l)
	}
	return b.came(l)
}

// ordered is a line of a transaction that we ordered.
func (b *Book) ordered(l Line, own []Transaction) Outcome {
	for _, t := range own[1:] {
		if t.InvoiceID != own[0].InvoiceID {
			return open(Ambiguous)
		}
	}
	last := own[len(own)-1]
	a, left := b.accounts[last.InvoiceID], l.Left()
	switch {
	case a == nil:
		return open(Ambiguous)
	case l.Amount > 0 && l.Returned: // what we sent came back: collections send nothing
		return open(OtherAmount)
	case l.Amount > 0 && a.Open() < left:
		return open(AlreadyPaid)
	case l.Amount > 0:
		return b.outcome(l, part{a.ID, settlement.Payment, left})
	case left > last.Amount:
		return open(OtherAmount) // with a fee of the bank in it
	case l.Kind == Refused && a.Paid() <= 0:
		return b.outcome(l, part{a.ID, settlement.Rejection, left})
	case a.Paid() < left && l.Kind == Booked && b.told[l.EndToEndID]:
		return Outcome{Aside: Known} // the answer to the order said so
	case a.Paid() < left:
		return open(NotPaid)
	}
	return b.outcome(l, part{a.ID, settlement.Return, left})
}

// batch is a booking of all that was ordered together, less what the bank refused before.
func (b *Book) batch(l Line, all []Transaction) Outcome {
	for _, refused := range []bool{false, true} {
		sum, parts := money.Cents(0), []part{}
		for _, t := range all {
			a := b.accounts[t.InvoiceID]
			if a == nil {
				return open(Ambiguous)
			}
			if refused && b.told[t.EndToEndID] {
				continue
			}
			sum += t.Amount
			parts = append(parts, part{t.InvoiceID, settlement.Payment, t.Amount})
		}
		if sum != l.Left() {
			continue
		}
		for _, p := range parts {
			if b.accounts[p.invoiceID].Open() < p.amount {
				return open(AlreadyPaid)
			}
		}
		return b.outcome(l, parts...)
	}
	return open(OtherAmount)
}

// kinds keeps of some documents those of a type.
func (b *Book) kinds(ids []id.ID, kind billing.InvoiceType) []*settlement.Account {
	var out []*settlement.Account
	for _, one := range ids {
		if a := b.accounts[one]; a != nil && a.Type == kind {
			out = append(out, a)
		}
	}
	return out
}

// went is money that went: a credit note that was paid out, what was paid too much and goes back, or a
// payment that the bank took back.
func (b *Book) went(l Line) Outcome {
	named := b.mentioned(l).all()
	if l.Returned {
		if list := b.kinds(named, billing.TypeInvoice); len(list) == 1 && list[0].Paid() >= l.Left() {
			return b.outcome(l, part{list[0].ID, settlement.Return, l.Left()})
		}
		return open(reasonUnless(len(named) > 0, NotPaid))
	}
	if list := b.kinds(named, billing.TypeCreditNote); len(list) == 1 {
		if list[0].Open() != l.Left() {
			return open(OtherAmount)
		}
		return b.outcome(l, part{list[0].ID, settlement.Payment, l.Left()})
	}
	if list := b.kinds(named, billing.TypeInvoice); len(list) == 1 {
		if list[0].Paid()-list[0].Amount != l.Left() {
			return open(NotPaid)
		}
		return b.outcome(l, part{list[0].ID, settlement.Return, l.Left()}) // what was paid too much goes back
	}
	return open(reasonUnless(len(named) > 0, Ambiguous))
}

func reasonUnless(named bool, otherwise Reason) Reason {
	if named {
		return otherwise
	}
	return NoReference
}

// came is money that a client sent.
func (b *Book) came(l Line) Outcome {
	if l.Returned { // what we sent came back
		return open(NoReference)
	}
	m := b.mentioned(l)
	named := b.kinds(m.all(), billing.TypeInvoice)
	switch len(named) {
	case 0:
		return b.byMarkOf(l)
	case 1:
		return b.one(l, named[0], slices.Contains(m.referred, named[0].ID))
	}
	sum, parts := money.Cents(0), []part{}
	for _, a := range named {
		if a.Status() != billing.PaymentSucceeded && a.Refuse() == nil {
			sum += a.Open()
			parts = append(parts, part{a.ID, settlement.Payment, a.Open()})
		}
	}
	if sum != l.Left() {
		return open(Ambiguous)
	}
	return b.outcome(l, parts...)
}

// one is money for one invoice. A number may be mistyped into another's, which digits that follow from
// the others would tell: it takes the amount that is open, or a payer who is known, besides.
func (b *Book) one(l Line, a *settlement.Account, referred bool) Outcome {
	payers, client := b.payers(l), b.facts[a.ID].ClientID
	known := slices.Contains(payers, client)
	left, wanted := l.Left(), a.Open()
	switch {
	case a.Refuse() != nil:
		return open(reasonOf(a.Refuse()))
	case len(payers) > 0 && !known:
		return open(OtherPayer)
	case left == wanted:
		return b.outcome(l, part{a.ID, settlement.Payment, left})
	case left < wanted && (referred || known):
		return b.outcome(l, part{a.ID, settlement.Payment, left})
	case left < wanted || !referred && !known:
		return open(OtherAmount)
	case a.ByHand():
		return open(AlreadyPaid) // somebody recorded the same money, perhaps
	case len(b.owed(client, a.ID)) > 0 && wanted <= 0:
		return open(AlreadyPaid) // twice, or the reference of before for what is owed now
	case len(b.owed(client, a.ID)) > 0:
		return open(Ambiguous) // the sum of this and of something else
	}
	return b.outcome(l, part{a.ID, settlement.Payment, left})
}

// owed are the open invoices of a client, but for one.
func (b *Book) owed(client, but id.ID) []*settlement.Account {
	var out []*settlement.Account
	for _, one := range b.byClient[client] {
		if a := b.accounts[one]; one != but && a != nil && a.Type == billing.TypeInvoice && a.Refuse() == nil && a.Open() > 0 {
			out = append(out, a)
		}
	}
	return out
}

// byMarkOf is money with the mark of a mandate: of the one open invoice of that amount, or of all that
// is owed.
func (b *Book) byMarkOf(l Line) Outcome {
	clients := b.marked(l)
	if len(clients) != 1 {
		return open(reasonUnless(len(clients) > 0, Ambiguous))
	}
	if payers := b.payers(l); len(payers) > 0 && !slices.Contains(payers, clients[0]) {
		return open(OtherPayer)
	}
	sum, all, same := money.Cents(0), []part{}, []part{}
	for _, a := range b.owed(clients[0], "") {
		p := part{a.ID, settlement.Payment, a.Open()}
		sum, all = sum+p.amount, append(all, p)
		if p.amount == l.Left() {
			same = append(same, p)
		}
	}
	switch {
	case len(same) == 1:
		return b.outcome(l, same...)
	case len(all) > 1 && sum == l.Left():
		return b.outcome(l, all...)
	}
	return open(reasonUnless(len(all) > 0, Ambiguous))
}

// these are some of the accounts of the book.
func (b *Book) these(ids map[id.ID]bool) []settlement.Account {
	var out []settlement.Account
	for one := range ids {
		out = append(out, *b.accounts[one])
	}
	slices.SortFunc(out, func(x, y settlement.Account) int { return strings.Compare(string(x.ID), string(y.ID)) })
	return out
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
