// Package columnchoice is which columns of the table of participants somebody wants to see: kept on
// the account, for its holder alone (ADR 98). It forbids nothing, and who chose nothing has the
// columns that the width of the screen has room for.
package columnchoice

import (
	"context"
	"slices"

	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// Column is one of the table; the name of a site stands before all and is no choice.
type Column string

// All are those that there are, in the order in which the table has them.
var All = []Column{"type", "identifier", "presence", "folder", "account", "externalId", "tags", "contact",
	"email", "phone", "address", "city", "segment", "contractPower", "billableEntity", "billingEntity"}

// Refusals.
var (
	// ErrUnknown is a column that the table does not have; parameter value.
	ErrUnknown = fault.New(fault.Invalid, "column.unknown", fault.Text("value")).At("columns")
	// ErrTwice is a column that is named twice; parameter value.
	ErrTwice = fault.New(fault.Invalid, "column.duplicate", fault.Text("value")).At("columns")
	// ErrNone is a table of names alone.
	ErrNone = fault.New(fault.Invalid, "column.none").At("columns")
)

// Choices keeps what accounts chose.
type Choices interface {
	// Of is the choice of an account; nil = it made none.
	Of(ctx context.Context, userID id.ID) ([]Column, error)
	// Set keeps one in the place of an earlier one. Error: user.notFound.
	Set(ctx context.Context, userID id.ID, columns []Column) error
	// Drop forgets it, if there is one.
	Drop(ctx context.Context, userID id.ID) error
}

// Deps are what the service works with.
type Deps struct {
	Guard   policy.Guard
	Tx      tx.Runner
	Choices Choices
}

// Service is the use cases.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

const (
	read   policy.Permission = "columnChoice:read"
	update policy.Permission = "columnChoice:update"
)

// Of are the columns that an account chose; nil = none. Errors: forbidden, notFound.
func (s *Service) Of(ctx context.Context, p policy.Principal, userID id.ID) ([]Column, error) {
	if err := s.Guard.Require(ctx, p, read, policy.Resource{UserID: userID}); err != nil {
		return nil, err
	}
	return s.Choices.Of(ctx, userID)
}

// Choose keeps the columns that one wants to see, and answers them as the table has them.
// Errors: forbidden, notFound, column.unknown, column.duplicate, column.none.
func (s *Service) Choose(ctx context.Context, p policy.Principal, userID id.ID, columns []Column) ([]Column, error) {
	if err := s.Guard.Require(ctx, p, update, policy.Resource{UserID: userID}); err != nil {
		return nil, err
	}
	columns, err := inOrder(columns)
	if err != nil {
		return nil, err
	}
	return columns, s.Tx.InTx(ctx, p.Change(update, "", "user", userID), func(ctx context.Context) error {
		return s.Choices.Set(ctx, userID, columns)
	})
}

// Reset leaves the columns to the width of the screen again. Errors: forbidden, notFound.
func (s *Service) Reset(ctx context.Context, p policy.Principal, userID id.ID) error {
	if err := s.Guard.Require(ctx, p, update, policy.Resource{UserID: userID}); err != nil {
		return err
	}
	return s.Tx.InTx(ctx, p.Change(update, "", "user", userID), func(ctx context.Context) error {
		return s.Choices.Drop(ctx, userID)
	})
}

// inOrder are chosen columns in the order of the table.
func inOrder(chosen []Column) ([]Column, error) {
	if len(chosen) == 0 {
		return nil, ErrNone
	}
	for i, c := range chosen {
		if !slices.Contains(All, c) {
			return nil, ErrUnknown.With("value", string(c))
		}
		if slices.Contains(chosen[:i], c) {
			return nil, ErrTwice.With("value", string(c))
		}
	}
	out := slices.Clone(All)
	return slices.DeleteFunc(out, func(c Column) bool { return !slices.Contains(chosen, c) }), nil
}
