package payout

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/statement"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/document"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/payment"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

const (
	read   policy.Permission = "payout:read"
	export policy.Permission = "payout:export"
	update policy.Permission = "payout:update"
	cancel policy.Permission = "payout:cancel"

	// kind of the document of a payment list.
	kind document.Kind = "payouts"
)

// Deps is what the use cases need.
type Deps struct {
	Guard      policy.Guard
	Tx         tx.Runner
	Now        func() time.Time
	Operations payment.Operations
	Payouts    Payouts
	Documents  Documents
	Writer     Writer
	Cipher     Cipher
}

// Service holds the use cases of payment lists.
type Service struct {
	Deps
	ledger Ledger
}

// New makes the service.
func New(d Deps) *Service { return &Service{d, Ledger{Store: d.Payouts, Now: d.Now}} }

// enter asks for a right, and whether producers of the operation are owed anything by it.
// Errors: forbidden, notFound, featureNotAvailable.
func (s *Service) enter(ctx context.Context, p policy.Principal, perm policy.Permission, operationID id.ID) (operation.Operation, error) {
	if err := s.Guard.Operation(ctx, p, perm, operationID); err != nil {
		return operation.Operation{}, err
	}
	op, err := s.Operations.ByID(ctx, operationID)
	if err == nil {
		err = op.Require(operation.FeatureStatements)
	}
	return op, err
}

// Candidate is a statement that is to be paid, and what keeps it from being ordered.
type Candidate struct {
	Claim
	Refused *fault.Error // nil = it can be ordered
}

// Owed are the published statements of an operation that are not paid, those to be paid first first.
// Errors: those of enter.
func (s *Service) Owed(ctx context.Context, p policy.Principal, operationID id.ID) ([]Candidate, error) {
	op, err := s.enter(ctx, p, read, operationID)
	if err != nil {
		return nil, err
	}
	claims, err := s.Payouts.Open(ctx, op.ID)
	if err != nil || len(claims) == 0 {
		return nil, err
	}
	payer, _, err := s.Payouts.Payer(ctx, op.ID)
	if err != nil {
		return nil, err
	}
	out := make([]Candidate, len(claims))
	for n, c := range claims {
		out[n] = Candidate{Claim: c, Refused: Material{Payer: payer, Claims: []Claim{c}, Today: op.Zone().DateOf(s.Now())}.refuse()}
	}
	return out, nil
}

// File is the file of a payment list.
type File struct {
	Payout
	Content []byte
}

// Export orders the payment of statements. The same set gives the stored file again, whoever asks and
// however often. Errors: those of enter, invoice.selectionRequired, list.tooLong, statement.notFound, those
// of Material.Order, payout.changed.
func (s *Service) Export(ctx context.Context, p policy.Principal, operationID id.ID, ids []id.ID, on *civil.Date) (File, error) {
	op, err := s.enter(ctx, p, export, operationID)
	if err != nil {
		return File{}, err
	}
	ids = slices.Compact(slices.Sorted(slices.Values(ids)))
	switch {
	case len(ids) == 0:
		return File{}, billing.ErrSelectionRequired
	case len(ids) > MaxStatements:
		return File{}, fault.ListTooLong.With("max", MaxStatements).At("ids")
	}
	set := SetOf(ids)
	if stored, there, err := s.Payouts.Holding(ctx, op.ID, set); err != nil || there {
		return s.again(ctx, p, stored, err)
	}
	made, err := s.make(ctx, p, op, ids, set, on)
	if fault.KeyOf(err) == ErrAlreadyOrdered.Key {
		// Somebody else asked for the same at the same time: theirs is the file.
		if stored, there, again := s.Payouts.Holding(ctx, op.ID, set); again == nil && there {
			return s.again(ctx, p, stored, nil)
		}
	}
	return made, err
}

func (s *Service) make(ctx context.Context, p policy.Principal, op operation.Operation, ids []id.ID, set []byte, on *civil.Date) (File, error) {
	claims, err := s.Payouts.Claims(ctx, op.ID, ids)
	if err != nil {
		return File{}, err
	}
	if len(claims) < len(ids) {
		return File{}, statement.ErrNotFound.At("ids")
	}
	payer, _, err := s.Payouts.Payer(ctx, op.ID)
	if err != nil {
		return File{}, err
	}
	settings, err := s.Payouts.Settings(ctx, op.ID)
	if err != nil {
		return File{}, err
	}
	one := Payout{ID: id.New(), OperationID: op.ID, PayerID: payer.ID, PayerName: payer.Name, Version: settings.Message, Set: set, Status: Exported, Statements: len(claims),
		CreatedBy: p.UserID, CreatedAt: s.Now().UTC(), Revision: 1}
	one.MessageID = strings.ReplaceAll(one.ID.String(), "-", "")
	order, err := Material{Payer: payer, Claims: claims, Today: op.Zone().DateOf(s.Now()), On: on}.Order(one.MessageID, one.CreatedAt, one.Version)
	if err != nil {
		return File{}, err
	}
	one.On, one.Amount = order.On, order.Total()
	content, err := s.Writer.WritePayout(order)
	if err != nil {
		return File{}, fmt.Errorf("write the payment list: %w", err)
	}
	docs, err := s.keep(ctx, op.ID, content)
	if err != nil {
		return File{}, err
	}
	one.DocumentID = docs[0].ID
	change := p.Change(export, op.ID, "payout", one.ID)
	change.Details = map[string]any{"statements": one.Statements, "amountCents": int64(one.Amount)}
	err = s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		for _, c := range claims {
			tx.Concern(ctx, "statement", c.ID)
		}
		return s.Documents.Attach(ctx, docs, func(ctx context.Context) error { return s.Payouts.Add(ctx, one, order) })
	})
	if fault.KeyOf(err) == ErrAlreadyOrdered.Key {
		err = s.taken(ctx, op.ID, ids, err)
	}
	if err != nil {
		return File{}, err
	}
	one, err = s.Payouts.ByID(ctx, op.ID, one.ID)
	return File{one, content}, err
}

// taken names the statements that another list took meanwhile.
func (s *Service) taken(ctx context.Context, operationID id.ID, ids []id.ID, cause error) error {
	now, err := s.Payouts.Claims(ctx, operationID, ids)
	if err != nil {
		return err
	}
	var numbers []string
	for _, c := range now {
		if !c.PayoutID.IsZero() {
			numbers = append(numbers, c.label())
		}
	}
	slices.Sort(numbers)
	return ErrAlreadyOrdered.With("numbers", numbers).Because(cause)
}

// keep stores a file, encrypted: it holds the accounts of producers.
func (s *Service) keep(ctx context.Context, operationID id.ID, content []byte) ([]document.Document, error) {
	sealed := s.Cipher.Seal(content)
	return s.Documents.Keep(ctx, operationID, kind, document.Of(sealed, "application/octet-stream"))
}

// again gives the file of a list out once more; the trail has it, for it holds accounts.
func (s *Service) again(ctx context.Context, p policy.Principal, one Payout, err error) (File, error) {
	if err != nil {
		return File{}, err
	}
	docs, err := s.Documents.Kept(ctx, one.OperationID, kind, one.DocumentID)
	if err != nil {
		return File{}, err
	}
	sealed, err := s.Documents.Open(ctx, docs[one.DocumentID])
	if err != nil {
		return File{}, err
	}
	defer func() { _ = sealed.Close() }()
	all, err := io.ReadAll(sealed)
	if err != nil {
		return File{}, err
	}
	content, err := s.Cipher.Open(all)
	if err != nil {
		return File{}, err
	}
	change := p.Change(export, one.OperationID, "payout", one.ID)
	change.Details = map[string]any{"again": true}
	return File{one, content}, s.Tx.InTx(ctx, change, func(context.Context) error { return nil })
}

// List are the payment lists of an operation, last first. Errors: those of enter.
func (s *Service) List(ctx context.Context, p policy.Principal, operationID id.ID) ([]Payout, error) {
	op, err := s.enter(ctx, p, read, operationID)
	if err != nil {
		return nil, err
	}
	return s.Payouts.List(ctx, op.ID)
}

// Get reads one with its statements. Errors: those of enter, notFound.
func (s *Service) Get(ctx context.Context, p policy.Principal, operationID, payoutID id.ID) (Payout, []Ordered, error) {
	op, err := s.enter(ctx, p, read, operationID)
	if err != nil {
		return Payout{}, nil, err
	}
	one, err := s.Payouts.ByID(ctx, op.ID, payoutID)
	if err != nil {
		return Payout{}, nil, err
	}
	all, err := s.Payouts.Ordered(ctx, op.ID, one.ID)
	return one, all, err
}

// Download reads the file of a list again. Errors: those of enter, notFound.
func (s *Service) Download(ctx context.Context, p policy.Principal, operationID, payoutID id.ID) (File, error) {
	op, err := s.enter(ctx, p, export, operationID)
	if err != nil {
		return File{}, err
	}
	one, err := s.Payouts.ByID(ctx, op.ID, payoutID)
	return s.again(ctx, p, one, err)
}

// Cancel takes a list back that the bank was not given: its statements can be paid otherwise. One that is
// cancelled stays so. Errors: those of enter, notFound, object.changed, payout.answered.
func (s *Service) Cancel(ctx context.Context, p policy.Principal, operationID, payoutID id.ID) (Payout, error) {
	op, err := s.enter(ctx, p, cancel, operationID)
	if err != nil {
		return Payout{}, err
	}
	one, err := s.Payouts.ByID(ctx, op.ID, payoutID)
	if err != nil || one.Status == Cancelled {
		return one, err
	}
	at := s.Now().UTC()
	err = s.Tx.InTx(ctx, p.Change(cancel, op.ID, "payout", one.ID), func(ctx context.Context) error {
		return s.Payouts.Cancel(ctx, one, at)
	})
	if err != nil {
		return Payout{}, err
	}
	return s.Payouts.ByID(ctx, op.ID, one.ID)
}

// Movements are what was paid of a statement and what came back, with what was withdrawn, the last day
// first. Errors: those of enter, statement.notFound.
func (s *Service) Movements(ctx context.Context, p policy.Principal, operationID, statementID id.ID) ([]Movement, error) {
	op, err := s.enter(ctx, p, read, operationID)
	if err != nil {
		return nil, err
	}
	found, err := s.Payouts.Accounts(ctx, op.ID, []id.ID{statementID}, false)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, statement.ErrNotFound
	}
	list := found[0].Moved
	slices.SortStableFunc(list, func(x, y Movement) int { return int(y.BookedOn - x.BookedOn) })
	return list, nil
}

// Record records that statements were paid, or that their money came back: all of them or none. Errors:
// those of enter, invoice.selectionRequired, payout.invalid with those of the fields and of each
// statement, statement.notFound.
func (s *Service) Record(ctx context.Context, p policy.Principal, operationID id.ID, r Record) ([]Movement, error) {
	op, err := s.enter(ctx, p, update, operationID)
	if err != nil {
		return nil, err
	}
	r.StatementIDs = slices.Compact(slices.Sorted(slices.Values(r.StatementIDs)))
	if len(r.StatementIDs) == 0 {
		return nil, billing.ErrSelectionRequired
	}
	if err := r.Check(op.Zone().DateOf(s.Now())); err != nil {
		return nil, err
	}
	var made []Movement
	change := p.Change(update, op.ID, "statement", id.Only(r.StatementIDs))
	change.Details = map[string]any{"statements": len(r.StatementIDs), "kind": string(r.Kind)}
	err = s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		made = nil
		accounts, err := s.Payouts.Accounts(ctx, op.ID, r.StatementIDs, true)
		if err != nil {
			return err
		}
		if len(accounts) < len(r.StatementIDs) {
			return statement.ErrNotFound.At("ids")
		}
		var wrong fault.List
		for n := range accounts {
			one, refused := r.Of(accounts[n])
			if refused != nil {
				wrong.Add(refused)
				continue
			}
			one.ID, one.CreatedAt = id.New(), s.Now().UTC()
			accounts[n].Moved = append(accounts[n].Moved, one)
			made = append(made, one)
			tx.Concern(ctx, "statement", one.StatementID)
		}
		if len(wrong.Items) == 1 {
			return wrong.Items[0]
		}
		if err := wrong.Err(ErrInvalid); err != nil {
			return err
		}
		return s.ledger.Book(ctx, op.ID, p.UserID, accounts, made)
	})
	return made, err
}

// Withdraw takes back what was recorded by mistake; it stays, marked. A payment that came back is kept
// until that is withdrawn. Errors: those of enter, notFound, payout.withdrawn, payout.returnedSince.
func (s *Service) Withdraw(ctx context.Context, p policy.Principal, operationID, movementID id.ID) (Movement, error) {
	op, err := s.enter(ctx, p, update, operationID)
	if err != nil {
		return Movement{}, err
	}
	statementID, err := s.Payouts.Movement(ctx, op.ID, movementID)
	if err != nil {
		return Movement{}, err
	}
	find := func(ctx context.Context, locked bool) (Account, int, error) {
		accounts, err := s.Payouts.Accounts(ctx, op.ID, []id.ID{statementID}, locked)
		if err != nil || len(accounts) == 0 {
			return Account{}, -1, err
		}
		return accounts[0], slices.IndexFunc(accounts[0].Moved, func(m Movement) bool { return m.ID == movementID }), nil
	}
	err = s.Tx.InTx(ctx, p.Change(update, op.ID, "statement", statementID), func(ctx context.Context) error {
		a, at, err := find(ctx, true)
		switch {
		case err != nil:
			return err
		case at < 0:
			return policy.ErrNotFound
		case !a.Moved[at].Holds():
			return ErrWithdrawn
		}
		return s.ledger.withdraw(ctx, op.ID, p.UserID, a, func(m Movement) bool { return m.ID == movementID })
	})
	if err != nil {
		return Movement{}, err
	}
	a, at, err := find(ctx, false)
	if err != nil || at < 0 {
		return Movement{}, err
	}
	return a.Moved[at], nil
}

// Settings are how an operation pays. Errors: those of enter.
func (s *Service) Settings(ctx context.Context, p policy.Principal, operationID id.ID) (Settings, error) {
	op, err := s.enter(ctx, p, read, operationID)
	if err != nil {
		return Settings{}, err
	}
	return s.Payouts.Settings(ctx, op.ID)
}

// ChangeSettings says how an operation pays. Errors: those of enter.
func (s *Service) ChangeSettings(ctx context.Context, p policy.Principal, operationID id.ID, to Settings) (Settings, error) {
	op, err := s.enter(ctx, p, update, operationID)
	if err != nil {
		return Settings{}, err
	}
	change := p.Change(update, op.ID, "operation", op.ID)
	change.Details = map[string]any{"messageVersion": string(to.Message)}
	return to, s.Tx.InTx(ctx, change, func(ctx context.Context) error { return s.Payouts.SetSettings(ctx, op.ID, to) })
}
