package extent

import (
	"context"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/naming"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/policy"
)

// Deps are what the service works with.
type Deps struct {
	Guard        policy.Guard
	Now          func() time.Time
	Operations   participant.Operations
	Participants participant.Participants
}

// Service is the use case of measuring an operation.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// Measure says how far apart the sites of an operation lie and how much its producers can make, by
// the law of today. Errors: forbidden, notFound.
func (s *Service) Measure(ctx context.Context, p policy.Principal, operationID id.ID) (Extent, error) {
	if err := s.Guard.Operation(ctx, p, read, operationID); err != nil {
		return Extent{}, err
	}
	line, err := s.measure(ctx, operationID)
	return line.Extent, err
}

const read policy.Permission = "participant:read"

// Line is the extent of one of several operations.
type Line struct {
	OperationID   id.ID
	OperationName string
	Extent
}

// List measures several operations, in the order of their names. Errors: forbidden, notFound.
func (s *Service) List(ctx context.Context, p policy.Principal, operationIDs []id.ID) ([]Line, error) {
	for _, operationID := range operationIDs {
		if err := s.Guard.Operation(ctx, p, read, operationID); err != nil {
			return nil, err
		}
	}
	operationIDs = slices.Compact(slices.Sorted(slices.Values(operationIDs)))
	lines := make([]Line, len(operationIDs))
	for i, operationID := range operationIDs {
		var err error
		if lines[i], err = s.measure(ctx, operationID); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(lines, func(a, b Line) int { return naming.Compare(a.OperationName, b.OperationName) })
	return lines, nil
}

func (s *Service) measure(ctx context.Context, operationID id.ID) (Line, error) {
	op, err := s.Operations.ByID(ctx, operationID)
	if err != nil {
		return Line{}, err
	}
	sites, err := s.Participants.OfOperation(ctx, operationID)
	return Line{operationID, op.Name, Of(op.DSO.Country(), sites, op.Zone().DateOf(s.Now()))}, err
}
