package journal

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"iter"
	"slices"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
)

const (
	read   policy.Permission = "journal:read"
	update policy.Permission = "journal:update"
	export policy.Permission = "journal:export"
	lock   policy.Permission = "monthLock:create"
	unlock policy.Permission = "monthLock:delete"
)

// MaxExported is how many pieces one export holds, MaxListed how many exports and locks are listed,
// MaxMonths how many months a journal covers at most. together is how many pieces are read at once.
const (
	MaxExported = 10_000
	MaxListed   = 240
	MaxMonths   = 12
	together    = 1_000
)

// Deps is what the use cases need.
type Deps struct {
	billing.Access
	Stores
	Entities billing.BillingEntities
	// Words puts what the journal calls things into words.
	Words func(language, area, key string, values map[string]any) string
}

// Service is the use cases of the journal.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// seller is an issuer as a legal seller, and the operations in which the caller has a right to it.
type seller struct {
	op         operation.Operation
	issuer     billing.BillingEntity
	owner      string
	operations []id.ID
	hidden     int
}

// enter asks for a right in an operation, finds an issuer of it, and asks for the right in all other
// operations of the legal person, for numbers and journal are the legal person's (domain 8.2). Who may
// not issue for it, does not see its books either. What is wrong with the question is told to who has
// the right, before anything is looked for.
// Errors: forbidden, notFound, featureNotAvailable, billingEntity.notFound, billingEntity.unconfirmed,
// billingEntity.legalNumberTaken.
func (s *Service) enter(ctx context.Context, p policy.Principal, perm policy.Permission, operationID, entityID id.ID, wrong ...error) (seller, error) {
	op, err := s.Enter(ctx, p, perm, billing.Scope{OperationID: operationID})
	if err = cmp.Or(append([]error{err}, wrong...)...); err != nil {
		return seller{}, err
	}
	issuers, err := s.Entities.List(ctx, op.ID)
	if err != nil {
		return seller{}, err
	}
	n := slices.IndexFunc(issuers, func(e billing.BillingEntity) bool { return e.ID == entityID })
	if n < 0 {
		return seller{}, billing.ErrIssuerNotFound
	}
	if refused := issuers[n].MayIssue(); refused != nil {
		return seller{}, refused
	}
	return s.sellerOf(ctx, p, perm, op, issuers[n])
}

func (s *Service) sellerOf(ctx context.Context, p policy.Principal, perm policy.Permission, op operation.Operation, issuer billing.BillingEntity) (seller, error) {
	who := seller{op: op, issuer: issuer, owner: issuer.NumberingOwner(), operations: []id.ID{op.ID}}
	others, err := s.Invoices.Operations(ctx, who.owner)
	for _, other := range others {
		switch {
		case other == op.ID:
		case s.Guard.Operation(ctx, p, perm, other) == nil:
			who.operations = append(who.operations, other)
		default:
			who.hidden++
		}
	}
	return who, err
}

// word is a word of the journal. French books are in French (article 54 of the French tax code), those
// of others in the language of who asks.
func (s *Service) word(op operation.Operation, language, key string, values map[string]any) string {
	if op.DSO.Country() == dso.France {
		language = "fr"
	}
	return s.Words(language, "accounting", "journal.word."+key, values)
}

func (s *Service) accounts(ctx context.Context, who seller, language string) (Accounts, error) {
	a, told, err := s.Books.Of(ctx, who.owner)
	if err != nil || told {
		return a, err
	}
	return Defaults(who.owner, who.op.DSO.Country(), func(key string) string { return s.word(who.op, language, key, nil) }), nil
}

// Accounts are by what a seller books; those of the country's chart until somebody tells others.
// Errors: those of enter.
func (s *Service) Accounts(ctx context.Context, p policy.Principal, operationID, entityID id.ID, language string) (Accounts, error) {
	who, err := s.enter(ctx, p, read, operationID, entityID)
	if err != nil {
		return Accounts{}, err
	}
	return s.accounts(ctx, who, language)
}

// PutAccounts tells them, over those of a version; 0 = whichever. They hold for every operation of
// the legal person. Errors: those of enter, journal.invalid, object.changed.
func (s *Service) PutAccounts(ctx context.Context, p policy.Principal, operationID, entityID id.ID, language string, version int, change func(Accounts) Accounts) (Accounts, error) {
	who, err := s.enter(ctx, p, update, operationID, entityID)
	if err != nil {
		return Accounts{}, err
	}
	before, err := s.accounts(ctx, who, language)
	if err != nil {
		return Accounts{}, err
	}
	if version != 0 && version != before.Version {
		return Accounts{}, fault.ObjectChanged
	}
	a, err := change(before).Check()
	if err != nil {
		return Accounts{}, err
	}
	a.Owner, a.Version, a.UpdatedAt = who.owner, before.Version+1, s.Now()
	return a, s.Tx.InTx(ctx, p.Change(update, who.op.ID, "billingEntity", entityID), func(ctx context.Context) error {
		stored, err := s.Books.Put(ctx, a, p.UserID, before.Version)
		if err == nil && !stored {
			err = fault.ObjectChanged
		}
		return err
	})
}

// Sellers are the issuers of an operation with what an accountant looks for first. Errors: forbidden,
// notFound, featureNotAvailable.
func (s *Service) Sellers(ctx context.Context, p policy.Principal, operationID id.ID) ([]Seller, error) {
	op, err := s.Enter(ctx, p, read, billing.Scope{OperationID: operationID})
	if err != nil {
		return nil, err
	}
	issuers, err := s.Entities.List(ctx, op.ID)
	if err != nil {
		return nil, err
	}
	out := make([]Seller, len(issuers))
	for n, e := range issuers {
		out[n] = Seller{EntityID: e.ID, Name: e.Name, LegalNumber: e.LegalNumber, Confirmed: e.MayIssue() == nil}
		if !out[n].Confirmed {
			continue
		}
		who, err := s.sellerOf(ctx, p, read, op, e)
		if err != nil {
			return nil, err
		}
		out[n].Operations, out[n].HiddenOperations = len(who.operations), who.hidden
		if out[n].Standing, err = s.Invoices.Standing(ctx, who.owner, who.operations); err != nil {
			return nil, err
		}
		if out[n].Locks, err = s.Months.List(ctx, who.owner, MaxListed); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// readable refuses days that one journal does not cover.
func readable(days civil.Range) error {
	if days.IsEmpty() {
		return civil.ErrReversed.With("from", days.From.String()).With("to", days.Last().String()).At("dateFrom")
	}
	if err := days.AtMost(MaxMonths); err != nil {
		return fault.From(err).At("dateTo")
	}
	return nil
}

// Book is the journal of a seller on some days of issue.
type Book struct {
	Accounts
	Days   civil.Range
	Hidden int // operations of the seller whose invoices the caller does not see
	// Entries reads them part by part, in the order of the journal. It ends with the first error.
	Entries iter.Seq2[Entry, error]
}

// Journal is what a seller sold, and what it owes to producers, over all its operations that the caller
// sees. Errors: those
// of enter, range.reversed, range.tooLong; the entries' own journal.referenceMissing.
func (s *Service) Journal(ctx context.Context, p policy.Principal, operationID, entityID id.ID, days civil.Range, language string) (Book, error) {
	who, err := s.enter(ctx, p, read, operationID, entityID, readable(days))
	if err != nil {
		return Book{}, err
	}
	b := Book{Days: days, Hidden: who.hidden}
	if b.Accounts, err = s.accounts(ctx, who, language); err != nil {
		return Book{}, err
	}
	b.Entries = s.entries(ctx, who, b.Accounts, Query{Owner: who.owner, Operations: who.operations, Days: days}, language)
	// The first part is read now: what refuses it is still an answer.
	for _, err := range b.Entries {
		if err != nil {
			return Book{}, err
		}
		break
	}
	return b, nil
}

// entries books what a query finds, part by part; Limit 0 = all.
func (s *Service) entries(ctx context.Context, who seller, a Accounts, q Query, language string) iter.Seq2[Entry, error] {
	limit := q.Limit
	return func(yield func(Entry, error) bool) {
		q, left := q, limit
		for {
			q.Limit = together
			if limit > 0 {
				q.Limit = min(together, left)
			}
			list, err := s.Invoices.List(ctx, q)
			if err != nil {
				yield(Entry{}, err)
				return
			}
			for _, inv := range list {
				e, err := a.Entry(inv, func(key string, values map[string]any) string { return s.word(who.op, language, key, values) })
				if !yield(e, err) || err != nil {
					return
				}
			}
			left -= len(list)
			if len(list) < q.Limit || limit > 0 && left == 0 {
				return
			}
			q.Behind = &list[len(list)-1].Place
		}
	}
}

// Export hands over what is new: the invoices, credit notes and statements issued up to a day that no
// export holds, at most MaxExported of them, the oldest first. Two who ask at once get different ones. The content is
// kept. Errors: those of enter, journal.nothingNew, journal.referenceMissing.
func (s *Service) Export(ctx context.Context, p policy.Principal, operationID, entityID id.ID, until *civil.Date, language string) (Export, error) {
	who, err := s.enter(ctx, p, export, operationID, entityID)
	if err != nil {
		return Export{}, err
	}
	a, err := s.accounts(ctx, who, language)
	if err != nil {
		return Export{}, err
	}
	// An issue date may lie ahead: it is never before the last one of its series.
	q := Query{Owner: who.owner, Operations: who.operations, Days: civil.Range{From: civil.Min, To: civil.Forever}, New: true, Limit: MaxExported}
	if until != nil {
		q.Days.To = *until + 1
	}
	var made Export
	change := p.Change(export, who.op.ID, "billingEntity", entityID)
	err = s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		made = Export{ID: id.New(), OperationID: who.op.ID, EntityID: entityID, Owner: who.owner, CreatedBy: p.UserID, CreatedAt: s.Now()}
		if err := s.Exports.Hold(ctx, who.owner); err != nil {
			return err
		}
		var content bytes.Buffer
		if err := WriteHeader(&content); err != nil {
			return err
		}
		var held []Piece
		for e, err := range s.entries(ctx, who, a, q, language) {
			if err != nil {
				return err
			}
			if err := a.WriteEntry(&content, e); err != nil {
				return err
			}
			held = append(held, e.Piece)
			made.take(e)
		}
		if len(held) == 0 {
			return ErrNothingNew
		}
		hash := sha256.Sum256(content.Bytes())
		made.SHA256, made.Size, made.FileName = hex.EncodeToString(hash[:]), int64(content.Len()), a.FileName(made.Last, "txt")
		if err := s.Exports.Add(ctx, made, content.Bytes(), held); err != nil {
			return err
		}
		standing, err := s.Invoices.Standing(ctx, who.owner, who.operations)
		made.More = until == nil && standing.New+standing.Owed.New > 0
		return err
	})
	return made, err
}

// ListExports are those of a seller of which the caller sees every operation, last first, and how many
// there are; at most MaxListed. Errors: those of enter.
func (s *Service) ListExports(ctx context.Context, p policy.Principal, operationID, entityID id.ID) ([]Export, int, error) {
	who, err := s.enter(ctx, p, read, operationID, entityID)
	if err != nil {
		return nil, 0, err
	}
	return s.Exports.List(ctx, who.owner, who.operations, MaxListed)
}

// Exported is the content of an export, as it was handed over. Errors: those of enter,
// journal.exportNotFound.
func (s *Service) Exported(ctx context.Context, p policy.Principal, operationID, entityID, exportID id.ID) (Export, []byte, error) {
	who, err := s.enter(ctx, p, read, operationID, entityID)
	if err != nil {
		return Export{}, nil, err
	}
	e, content, operations, err := s.Exports.Content(ctx, who.owner, exportID)
	for _, one := range operations {
		if !slices.Contains(who.operations, one) {
			return Export{}, nil, ErrExportNotFound
		}
	}
	return e, content, err
}

// ListLocks are the locked months of a seller, the last first; at most MaxListed. Errors: those of enter.
func (s *Service) ListLocks(ctx context.Context, p policy.Principal, operationID, entityID id.ID) ([]Lock, error) {
	who, err := s.enter(ctx, p, read, operationID, entityID)
	if err != nil {
		return nil, err
	}
	return s.Months.List(ctx, who.owner, MaxListed)
}

// LockMonth closes a month of a seller: no invoice, credit note or cancellation of it is dated there any
// more, in whichever operation. A month that is not over stops the seller's invoicing, so that it takes
// the right in each of its operations. Errors: those of enter, monthLock.locked, monthLock.ahead,
// monthLock.notOver.
func (s *Service) LockMonth(ctx context.Context, p policy.Principal, operationID, entityID id.ID, m civil.Month) (Lock, error) {
	who, err := s.enter(ctx, p, lock, operationID, entityID)
	if err != nil {
		return Lock{}, err
	}
	switch now := civil.MonthOf(s.Today(who.op)); {
	case m > now:
		return Lock{}, ErrMonthAhead.With("month", m.String())
	case m == now && who.hidden > 0:
		return Lock{}, ErrMonthRuns.With("month", m.String())
	}
	l := Lock{Owner: who.owner, Month: m, OperationID: who.op.ID, LockedBy: p.UserID, LockedAt: s.Now()}
	change := p.Change(lock, who.op.ID, "billingEntity", entityID)
	change.Details = map[string]any{"month": m.String()}
	return l, s.Tx.InTx(ctx, change, func(ctx context.Context) error { return s.Months.Add(ctx, l) })
}

// UnlockMonth opens it again. Errors: those of enter, monthLock.notLocked.
func (s *Service) UnlockMonth(ctx context.Context, p policy.Principal, operationID, entityID id.ID, m civil.Month) error {
	who, err := s.enter(ctx, p, unlock, operationID, entityID)
	if err != nil {
		return err
	}
	change := p.Change(unlock, who.op.ID, "billingEntity", entityID)
	change.Details = map[string]any{"month": m.String()}
	return s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		there, err := s.Months.Remove(ctx, who.owner, m)
		if err == nil && !there {
			err = ErrNotLocked.With("month", m.String())
		}
		return err
	})
}
