// Package setup says what an operation still needs before its first month: what is there, what
// lacks, what comes next and who does it.
package setup

import (
	"context"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
)

// Operations reads operations; *operation.Service is one.
type Operations interface {
	ByID(ctx context.Context, operationID id.ID) (operation.Operation, error)
	// Reached are those in the scope of the principal.
	Reached(ctx context.Context, p policy.Principal) ([]operation.Operation, error)
}

// Stock counts what is stored of operations.
type Stock interface {
	// Counts is what an operation has on a day.
	Counts(ctx context.Context, operationID id.ID, today civil.Date) (Counts, error)
}

// Deps are what the service works with.
type Deps struct {
	Guard      policy.Guard
	Now        func() time.Time
	Operations Operations
	Stock      Stock
}

// Service is the use cases of setting up.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service {
	if d.Now == nil {
		d.Now = time.Now
	}
	return &Service{d}
}

// List is the steps of an operation, or of a server without one.
type List struct {
	OperationID id.ID // none where there is no operation yet
	Complete    bool
	Steps       []Step
	Next        *Step // the first that can be done now
	// Lacks are the empty fields of the operation that stand in the way of something, of Fields.
	Lacks  []operation.Lack
	Fields int
}

// OfOperation lists the steps that an operation has. It is for those who may do them.
// Errors: forbidden, notFound.
func (s *Service) OfOperation(ctx context.Context, p policy.Principal, operationID id.ID) (List, error) {
	if err := s.Guard.Operation(ctx, p, "operation:update", operationID); err != nil {
		return List{}, err
	}
	op, err := s.Operations.ByID(ctx, operationID)
	if err != nil {
		return List{}, err
	}
	counts, err := s.Stock.Counts(ctx, operationID, op.Zone().DateOf(s.Now()))
	if err != nil {
		return List{}, err
	}
	steps := stepsOf(op, counts)
	lacks, fields := op.Lacks()
	return List{OperationID: operationID, Complete: over(steps), Steps: steps, Next: nextOf(steps), Lacks: lacks, Fields: fields}, nil
}

// OfCaller says what comes before any operation: that one is made, by whoever looks after the
// server. For those who have one it is done. Errors: forbidden.
func (s *Service) OfCaller(ctx context.Context, p policy.Principal) (List, error) {
	if err := s.Guard.Global(ctx, p, "operation:read"); err != nil {
		return List{}, err
	}
	reached, err := s.Operations.Reached(ctx, p)
	if err != nil {
		return List{}, err
	}
	step := Step{Kind: OperationMade, State: doneIf(len(reached) > 0), Actor: Admin, Number: len(reached)}
	out := List{Complete: step.State == Done, Steps: []Step{step}}
	if out.Complete {
		return out, nil
	}
	if s.Guard.Global(ctx, p, "operation:create") == nil {
		out.Next = &step
	} else {
		out.Steps[0].State = Waiting
	}
	// What follows is the same for every operation that bills.
	for _, kind := range []Kind{PMO, Sites, Curves, Clients, Plans, Run} {
		out.Steps = append(out.Steps, Step{Kind: kind, State: Waiting, Actor: Organizer, WaitsFor: OperationMade})
	}
	return out, nil
}
