package handover

import "github.com/openpmo/pmo/core/fault"

var (
	// ErrNoPlace is handing over where the server has no place for files.
	ErrNoPlace = fault.New(fault.Conflict, "handover.noPlace")
	// ErrCancelled is handing over a collection that was cancelled.
	ErrCancelled = fault.New(fault.Conflict, "handover.cancelled")
	// ErrNobodys is a file in no folder that names no account, no order and no document of any operation here.
	ErrNobodys = fault.New(fault.Conflict, "handover.nobodys")
	// ErrSeveral is a file in no folder that may be of several operations; parameter operations.
	ErrSeveral = fault.New(fault.Conflict, "handover.severalOperations", fault.Texts("operations"))
	// ErrTooLarge is a file that came back and is larger than files from banks may be; parameter megabytes.
	ErrTooLarge = fault.New(fault.Invalid, "handover.tooLarge", fault.Int("megabytes"))
)
