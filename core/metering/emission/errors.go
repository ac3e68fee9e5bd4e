package emission

import "github.com/openpmo/pmo/core/fault"

var (
	// ErrInvalid is a factor with something wrong; its items say what.
	ErrInvalid = fault.New(fault.Invalid, "emission.invalid")
	// ErrRange is a figure out of bounds; parameter max.
	ErrRange = fault.New(fault.Invalid, "emission.range", fault.Int("max"))
	// ErrMonth is a first day that is not that of a month.
	ErrMonth = fault.New(fault.Invalid, "emission.month")
	// ErrTaken is a second factor of the same country, kind and month.
	ErrTaken = fault.New(fault.Conflict, "emission.taken").At("startDate")
	// ErrTooMany is more factors than are kept; parameter max.
	ErrTooMany = fault.New(fault.Conflict, "emission.tooMany", fault.Int("max"))
)
