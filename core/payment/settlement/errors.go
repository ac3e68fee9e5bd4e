package settlement

import "github.com/openpmo/pmo/core/fault"

var (
	// ErrInvalid holds everything that is wrong with what is asked to be recorded.
	ErrInvalid = fault.New(fault.Invalid, "settlement.invalid")
	// ErrNotIssued is a document that nobody has to pay: it was not issued.
	ErrNotIssued = fault.New(fault.Conflict, "settlement.notIssued", fault.Text("client"))
	// ErrCancelled is an invoice that a credit note took back: what is owed stands there.
	ErrCancelled = fault.New(fault.Conflict, "settlement.cancelled", fault.Text("number"))
	// ErrPaid is one of which nothing is open.
	ErrPaid = fault.New(fault.Conflict, "settlement.paid", fault.Text("number"))
	// ErrReturnTooMuch is more coming back than was paid; parameter paid, in euros.
	ErrReturnTooMuch = fault.New(fault.Conflict, "settlement.returnTooMuch", fault.Text("number", "paid"))
	// ErrAmount is an amount of nothing, or above what is taken; parameter max, in euros.
	ErrAmount = fault.New(fault.Invalid, "settlement.amount", fault.Int("max"))
	// ErrOneInvoice is an amount for several invoices.
	ErrOneInvoice = fault.New(fault.Invalid, "settlement.oneInvoice")
	// ErrAhead is a day that has not come.
	ErrAhead = fault.New(fault.Invalid, "settlement.ahead")
	// ErrBeforeIssue is a day before there was an invoice.
	ErrBeforeIssue = fault.New(fault.Invalid, "settlement.beforeIssue", fault.Text("number", "issued"))
	// ErrTooMany is one more than an invoice keeps; parameter max.
	ErrTooMany = fault.New(fault.Conflict, "settlement.tooMany", fault.Text("number"), fault.Int("max"))
	// ErrWithdrawn is one that was withdrawn already.
	ErrWithdrawn = fault.New(fault.Conflict, "settlement.withdrawn")
	// ErrReturnedSince is a payment of which a part came back: that is withdrawn first.
	ErrReturnedSince = fault.New(fault.Conflict, "settlement.returnedSince")
)
