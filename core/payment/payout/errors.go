package payout

import "github.com/openpmo/pmo/core/fault"

// Refusals of a set of statements. Parameter numbers: those of the statements meant, a draft by its
// producer's name.
var (
	ErrNotOwed        = fault.New(fault.Conflict, "payout.notOwed", fault.Texts("numbers"))
	ErrAlreadyOrdered = fault.New(fault.Conflict, "payout.alreadyOrdered", fault.Texts("numbers"))
	ErrAmount         = fault.New(fault.Conflict, "payout.amountInvalid", fault.Texts("numbers"))
	// ErrNoAccount names producers whose account nobody knows.
	ErrNoAccount = fault.New(fault.Conflict, "payout.accountMissing", fault.Texts("names"))
	// ErrPayerAccount is an operation whose own issuer has no account to pay from.
	ErrPayerAccount = fault.New(fault.Conflict, "payout.payerAccountMissing", fault.Text("name"))
	ErrOtherPayer   = fault.New(fault.Conflict, "payout.otherPayer", fault.Texts("numbers"))
	// ErrDay is a day on which a bank does not pay: one that is over.
	ErrDay = fault.New(fault.Invalid, "payout.dayPast", fault.Text("today")).At("executionDate")
	// ErrChanged is a statement that changed while the file was made.
	ErrChanged = fault.New(fault.Conflict, "payout.changed")
	// ErrAnswered is a list that cannot be taken back: of some of it the bank told what became.
	ErrAnswered = fault.New(fault.Conflict, "payout.answered")

	// What cannot be recorded of a statement. Parameter number.
	ErrInvalid     = fault.New(fault.Invalid, "payout.invalid")
	ErrPaid        = fault.New(fault.Conflict, "payout.paid", fault.Text("number"))
	ErrNotPaid     = fault.New(fault.Conflict, "payout.notPaid", fault.Text("number"))
	ErrAhead       = fault.New(fault.Invalid, "payout.ahead").At("bookedOn")
	ErrBeforeIssue = fault.New(fault.Conflict, "payout.beforeIssue", fault.Text("number", "issued")).At("bookedOn")
	ErrTooMany     = fault.New(fault.Conflict, "payout.tooMany", fault.Text("number"), fault.Int("max"))
	ErrWithdrawn   = fault.New(fault.Conflict, "payout.withdrawn")
	// ErrReturnedSince is a payment that came back: that is withdrawn first.
	ErrReturnedSince = fault.New(fault.Conflict, "payout.returnedSince", fault.Text("number"))
)
