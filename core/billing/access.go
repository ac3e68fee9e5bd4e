package billing

import (
	"context"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// Access is how every use case of billing begins: who may, in which operation, and within
// which transaction and locks.
type Access struct {
	Guard      policy.Guard
	Operations Operations
	Tx         tx.Runner
	Locks      Locks
	Now        func() time.Time
}

// Scope is which family of calls is meant: an operation's, or a participant's when
// ParticipantID is set (specification section 7); OperationID is then found.
type Scope struct{ OperationID, ParticipantID id.ID }

// Holds reports whether a pair is of the scope: in the calls of a site it is on one side of it.
func (s Scope) Holds(p Pair) bool {
	of := s.ParticipantID
	return of.IsZero() || p.ConsumerID == of || p.ProducerID == of
}

// Enter asks the policy, then whether the operation has billing at all.
// Errors: forbidden, notFound, featureNotAvailable.
func (a Access) Enter(ctx context.Context, p policy.Principal, perm policy.Permission, scope Scope) (operation.Operation, error) {
	op, err := a.EnterParties(ctx, p, perm, scope)
	if err != nil {
		return operation.Operation{}, err
	}
	return op, op.Require(operation.FeatureBilling)
}

// EnterParties is Enter for issuers and clients: operations of the old engine have them too, to collect
// for them and to be moved to the newer one. Errors: forbidden, notFound.
func (a Access) EnterParties(ctx context.Context, p policy.Principal, perm policy.Permission, scope Scope) (operation.Operation, error) {
	var err error
	if scope.ParticipantID.IsZero() {
		err = a.Guard.Operation(ctx, p, perm, scope.OperationID)
	} else {
		scope.OperationID, err = a.Guard.Participant(ctx, p, perm, scope.ParticipantID)
	}
	if err != nil {
		return operation.Operation{}, err
	}
	return a.Operations.ByID(ctx, scope.OperationID)
}

// Today is the day in the operator's zone.
func (a Access) Today(op operation.Operation) civil.Date { return op.Zone().DateOf(a.Now()) }

// LockPairs keeps others from what is billed between some issuers and clients. Many of
// them are locked with the operation: a database holds some thousand locks, not more.
func (a Access) LockPairs(ctx context.Context, operationID id.ID, pairs []PartyPair, months ...civil.Month) error {
	many := len(pairs) > MaxBatchPairs
	if err := a.Locks.Operation(ctx, operationID, many); err != nil {
		return err
	}
	if err := a.Locks.Months(ctx, operationID, months); err != nil || many {
		return err
	}
	return a.Locks.Pairs(ctx, operationID, pairs)
}
