package receivable

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
)

const (
	read    policy.Permission = "balance:read"
	readOwn policy.Permission = "balance:readOwn"
)

// MaxListed is how many rows a list has, and how many documents an account.
const MaxListed = 10_000

// Receivables reads what was issued and settled.
type Receivables interface {
	// Overdue are the invoices of some operations that should have been paid before a day and are not
	// in full, the longest late first.
	Overdue(ctx context.Context, operationIDs []id.ID, today civil.Date, limit int) ([]Document, error)
	// Balances are those of the clients of an operation who were ever invoiced, by name.
	Balances(ctx context.Context, operationID id.ID, today civil.Date) ([]Balance, error)
	// OfClient are the documents of a client, of all or of those with a line of one site, and what was
	// settled of them.
	OfClient(ctx context.Context, operationID, clientID, siteID id.ID, limit int) ([]Document, []Movement, error)
	// Client is the name of one; ok is false where the operation has none such.
	Client(ctx context.Context, operationID, clientID id.ID) (name string, ok bool, err error)
}

// Operations is package operation as seen from here.
type Operations interface {
	ByID(ctx context.Context, operationID id.ID) (operation.Operation, error)
	// Reached are those in the scope of the principal, by name. Error: forbidden.
	Reached(ctx context.Context, p policy.Principal) ([]operation.Operation, error)
}

// Deps is what the use cases need.
type Deps struct {
	Guard       policy.Guard
	Now         func() time.Time
	Operations  Operations
	Receivables Receivables
}

// Service holds the use cases of what clients owe.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// enter asks for a right, and whether the operation has invoices at all.
// Errors: forbidden, notFound, featureNotAvailable.
func (s *Service) enter(ctx context.Context, p policy.Principal, operationID id.ID) (operation.Operation, error) {
	if err := s.Guard.Operation(ctx, p, read, operationID); err != nil {
		return operation.Operation{}, err
	}
	op, err := s.Operations.ByID(ctx, operationID)
	if err == nil {
		err = op.Require(operation.FeatureBilling)
	}
	return op, err
}

// OverdueInput chooses what is overdue; empty fields do not matter.
type OverdueInput struct {
	ClientID id.ID
	Method   billing.PaymentMethod
	MinDays  int // late at least
	Q        string
}

func (in OverdueInput) takes(o Overdue) bool {
	return (in.ClientID.IsZero() || o.ClientID == in.ClientID) && (in.Method == "" || o.Method == in.Method) && o.DaysLate >= in.MinDays &&
		operation.Matches(in.Q, o.Number, o.ClientName, o.IssuerName, o.OperationName)
}

// OfOperation are the invoices of an operation that should have been paid, the longest late first.
// Errors: those of enter, list.tooLong.
func (s *Service) OfOperation(ctx context.Context, p policy.Principal, operationID id.ID, in OverdueInput) ([]Overdue, error) {
	op, err := s.enter(ctx, p, operationID)
	if err != nil {
		return nil, err
	}
	return s.overdue(ctx, []operation.Operation{op}, in)
}

// OfMine are those of all operations whose balances the principal may read. Errors: forbidden,
// list.tooLong.
func (s *Service) OfMine(ctx context.Context, p policy.Principal, in OverdueInput) ([]Overdue, error) {
	if err := s.Guard.Global(ctx, p, read); err != nil {
		return nil, err
	}
	reached, err := s.Operations.Reached(ctx, p)
	if err != nil {
		return nil, err
	}
	var mine []operation.Operation
	for _, op := range reached {
		err := s.Guard.Operation(ctx, p, read, op.ID)
		switch {
		case errors.Is(err, policy.ErrForbidden) || errors.Is(err, policy.ErrNotFound) || !op.Offers(operation.FeatureBilling):
		case err != nil:
			return nil, err
		default:
			mine = append(mine, op)
		}
	}
	return s.overdue(ctx, mine, in)
}

// overdue asks once for all operations of one day: they are in two zones at most.
func (s *Service) overdue(ctx context.Context, ops []operation.Operation, in OverdueInput) ([]Overdue, error) {
	names := map[id.ID]string{}
	for _, op := range ops {
		names[op.ID] = op.Name
	}
	var out []Overdue
	for len(ops) > 0 {
		today := ops[0].Zone().DateOf(s.Now())
		var ids []id.ID
		var others []operation.Operation
		for _, op := range ops {
			if op.Zone().DateOf(s.Now()) == today {
				ids = append(ids, op.ID)
			} else {
				others = append(others, op)
			}
		}
		found, err := s.Receivables.Overdue(ctx, ids, today, MaxListed+1)
		if err != nil {
			return nil, err
		}
		if len(found) > MaxListed {
			return nil, fault.ListTooLong.With("max", MaxListed)
		}
		for _, d := range found {
			if o := (Overdue{Document: d, OperationName: names[d.OperationID], DaysLate: d.DaysLate(today)}); in.takes(o) {
				out = append(out, o)
			}
		}
		ops = others
	}
	slices.SortStableFunc(out, func(x, y Overdue) int { return y.DaysLate - x.DaysLate })
	return out, nil
}

// Balances are those of the clients of an operation who were ever invoiced, by name. Errors: those of
// enter.
func (s *Service) Balances(ctx context.Context, p policy.Principal, operationID id.ID) ([]Balance, error) {
	op, err := s.enter(ctx, p, operationID)
	if err != nil {
		return nil, err
	}
	return s.Receivables.Balances(ctx, op.ID, op.Zone().DateOf(s.Now()))
}

// Account is that of a client, with a line for everything that was issued and settled. Errors: those of
// enter, billableEntity.notFound, list.tooLong.
func (s *Service) Account(ctx context.Context, p policy.Principal, operationID, clientID id.ID) (Account, error) {
	op, err := s.enter(ctx, p, operationID)
	if err != nil {
		return Account{}, err
	}
	name, ok, err := s.Receivables.Client(ctx, op.ID, clientID)
	if err == nil && !ok {
		err = billing.ErrClientNotFound
	}
	if err != nil {
		return Account{}, err
	}
	documents, moved, err := s.documents(ctx, op.ID, clientID, "")
	if err != nil {
		return Account{}, err
	}
	a := AccountOf(documents, moved, op.Zone().DateOf(s.Now()))
	a.ClientID, a.ClientName = clientID, name
	return a, nil
}

// OwnAccount is that of who is billed for a site, of the invoices with a line of it: what was taken back
// before anybody paid is left out. Errors: forbidden, notFound, featureNotAvailable, list.tooLong.
func (s *Service) OwnAccount(ctx context.Context, p policy.Principal, siteID id.ID) (Account, error) {
	operationID, err := s.Guard.Participant(ctx, p, readOwn, siteID)
	if err != nil {
		return Account{}, err
	}
	op, err := s.Operations.ByID(ctx, operationID)
	if err == nil {
		err = op.Require(operation.FeatureBilling)
	}
	if err != nil {
		return Account{}, err
	}
	documents, moved, err := s.documents(ctx, op.ID, "", siteID)
	if err != nil {
		return Account{}, err
	}
	a := AccountOf(withoutVoid(documents), moved, op.Zone().DateOf(s.Now()))
	a.ClientID, a.ClientName = "", "" // a site may have had several
	return a, nil
}

func (s *Service) documents(ctx context.Context, operationID, clientID, siteID id.ID) ([]Document, []Movement, error) {
	documents, moved, err := s.Receivables.OfClient(ctx, operationID, clientID, siteID, MaxListed+1)
	if err == nil && len(documents) > MaxListed {
		err = fault.ListTooLong.With("max", MaxListed)
	}
	return documents, moved, err
}
