package statement

import "github.com/openpmo/pmo/core/fault"

// Refusals of statements.
var (
	ErrNotFound     = fault.New(fault.NotFound, "statement.notFound")
	ErrNotDraft     = fault.New(fault.Conflict, "statement.notDraft", fault.Text("status"))
	ErrNotPublished = fault.New(fault.Conflict, "statement.notPublished", fault.Text("status"))
	// ErrMandate is a producer who is liable for VAT and has given no mandate to write its invoices.
	ErrMandate = fault.New(fault.Conflict, "statement.mandateMissing", fault.Text("name"))
	// ErrSamePerson is a producer whose issuer is the operation's own person: nobody owes himself.
	ErrSamePerson = fault.New(fault.Conflict, "statement.samePerson", fault.Text("name"))
	ErrStale      = fault.New(fault.Conflict, "statement.stale", fault.Text("amountBefore", "amountAfter"))
	// ErrStated is days of a subscription that stand on another statement already.
	ErrStated = fault.New(fault.Conflict, "statement.alreadyStated")
	// ErrSelfBilled is an invoice of the producer: it alone takes its invoices back.
	ErrSelfBilled = fault.New(fault.Conflict, "statement.selfBilled", fault.Text("number"))
	ErrPaid       = fault.New(fault.Conflict, "statement.paid", fault.Text("number"))
	ErrOrdered    = fault.New(fault.Conflict, "statement.ordered", fault.Text("number"))
	ErrReason     = fault.New(fault.Invalid, "statement.reasonRequired").At("reason")
	ErrNoAddress  = fault.New(fault.Conflict, "statement.addressMissing", fault.Text("name"))
	// ErrUnderway is a mail that is on its way.
	ErrUnderway  = fault.New(fault.Conflict, "statement.mailUnderway")
	ErrNoInvoice = fault.New(fault.Conflict, "statement.noInvoice")
)
