package collection

import "github.com/openpmo/pmo/core/fault"

// Refusals of a set of invoices. Parameter numbers: the numbers of the invoices meant, a draft by
// its client's name.
var (
	ErrAlreadyCollected = fault.New(fault.Conflict, "sepa.alreadyCollected", fault.Texts("numbers"))
	ErrNotCollectable   = fault.New(fault.Conflict, "sepa.notCollectable", fault.Texts("numbers"))
	ErrOtherCreditor    = fault.New(fault.Conflict, "sepa.otherCreditor", fault.Texts("numbers"))
	ErrAmount           = fault.New(fault.Conflict, "sepa.amountInvalid", fault.Texts("numbers"))
	// ErrChanged is a mandate or an invoice that changed while the file was made.
	ErrChanged = fault.New(fault.Conflict, "sepa.changed")
	// ErrCollected is a collection that cannot be taken back: of some of its invoices the bank told
	// what became of them.
	ErrCollected = fault.New(fault.Conflict, "sepa.answered")
	// ErrHandedOver is a collection that cannot be taken back: its file is with the bank's client, or on its way there.
	ErrHandedOver = fault.New(fault.Conflict, "sepa.handedOver")
)
