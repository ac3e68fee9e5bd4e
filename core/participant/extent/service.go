package extent

import (
	"context"
	"time"

	"github.com/openpmo/pmo/core/id"
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
	if err := s.Guard.Operation(ctx, p, "participant:read", operationID); err != nil {
		return Extent{}, err
	}
	op, err := s.Operations.ByID(ctx, operationID)
	if err != nil {
		return Extent{}, err
	}
	sites, err := s.Participants.OfOperation(ctx, operationID)
	if err != nil {
		return Extent{}, err
	}
	return Of(op.DSO.Country(), sites, op.Zone().DateOf(s.Now())), nil
}
