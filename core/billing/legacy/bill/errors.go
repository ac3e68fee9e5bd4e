package bill

import "github.com/openpmo/pmo/core/fault"

var (
	// ErrUntil is a last day to bill that is not past.
	ErrUntil = fault.New(fault.Invalid, "bill.until").At("billUpTo")
	// ErrThere is a bill of days that are billed.
	ErrThere = fault.New(fault.Conflict, "bill.there")
	// ErrCount is no bill, or more than one file holds; parameter max.
	ErrCount = fault.New(fault.Invalid, "bill.count", fault.Int("max"))
)
