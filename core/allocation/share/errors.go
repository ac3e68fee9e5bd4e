package share

import "github.com/openpmo/pmo/core/fault"

// Refusals. Energies below zero are energy.ErrNegative (parameter step), sums that no
// int64 holds energy.ErrOverflow (parameter step). After an error the destination is
// not to be used.
var (
	// ErrShape is columns, parameters or members that do not fit each other.
	ErrShape = fault.New(fault.Internal, "key.shape")
	// ErrParts is percentages below zero or above 100 in sum.
	ErrParts = fault.KeySumOver100
	// ErrParameter is a weight or priority below 1; parameter index.
	ErrParameter = fault.New(fault.Invalid, "key.parameter", fault.Int("index"))
	// ErrDestination is a pool whose surplus would not go to a pool below; parameter
	// index.
	ErrDestination = fault.PoolDestination
)
