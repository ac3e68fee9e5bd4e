package cutoff

import "github.com/openpmo/pmo/core/fault"

// ErrAhead is a day that is not over yet; parameter today.
var ErrAhead = fault.New(fault.Invalid, "cutOff.ahead", fault.Text("today")).At("date")
