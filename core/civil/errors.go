package civil

import "github.com/openpmo/pmo/core/fault"

// Refusals of days and ranges. Callers add the field with At.
var (
	// ErrDate is a text that is no day of the calendar; parameter value.
	ErrDate = fault.DateInvalid
	// ErrMonth is a text that is no month; parameter value.
	ErrMonth = fault.New(fault.Invalid, "month.invalid", fault.Text("value"))
	// ErrReversed is a range that starts after its end; parameters from, to.
	ErrReversed = fault.New(fault.Invalid, "range.reversed", fault.Text("from", "to"))
	// ErrTooLong is a range over the allowed number of months; parameter months.
	ErrTooLong = fault.New(fault.Invalid, "range.tooLong", fault.Int("months"))
)
