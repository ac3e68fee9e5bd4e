package correction

import "github.com/openpmo/pmo/core/fault"

var (
	// ErrNotFound is a correction that is not of the operation.
	ErrNotFound = fault.New(fault.NotFound, "correction.notFound")
	// ErrDecided is a correction of which the invoice was taken back, or whose difference is gone;
	// parameter state.
	ErrDecided = fault.New(fault.Conflict, "correction.decided", fault.Text("state"))
	// ErrChanged is a correction whose figures are not those of the curves any more: it is looked at
	// again in a moment.
	ErrChanged = fault.New(fault.Conflict, "correction.changed")
	// ErrNotBillable is an invoice of which the days cannot be drafted anew yet; the item says why.
	ErrNotBillable = fault.New(fault.Conflict, "correction.notBillable")
	// ErrReason is a decision to leave an invoice as it is without a reason, or with a longer one than
	// max letters.
	ErrReason = fault.New(fault.Invalid, "correction.reasonRequired", fault.Int("max")).At("reason")
	// ErrTooMany is more corrections than are decided at once; parameter max.
	ErrTooMany = fault.New(fault.Invalid, "correction.tooMany", fault.Int("max")).At("ids")
	// ErrThreshold is a threshold out of bounds; parameter max (euros).
	ErrThreshold = fault.New(fault.Invalid, "correction.threshold", fault.Text("max")).At("thresholdCents")
)
