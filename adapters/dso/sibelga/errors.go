package sibelga

import "github.com/openpmo/pmo/core/fault"

// Refusals of what is on a line.
var (
	// ErrNumericEAN is an EAN that a spreadsheet took for a number, so that its last
	// digits are lost; parameter value.
	ErrNumericEAN = fault.New(fault.Invalid, "ean.numeric", fault.Text("value", "column", "fileName"))
	// ErrPeriod is a line of the monthly file whose days are not within one month, or
	// none; parameters from, to.
	ErrPeriod = fault.New(fault.Invalid, "register.period", fault.Text("from", "to", "value", "column", "fileName"))
	// ErrLineTwice is two lines of one access point, period, register and meter;
	// parameter value.
	ErrLineTwice = fault.New(fault.Invalid, "register.twice", fault.Text("value", "column", "fileName"))
)
