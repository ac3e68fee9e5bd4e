package reconciliation

import "github.com/openpmo/pmo/core/fault"

var (
	// ErrAccount is a statement of an account that no issuer or creditor of the operation has.
	ErrAccount = fault.New(fault.Conflict, "bankFile.accountUnknown", fault.Text("fileName", "iban"))
	// ErrOrder is an answer to an order that was not made here.
	ErrOrder = fault.New(fault.Conflict, "bankFile.orderUnknown", fault.Text("fileName", "message"))
	// ErrOrderDiffers is an answer to an order of another number of transactions than ours.
	ErrOrderDiffers = fault.New(fault.Conflict, "bankFile.orderDiffers", fault.Text("fileName", "message"), fault.Int("told", "ours"))
	// ErrOtherFormat are days of an account of which lines were taken from files of another format: the
	// same line would be taken twice.
	ErrOtherFormat = fault.New(fault.Conflict, "bankFile.otherFormat", fault.Text("fileName", "format", "first", "last"))
	// ErrAhead is a line that was booked on a day to come.
	ErrAhead = fault.New(fault.Invalid, "bankFile.ahead", fault.Text("fileName", "day"))
	// ErrSettle holds what is wrong with what a line is to settle.
	ErrSettle = fault.New(fault.Invalid, "bankLine.invalid")
	// ErrRemainder is more than what is left of a line.
	ErrRemainder = fault.New(fault.Conflict, "bankLine.remainder", fault.Text("left"))
	// ErrInvoiceTwice is an invoice that stands twice in what a line is to settle.
	ErrInvoiceTwice = fault.New(fault.Invalid, "bankLine.invoiceTwice")
	// ErrNotOpen is a line of which nothing is left, or that was set aside.
	ErrNotOpen = fault.New(fault.Conflict, "bankLine.notOpen")
	// ErrPartly is a line that cannot be set aside, for a part of it is settled; parameter settled, in euros.
	ErrPartly = fault.New(fault.Conflict, "bankLine.partly", fault.Text("settled"))
	// ErrOpen is a line that is open already.
	ErrOpen = fault.New(fault.Conflict, "bankLine.open")
)
