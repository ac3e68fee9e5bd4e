package month

import "github.com/openpmo/pmo/core/fault"

// ErrFuture: a month that has not begun has no state.
var ErrFuture = fault.New(fault.Invalid, "month.future", fault.Text("month")).At("month")
