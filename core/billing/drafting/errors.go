package drafting

import "github.com/openpmo/pmo/core/fault"

// Why an invoice that is adjusted cannot be drafted.
var (
	// ErrNegative is an invoice from which more is taken off, at a rate of VAT, than it asks for; parameters name
	// (of the client), rate (percent), amount (euros).
	ErrNegative = fault.New(fault.Conflict, "invoice.negative", fault.Text("name", "rate", "amount"))
	// ErrAdjustmentRate is a rate that the country does not have on the last day billed.
	ErrAdjustmentRate = fault.New(fault.Conflict, "adjustment.vatRateUnknown", fault.Text("reason", "rate", "date", "rates"))
)
