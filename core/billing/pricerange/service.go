package pricerange

import (
	"context"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// Deps is what the use cases need.
type Deps struct {
	Guard  policy.Guard
	Tx     tx.Runner
	Ranges billing.PriceRanges
	Now    func() time.Time
}

// Service holds the use cases of ranges. They are listed with the tables of the back-office.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// MaxRanges is how many there may be.
const MaxRanges = 500

// kind names ranges in the audit trail.
const kind = "priceRange"

// Create adds a range. Errors: forbidden, priceRange.invalid with items, priceRange.taken, priceRange.tooMany.
func (s *Service) Create(ctx context.Context, p policy.Principal, r billing.PriceRange) (billing.PriceRange, error) {
	if err := s.Guard.Global(ctx, p, "admin:create"); err != nil {
		return r, err
	}
	if err := r.Check(); err != nil {
		return r, err
	}
	r.ID, r.Version, r.CreatedAt = id.New(), 1, s.Now().UTC()
	return r, s.Tx.InTx(ctx, p.Change("admin:create", "", kind, r.ID), func(ctx context.Context) error {
		all, err := s.Ranges.All(ctx)
		if err == nil && len(all) >= MaxRanges {
			err = billing.ErrRangesTooMany.With("max", MaxRanges)
		}
		if err != nil {
			return err
		}
		return s.Ranges.Add(ctx, r)
	})
}

// Update changes a range that was typed wrong; over is the version that was seen, 0 = any.
// Errors: forbidden, notFound, object.changed, those of Create.
func (s *Service) Update(ctx context.Context, p policy.Principal, rangeID id.ID, over int, changed func(billing.PriceRange) billing.PriceRange) (r billing.PriceRange, err error) {
	if err := s.Guard.Global(ctx, p, "admin:update"); err != nil {
		return r, err
	}
	return r, s.Tx.InTx(ctx, p.Change("admin:update", "", kind, rangeID), func(ctx context.Context) error {
		all, err := s.Ranges.All(ctx)
		if err != nil {
			return err
		}
		n := slices.IndexFunc(all, func(one billing.PriceRange) bool { return one.ID == rangeID })
		if n < 0 {
			return policy.ErrNotFound
		}
		was := all[n]
		if over != 0 && was.Version != over {
			return fault.ObjectChanged
		}
		r = changed(was)
		r.ID, r.Version, r.CreatedAt = was.ID, was.Version+1, was.CreatedAt
		if err := r.Check(); err != nil {
			return err
		}
		tx.NoteFields(ctx, was, r)
		ok, err := s.Ranges.Save(ctx, r)
		if err == nil && !ok {
			err = fault.ObjectChanged
		}
		return err
	})
}
