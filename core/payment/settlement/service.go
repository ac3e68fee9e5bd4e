package settlement

import (
	"context"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/payment"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

const (
	read     policy.Permission = "settlement:read"
	create   policy.Permission = "settlement:create"
	withdraw policy.Permission = "settlement:delete"
)

// Settlements stores what was settled.
type Settlements interface {
	// Accounts reads invoices of an operation with what was settled of them, in no order, and keeps
	// others from settling or cancelling them until the transaction ends; locked false only reads.
	Accounts(ctx context.Context, operationID id.ID, invoiceIDs []id.ID, locked bool) ([]Account, error)
	// ByID finds one. Error: notFound.
	ByID(ctx context.Context, operationID, settlementID id.ID) (Settlement, error)
	// Add stores new ones.
	Add(ctx context.Context, list []Settlement) error
	// Withdraw marks one that holds as withdrawn.
	Withdraw(ctx context.Context, s Settlement, by id.ID, at time.Time) error
	// SetStatus says whether an invoice was paid.
	SetStatus(ctx context.Context, operationID, invoiceID id.ID, status billing.PaymentStatus) error
	// Release lets a collection go of an invoice whose money came back: it can be collected again.
	Release(ctx context.Context, invoiceID id.ID) error
}

// Deps is what the use cases need.
type Deps struct {
	Guard       policy.Guard
	Tx          tx.Runner
	Now         func() time.Time
	Operations  payment.Operations
	Settlements Settlements
}

// Service holds the use cases of settlements.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// enter asks for a right, and whether the operation has invoices at all.
// Errors: forbidden, notFound, featureNotAvailable.
func (s *Service) enter(ctx context.Context, p policy.Principal, perm policy.Permission, operationID id.ID) (operation.Operation, error) {
	if err := s.Guard.Operation(ctx, p, perm, operationID); err != nil {
		return operation.Operation{}, err
	}
	op, err := s.Operations.ByID(ctx, operationID)
	if err == nil {
		err = op.Require(operation.FeatureBilling)
	}
	return op, err
}

// Of is what was settled of an invoice, with what was withdrawn, the last day first. Errors: those of
// enter, invoice.notFound.
func (s *Service) Of(ctx context.Context, p policy.Principal, operationID, invoiceID id.ID) ([]Settlement, error) {
	op, err := s.enter(ctx, p, read, operationID)
	if err != nil {
		return nil, err
	}
	found, err := s.Settlements.Accounts(ctx, op.ID, []id.ID{invoiceID}, false)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, billing.ErrInvoiceNotFound.At("invoiceId")
	}
	list := found[0].Settled
	slices.SortStableFunc(list, func(x, y Settlement) int { return int(y.BookedOn - x.BookedOn) })
	return list, nil
}

// Record records that invoices were paid, or that money came back: all of them or none. Errors: those of
// enter, settlement.invalid with those of the fields, invoice.notFound, those of each invoice.
func (s *Service) Record(ctx context.Context, p policy.Principal, operationID id.ID, r Record) ([]Settlement, error) {
	op, err := s.enter(ctx, p, create, operationID)
	if err != nil {
		return nil, err
	}
	r.InvoiceIDs = slices.Compact(slices.Sorted(slices.Values(r.InvoiceIDs)))
	if err := r.Check(op.Zone().DateOf(s.Now())); err != nil {
		return nil, err
	}
	var made []Settlement
	change := p.Change(create, op.ID, "invoice", id.Only(r.InvoiceIDs))
	change.Details = map[string]any{"invoices": len(r.InvoiceIDs), "kind": string(r.Kind)}
	return made, s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		made = nil
		accounts, err := s.Settlements.Accounts(ctx, op.ID, r.InvoiceIDs, true)
		if err != nil {
			return err
		}
		if len(accounts) < len(r.InvoiceIDs) {
			return billing.ErrInvoiceNotFound.At("invoicesIds")
		}
		var wrong fault.List
		for n := range accounts {
			one, refused := r.Of(accounts[n])
			if refused != nil {
				wrong.Add(refused)
				continue
			}
			one.ID, one.OperationID, one.CreatedBy, one.CreatedAt = id.New(), op.ID, p.UserID, s.Now().UTC()
			accounts[n].Settled = append(accounts[n].Settled, one)
			made = append(made, one)
			tx.Concern(ctx, "invoice", one.InvoiceID)
		}
		if len(wrong.Items) == 1 {
			return wrong.Items[0]
		}
		if err := wrong.Err(ErrInvalid); err != nil {
			return err
		}
		if err := s.Settlements.Add(ctx, made); err != nil {
			return err
		}
		for _, a := range accounts {
			if err := follow(ctx, s.Settlements, op.ID, a, r.Kind != Payment); err != nil {
				return err
			}
		}
		return nil
	})
}

// Withdraw takes back what was recorded by mistake; it stays, marked. A payment of which a part came back
// is kept until that is withdrawn. Errors: those of enter, notFound, settlement.withdrawn,
// settlement.returnedSince, settlement.cancelled.
func (s *Service) Withdraw(ctx context.Context, p policy.Principal, operationID, settlementID id.ID) (Settlement, error) {
	op, err := s.enter(ctx, p, withdraw, operationID)
	if err != nil {
		return Settlement{}, err
	}
	one, err := s.Settlements.ByID(ctx, op.ID, settlementID)
	if err != nil {
		return Settlement{}, err
	}
	err = s.Tx.InTx(ctx, p.Change(withdraw, op.ID, "invoice", one.InvoiceID), func(ctx context.Context) error {
		accounts, err := s.Settlements.Accounts(ctx, op.ID, []id.ID{one.InvoiceID}, true)
		if err != nil {
			return err
		}
		a := accounts[0]
		if refused := a.Refuse(); refused != nil {
			return refused
		}
		n := slices.IndexFunc(a.Settled, func(x Settlement) bool { return x.ID == settlementID })
		if !a.Settled[n].Holds() {
			return ErrWithdrawn
		}
		at := s.Now().UTC()
		a.Settled[n].WithdrawnAt = &at
		if a.Paid() < 0 {
			return ErrReturnedSince
		}
		if err := s.Settlements.Withdraw(ctx, a.Settled[n], p.UserID, at); err != nil {
			return err
		}
		return follow(ctx, s.Settlements, op.ID, a, false)
	})
	if err != nil {
		return Settlement{}, err
	}
	return s.Settlements.ByID(ctx, op.ID, settlementID)
}
