package delivery

import "github.com/openpmo/pmo/core/fault"

// Refusals of deliveries.
var (
	// ErrDelivered: an invoice goes to its client once; again is another act.
	ErrDelivered = fault.New(fault.Conflict, "delivery.alreadyDelivered")
	// ErrNoAddress: the client has no mail address.
	ErrNoAddress = fault.New(fault.Conflict, "delivery.addressMissing", fault.Text("name")).At("billableEntity.email")
	ErrAddress   = fault.New(fault.Conflict, "delivery.addressInvalid", fault.Text("name", "address")).At("billableEntity.email")
	// ErrUnderway: a mail is on its way.
	ErrUnderway = fault.New(fault.Conflict, "delivery.underway")
	// ErrNotStarted: the invoice was never sent, so that it can neither be sent again nor be marked.
	ErrNotStarted = fault.New(fault.Conflict, "delivery.notStarted")
	// ErrByItself: what becomes of a mail is found out by the server, not told by hand.
	ErrByItself = fault.New(fault.Conflict, "delivery.byItself")
	// ErrAtPlatform: a platform has the e-invoice, and says itself what becomes of it.
	ErrAtPlatform = fault.New(fault.Conflict, "delivery.atPlatform")
	ErrDone       = fault.New(fault.Conflict, "delivery.done", fault.Text("state"))
	ErrNotPaper   = fault.New(fault.Conflict, "delivery.notForPrint")
	ErrDay        = fault.New(fault.Invalid, "delivery.dayInvalid", fault.Text("first", "last")).At("day")
	ErrTooMany    = fault.New(fault.Invalid, "delivery.tooMany", fault.Int("max"))
	// ErrInvalid holds a refusal for each invoice of which one cannot be printed.
	ErrInvalid = fault.New(fault.Conflict, "delivery.invalid")
)
