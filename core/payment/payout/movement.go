package payout

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/payment/settlement"
)

// Bounds of what is recorded.
const (
	MaxRecorded  = 500 // together
	MostOf       = 100 // of one statement
	mostOfPhrase = 140
)

// Movement is money that went to a producer, came back from there, or that the bank refused to send:
// all of a statement. It never changes; one that was recorded by mistake is withdrawn, and stays.
type Movement struct {
	ID, OperationID, StatementID id.ID
	Number, ProducerName         string // read only
	Kind                         settlement.Kind
	Amount                       money.Cents
	BookedOn                     civil.Date
	Reference                    string
	LineID                       id.ID // of the line of the bank that says so; none = told by somebody
	CreatedBy                    id.ID
	CreatedByName                string // read only
	CreatedAt                    time.Time
	WithdrawnAt                  *time.Time
}

// Holds reports whether it was not withdrawn.
func (m Movement) Holds() bool { return m.WithdrawnAt == nil }

// Account is a statement with what was paid of it.
type Account struct {
	Claim
	Moved []Movement
}

// Paid is what holds: paid less what came back.
func (a Account) Paid() (sum money.Cents) {
	for _, m := range a.Moved {
		switch {
		case !m.Holds(), m.Kind == settlement.Rejection:
		case m.Kind == settlement.Payment:
			sum += m.Amount
		default:
			sum -= m.Amount
		}
	}
	return sum
}

// Settled follows from what moved: paid, or else failed where what went last came back or was refused.
func (a Account) Settled() billing.PaymentStatus {
	held := slices.DeleteFunc(slices.Clone(a.Moved), func(m Movement) bool { return !m.Holds() })
	slices.SortStableFunc(held, func(x, y Movement) int {
		return cmp.Or(cmp.Compare(x.BookedOn, y.BookedOn), x.CreatedAt.Compare(y.CreatedAt))
	})
	switch {
	case a.Amount == 0 || len(held) > 0 && a.Paid() >= a.Amount:
		return billing.PaymentSucceeded
	case len(held) > 0 && held[len(held)-1].Kind != settlement.Payment:
		return billing.PaymentFailed
	}
	return billing.PaymentPending
}

// Record is what is asked to be recorded of statements, of each the whole.
type Record struct {
	Kind         settlement.Kind
	StatementIDs []id.ID
	BookedOn     civil.Date
	Reference    string
}

// Check says everything that is wrong with a record by itself, as items of payout.invalid.
func (r Record) Check(today civil.Date) error {
	var wrong fault.List
	if len(r.StatementIDs) > MaxRecorded {
		wrong.Add(fault.ListTooLong.With("max", MaxRecorded).At("ids"))
	}
	if r.BookedOn > today {
		wrong.Add(ErrAhead)
	}
	if utf8.RuneCountInString(strings.TrimSpace(r.Reference)) > mostOfPhrase {
		wrong.Add(fault.FieldTooLong.With("max", mostOfPhrase).At("reference"))
	}
	return wrong.Err(ErrInvalid)
}

// Of is what a record comes to for one statement. Errors: payout.notOwed, payout.beforeIssue,
// payout.tooMany, payout.paid, payout.notPaid.
func (r Record) Of(a Account) (Movement, *fault.Error) {
	paid := a.Paid() > 0
	switch {
	case a.IssueDate == nil || a.Amount == 0 || r.Kind != settlement.Return && !a.Owed() && !paid:
		return Movement{}, ErrNotOwed.With("numbers", []string{a.label()})
	case r.BookedOn < *a.IssueDate:
		return Movement{}, ErrBeforeIssue.With("number", a.Number).With("issued", a.IssueDate.String())
	case len(a.Moved) >= MostOf:
		return Movement{}, ErrTooMany.With("number", a.Number).With("max", MostOf)
	case r.Kind != settlement.Return && paid:
		return Movement{}, ErrPaid.With("number", a.Number)
	case r.Kind == settlement.Return && !paid:
		return Movement{}, ErrNotPaid.With("number", a.Number)
	}
	return Movement{StatementID: a.ID, Number: a.Number, ProducerName: a.ProducerName, Kind: r.Kind, Amount: a.Amount, BookedOn: r.BookedOn, Reference: strings.TrimSpace(r.Reference)}, nil
}

// Ledger writes what was paid of statements, in the transaction of who asks: it has asked whether that may
// be, and read the accounts with their lock.
type Ledger struct {
	Store Payouts
	Now   func() time.Time
}

// Book stores new movements of some accounts, in which they stand already, as of one instant. What came
// back, or was refused, lets its list go: it can be ordered anew.
func (l Ledger) Book(ctx context.Context, operationID, by id.ID, accounts []Account, fresh []Movement) error {
	returned := map[id.ID]bool{}
	for n := range fresh {
		fresh[n].OperationID, fresh[n].CreatedBy = operationID, by
		returned[fresh[n].StatementID] = returned[fresh[n].StatementID] || fresh[n].Kind != settlement.Payment
	}
	if err := l.Store.AddMovements(ctx, fresh); err != nil {
		return err
	}
	for _, a := range accounts {
		if err := l.follow(ctx, operationID, a); err != nil {
			return err
		}
		if returned[a.ID] {
			if err := l.Store.Release(ctx, operationID, a.ID); err != nil {
				return err
			}
		}
	}
	return nil
}

func (l Ledger) follow(ctx context.Context, operationID id.ID, a Account) error {
	if to := a.Settled(); to != a.Payment {
		return l.Store.SetPayment(ctx, operationID, a.ID, to)
	}
	return nil
}

// withdraw takes movements back that hold, of one account. Errors: payout.returnedSince.
func (l Ledger) withdraw(ctx context.Context, operationID, by id.ID, a Account, which func(Movement) bool) error {
	at := l.Now().UTC()
	var gone []id.ID
	for n := range a.Moved {
		if m := &a.Moved[n]; m.Holds() && which(*m) {
			m.WithdrawnAt = &at
			gone = append(gone, m.ID)
		}
	}
	if len(gone) == 0 {
		return nil
	}
	if a.Paid() < 0 {
		return ErrReturnedSince.With("number", a.Number)
	}
	if err := l.Store.WithdrawMovements(ctx, operationID, gone, by, at); err != nil {
		return err
	}
	return l.follow(ctx, operationID, a)
}

// WithdrawLine takes back what a line of a bank said. Error: payout.returnedSince.
func (l Ledger) WithdrawLine(ctx context.Context, operationID, by, lineID id.ID) error {
	ids, err := l.Store.OfLine(ctx, operationID, lineID)
	if err != nil || len(ids) == 0 {
		return err
	}
	accounts, err := l.Store.Accounts(ctx, operationID, ids, true)
	if err != nil {
		return err
	}
	for _, a := range accounts {
		if err := l.withdraw(ctx, operationID, by, a, func(m Movement) bool { return m.LineID == lineID }); err != nil {
			return err
		}
	}
	return nil
}
