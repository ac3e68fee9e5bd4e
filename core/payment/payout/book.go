package payout

import (
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/payment/bankfile"
	"github.com/openpmo/pmo/core/payment/settlement"
)

// Named is how a statement was named to the bank.
type Named struct {
	StatementID id.ID
	Number      string
	EndToEndID  string // "" = it is in no list
	MessageID   string
	Amount      money.Cents
}

// BatchID is how the order names all that it pays to the bank (adapters/sepa).
func BatchID(messageID string) string {
	return messageID[:min(len(messageID), maxIdentifier-3)] + "001"
}

// Told is what a line of a bank says.
type Told struct {
	LineID     id.ID
	Amount     money.Cents // more than 0 = came
	BookedOn   civil.Date
	EndToEndID string
	BatchID    string
	Text       string // all that was written
	Reference  string
	Refused    bool // the bank did not carry it out
}

// Verdict is what a line is of statements.
type Verdict string

// The verdicts: it is none of ours; its movements hold; it names what is paid already; it takes back what
// is not recorded as paid; it is of another amount; it is of a day before there was a statement; the bank
// told it before.
const (
	Foreign     Verdict = ""
	Matched     Verdict = "MATCHED"
	AlreadyPaid Verdict = "ALREADY_PAID"
	NotPaid     Verdict = "NOT_PAID"
	OtherAmount Verdict = "OTHER_AMOUNT"
	BeforeIssue Verdict = "BEFORE_ISSUE"
	Known       Verdict = "ALREADY_KNOWN"
)

// Book finds statements by what banks write of the money that was sent to producers. What is matched goes
// into it at once.
type Book struct {
	byEndToEnd, byBatch map[string][]Named
	byNumber            map[string][]Named
	accounts            map[id.ID]*Account
}

// NewBook opens a book of the accounts of all that is named.
func NewBook(named []Named, accounts []Account) *Book {
	b := &Book{byEndToEnd: map[string][]Named{}, byBatch: map[string][]Named{}, byNumber: map[string][]Named{}, accounts: map[id.ID]*Account{}}
	for _, n := range named {
		if n.EndToEndID != "" {
			b.byEndToEnd[n.EndToEndID] = append(b.byEndToEnd[n.EndToEndID], n)
			b.byBatch[BatchID(n.MessageID)] = append(b.byBatch[BatchID(n.MessageID)], n)
		}
		key := bankfile.Folded(n.Number)
		if !slices.ContainsFunc(b.byNumber[key], func(o Named) bool { return o.StatementID == n.StatementID }) {
			b.byNumber[key] = append(b.byNumber[key], n)
		}
	}
	for n := range accounts {
		b.accounts[accounts[n].ID] = &accounts[n]
	}
	return b
}

// Account is what was paid of a statement; nil = it is not in the book.
func (b *Book) Account(statementID id.ID) *Account { return b.accounts[statementID] }

// Of are the accounts of some movements, each once, as they stand in the book.
func (b *Book) Of(list []Movement) []Account {
	seen := map[id.ID]bool{}
	var out []Account
	for _, m := range list {
		if a := b.accounts[m.StatementID]; a != nil && !seen[m.StatementID] {
			seen[m.StatementID] = true
			out = append(out, *a)
		}
	}
	return out
}

// Apply takes movements into the book.
func (b *Book) Apply(list []Movement) {
	for _, m := range list {
		if a := b.accounts[m.StatementID]; a != nil {
			a.Moved = append(a.Moved, m)
		}
	}
}

// Match says what a line is. First counts how a transfer of our own lists is named, then the name of a
// whole list, then a number in what was written, with its very amount.
func (b *Book) Match(t Told) ([]Movement, Verdict) {
	size := max(t.Amount, -t.Amount)
	if own := b.byEndToEnd[t.EndToEndID]; t.EndToEndID != "" && len(own) > 0 {
		return b.one(t, own[len(own)-1].StatementID, size)
	}
	if t.Refused {
		return nil, Foreign
	}
	if all := b.byBatch[t.BatchID]; t.BatchID != "" && len(all) > 0 && t.Amount < 0 {
		return b.batch(t, all, size)
	}
	if t.Amount >= 0 {
		return nil, Foreign
	}
	found := map[id.ID]bool{}
	for _, c := range bankfile.Candidates(t.Text) {
		for _, n := range b.byNumber[c] {
			found[n.StatementID] = true
		}
	}
	if len(found) != 1 {
		return nil, Foreign
	}
	for statementID := range found {
		return b.one(t, statementID, size)
	}
	return nil, Foreign
}

// one is a line of one statement.
func (b *Book) one(t Told, statementID id.ID, size money.Cents) ([]Movement, Verdict) {
	a := b.accounts[statementID]
	if a == nil {
		return nil, Foreign
	}
	kind := settlement.Payment
	paid := a.Paid() > 0
	switch {
	case size != a.Amount:
		return nil, OtherAmount
	case t.Refused && !paid:
		kind = settlement.Rejection
	case t.Amount > 0 && !paid && b.refused(a, t):
		return nil, Known // the answer to the order said so
	case t.Amount > 0 && !paid:
		return nil, NotPaid
	case t.Amount > 0:
		kind = settlement.Return
	case paid:
		return nil, AlreadyPaid
	}
	return b.moved(t, kind, a)
}

// refused reports whether an answer to the order refused a statement before.
func (b *Book) refused(a *Account, t Told) bool {
	return slices.ContainsFunc(a.Moved, func(m Movement) bool {
		return m.Holds() && m.Kind == settlement.Rejection && !m.LineID.IsZero() && m.BookedOn <= t.BookedOn
	})
}

func (b *Book) moved(t Told, kind settlement.Kind, all ...*Account) ([]Movement, Verdict) {
	var out []Movement
	r := Record{Kind: kind, BookedOn: t.BookedOn, Reference: t.Reference}
	for _, a := range all {
		m, refused := r.Of(*a)
		if refused != nil {
			return nil, map[string]Verdict{ErrBeforeIssue.Key: BeforeIssue, ErrPaid.Key: AlreadyPaid, ErrNotPaid.Key: NotPaid}[refused.Key]
		}
		m.LineID = t.LineID
		out = append(out, m)
	}
	return out, Matched
}

// batch is a booking of a whole list, less what the bank refused before.
func (b *Book) batch(t Told, all []Named, size money.Cents) ([]Movement, Verdict) {
	for _, without := range []bool{false, true} {
		sum, accounts := money.Cents(0), []*Account{}
		for _, n := range all {
			a := b.accounts[n.StatementID]
			if a == nil {
				return nil, Foreign
			}
			if without && b.refused(a, t) {
				continue
			}
			sum, accounts = sum+n.Amount, append(accounts, a)
		}
		if sum != size {
			continue
		}
		if slices.ContainsFunc(accounts, func(a *Account) bool { return a.Paid() > 0 }) {
			return nil, AlreadyPaid
		}
		return b.moved(t, settlement.Payment, accounts...)
	}
	return nil, OtherAmount
}
