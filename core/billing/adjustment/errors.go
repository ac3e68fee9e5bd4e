package adjustment

import "github.com/openpmo/pmo/core/fault"

// Refusals of discounts.
var (
	ErrDiscountNotFound = fault.New(fault.NotFound, "discount.notFound")
	ErrPercent          = fault.New(fault.Invalid, "discount.percentage").At("percentage")
	ErrDates            = fault.New(fault.Invalid, "discount.datesReversed").At("endDate")
	ErrOverlap          = fault.New(fault.Conflict, "discount.overlap").At("startDate")
	// ErrNotSubscribed is a first or a last day on which the pair has no subscription; parameter date.
	ErrNotSubscribed = fault.New(fault.Conflict, "discount.notSubscribed", fault.Text("date")).At("startDate")
	// ErrInvoiced is a change of what a pair pays for days that are invoiced; parameters from, to.
	ErrInvoiced = fault.New(fault.Conflict, "discount.alreadyInvoiced", fault.Text("from", "to"))
	// ErrWholeMonths is a discount of prices by registers, which are counted by the month.
	ErrWholeMonths = fault.New(fault.Conflict, "discount.wholeMonths", fault.Text("plan")).At("startDate")
	ErrTooMany     = fault.New(fault.Conflict, "discount.tooMany", fault.Int("max"))
)

// Refusals of one-off amounts.
var (
	ErrNotFound = fault.New(fault.NotFound, "adjustment.notFound")
	ErrKind     = fault.New(fault.Invalid, "adjustment.kindUnknown").At("kind")
	ErrAmount   = fault.New(fault.Invalid, "adjustment.amount", fault.Int("max")).At("amountCents") // max in euros
	ErrRate     = fault.New(fault.Invalid, "adjustment.vatRate", fault.Text("rate", "rates")).At("vatPercentage")
	ErrParties  = fault.New(fault.Invalid, "adjustment.partiesRequired").At("subscriptionId")
	// ErrNoInvoices is an issuer that sends a client no invoice; parameters issuer, client.
	ErrNoInvoices = fault.New(fault.Conflict, "adjustment.noInvoices", fault.Text("issuer", "client")).At("billableEntityId")
	// ErrIssued is an amount that is on an issued invoice; parameter number.
	ErrIssued  = fault.New(fault.Conflict, "adjustment.issued", fault.Text("number"))
	ErrWaiting = fault.New(fault.Conflict, "adjustment.tooMany", fault.Int("max"))
)

// ErrReason is a reason that is empty or too long for what is printed; parameter max.
var ErrReason = fault.New(fault.Invalid, "adjustment.reason", fault.Int("max")).At("reason")
