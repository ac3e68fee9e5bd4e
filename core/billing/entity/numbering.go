package entity

import (
	"context"

	"github.com/openpmo/pmo/core/fault"
)

// Numbers is billing.Numberings as seen from here.
type Numbers interface {
	// Begin sets the first number of a series; false where a number of it was taken or set before.
	Begin(ctx context.Context, owner, series string, year, first int) (bool, error)
}

// Bounds of a first number. One is what every series begins with.
const (
	MinFirstNumber = 2
	MaxFirstNumber = 9_999_999
)

// Refusals of a first number.
var (
	// ErrFirstNumber is one that is no next number; parameters min, max.
	ErrFirstNumber = fault.New(fault.Invalid, "billingEntity.firstNumberInvalid", fault.Int("min", "max")).At("firstNumber")
	// ErrFirstNumberFixed is a first number of a series of which one is taken or set: numbers have no gap.
	ErrFirstNumberFixed = fault.New(fault.Conflict, "billingEntity.firstNumberFixed", fault.Text("series")).At("firstNumber")
)
