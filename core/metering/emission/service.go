package emission

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

const (
	create policy.Permission = "admin:create"
	update policy.Permission = "admin:update"

	objectKind = "emissionFactor" // in the audit trail
)

// Store keeps factors.
type Store interface {
	// All is every factor, by country, kind and month.
	All(ctx context.Context, limit int) (Factors, error)
	// Add stores a new one. Error: emission.taken.
	Add(ctx context.Context, f Factor) error
	// Save replaces one of the version before; ok is false where there is another one. Error: emission.taken.
	Save(ctx context.Context, f Factor) (ok bool, err error)
}

// Deps are what the service works with.
type Deps struct {
	Guard policy.Guard
	Tx    tx.Runner
	Now   func() time.Time
	Store Store
}

// Service holds the use cases.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// Create stores a factor. Errors: forbidden, emission.invalid with those of the fields, emission.taken,
// emission.tooMany.
func (s *Service) Create(ctx context.Context, p policy.Principal, f Factor) (Factor, error) {
	if err := s.Guard.Global(ctx, p, create); err != nil {
		return f, err
	}
	if err := f.Check(); err != nil {
		return f, err
	}
	f.ID, f.Source, f.Version, f.CreatedAt = id.New(), strings.TrimSpace(f.Source), 1, s.Now().UTC()
	change := p.Change(create, "", objectKind, f.ID)
	change.Details = f.details()
	return f, s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		all, err := s.Store.All(ctx, MostFactors)
		if err == nil && len(all) >= MostFactors {
			err = ErrTooMany.With("max", MostFactors)
		}
		if err != nil {
			return err
		}
		return s.Store.Add(ctx, f)
	})
}

// Update replaces what a factor says; over is the version that was seen, 0 = any. Errors: forbidden,
// notFound, object.changed, those of Create.
func (s *Service) Update(ctx context.Context, p policy.Principal, factorID id.ID, over int, changed func(Factor) Factor) (f Factor, err error) {
	if err := s.Guard.Global(ctx, p, update); err != nil {
		return f, err
	}
	return f, s.Tx.InTx(ctx, p.Change(update, "", objectKind, factorID), func(ctx context.Context) error {
		all, err := s.Store.All(ctx, MostFactors)
		if err != nil {
			return err
		}
		n := slices.IndexFunc(all, func(f Factor) bool { return f.ID == factorID })
		if n < 0 {
			return policy.ErrNotFound
		}
		was := all[n]
		if over != 0 && was.Version != over {
			return fault.ObjectChanged
		}
		f = changed(was)
		f.ID, f.Version, f.CreatedAt, f.Source = was.ID, was.Version+1, was.CreatedAt, strings.TrimSpace(f.Source)
		if err := f.Check(); err != nil {
			return err
		}
		for name, value := range f.details() {
			tx.Note(ctx, name, value)
		}
		ok, err := s.Store.Save(ctx, f)
		if err == nil && !ok {
			err = fault.ObjectChanged
		}
		return err
	})
}
