package backoffice

import (
	"context"

	"github.com/openpmo/pmo/core/policy"
)

// Lists reads the rows of lists. Queries are complete: their fields are the list's own.
type Lists interface {
	Rows(ctx context.Context, l List, q Query) (Rows, error)
	// Row is one row with its hidden fields. Error: notFound.
	Row(ctx context.Context, l List, rowID string) ([]byte, error)
}

// Deps is what the lists are read with.
type Deps struct {
	Guard policy.Guard
	Lists Lists
}

// Service reads lists for those who may.
type Service struct{ d Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// Rows reads one page of a list. Errors: forbidden, list.sortUnknown,
// list.filterUnknown, list.filterInvalid, list.rangeInvalid.
func (s *Service) Rows(ctx context.Context, p policy.Principal, l List, q Query) (Rows, error) {
	if err := s.d.Guard.Global(ctx, p, l.Permission); err != nil {
		return Rows{}, err
	}
	q, err := l.complete(q)
	if err != nil {
		return Rows{}, err
	}
	return s.d.Lists.Rows(ctx, l, q)
}

// Row reads one row of a list. Errors: forbidden, notFound.
func (s *Service) Row(ctx context.Context, p policy.Principal, l List, rowID string) ([]byte, error) {
	if err := s.d.Guard.Global(ctx, p, l.Permission); err != nil {
		return nil, err
	}
	if !l.Fields["id"].takes(rowID) {
		return nil, ErrNotFound
	}
	return s.d.Lists.Row(ctx, l, rowID)
}
