// Package simpleview is how much of an operation somebody is shown: all of it, or what a small one
// needs (ADR 94). It says what menus, columns and forms leave out, and which of that holds data.
package simpleview

import (
	"context"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// DefaultLimit is from how many sites on an operation is shown whole where nothing is said.
const DefaultLimit = 50

// ErrUnknown is a view that there is not; parameter value.
var ErrUnknown = fault.New(fault.Invalid, "operationView.unknown", fault.Text("value")).At("view")

// Choices keeps what the people of an operation want to see of it.
type Choices interface {
	// Of are those of somebody; an operation whose team it is not in is left out.
	Of(ctx context.Context, userID id.ID, operationIDs []id.ID) (map[id.ID]Choice, error)
	// Set keeps one. Error: operation.notFound where it is not in the team.
	Set(ctx context.Context, operationID, userID id.ID, choice Choice) error
}

// Uses finds the options that hold data.
type Uses interface {
	InUse(ctx context.Context, operationIDs []id.ID) (map[id.ID][]operation.Option, error)
}

// Deps are what the service works with.
type Deps struct {
	Guard      policy.Guard
	Tx         tx.Runner
	Now        func() time.Time
	Operations operation.Operations
	Sites      operation.Sites
	Choices    Choices
	Uses       Uses
	Limit      int // fewer sites than that have the simple view
}

// Service is the use cases.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

var _ operation.Views = (*Service)(nil)

// Of are the views of operations that p reads, for lists of them after their own permission check.
// Only who is in the team of an operation has one: participants have a menu of their own.
func (s *Service) Of(ctx context.Context, p policy.Principal, operations []operation.Detail) (map[id.ID]operation.View, error) {
	if len(operations) == 0 || p.Role != policy.RoleOrganizer && p.Role != policy.RoleObserver {
		return nil, nil
	}
	ids := make([]id.ID, len(operations))
	for i, o := range operations {
		ids[i] = o.ID
	}
	choices, err := s.Choices.Of(ctx, p.UserID, ids)
	if err != nil {
		return nil, err
	}
	views := map[id.ID]operation.View{}
	var simple []id.ID
	for _, o := range operations {
		choice, member := choices[o.ID]
		if !member {
			continue
		}
		v := ViewOf(o.Features, o.SitesNumber, choice, s.Limit)
		if views[o.ID] = v; v.Simple {
			simple = append(simple, o.ID)
		}
	}
	if len(simple) == 0 {
		return views, nil
	}
	used, err := s.Uses.InUse(ctx, simple)
	for _, operationID := range simple {
		v := views[operationID]
		for _, option := range v.Hidden {
			if slices.Contains(used[operationID], option) {
				v.InUse = append(v.InUse, option)
			}
		}
		views[operationID] = v
	}
	return views, err
}

const (
	update policy.Permission = "operationView:update"
	read   policy.Permission = "operation:read"
)

// Choose keeps how much of an operation the caller wants to see, for itself alone.
// Errors: forbidden, notFound, operationView.unknown.
func (s *Service) Choose(ctx context.Context, p policy.Principal, operationID id.ID, choice Choice) (operation.View, error) {
	if err := s.Guard.Require(ctx, p, update, policy.Resource{UserID: p.UserID}); err != nil {
		return operation.View{}, err
	}
	if err := s.Guard.Operation(ctx, p, read, operationID); err != nil {
		return operation.View{}, err
	}
	if choice != BySize && choice != Simple && choice != Full {
		return operation.View{}, ErrUnknown.With("value", string(choice))
	}
	if err := s.Tx.InTx(ctx, p.Change(update, "", "user", p.UserID), func(ctx context.Context) error {
		return s.Choices.Set(ctx, operationID, p.UserID, choice)
	}); err != nil {
		return operation.View{}, err
	}
	return s.one(ctx, p, operationID)
}

func (s *Service) one(ctx context.Context, p policy.Principal, operationID id.ID) (operation.View, error) {
	o, err := s.Operations.ByID(ctx, operationID)
	if err != nil {
		return operation.View{}, err
	}
	counts, err := s.Sites.Counts(ctx, []id.ID{operationID}, civil.Paris.DateOf(s.Now()))
	if err != nil {
		return operation.View{}, err
	}
	d := operation.Detail{Operation: o, Features: operation.MenuOf(o.Variant(), p.Role), SitesNumber: counts[operationID].Sites}
	views, err := s.Of(ctx, p, []operation.Detail{d})
	return views[operationID], err
}
