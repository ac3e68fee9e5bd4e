package payment

import "github.com/openpmo/pmo/core/fault"

// Refusals of creditors.
var (
	ErrCreditorExists = fault.New(fault.Conflict, "creditor.exists")
	ErrICSFixed       = fault.New(fault.Conflict, "creditor.icsFixed").At("ics")
	// ErrCreditorsMissing is issuers without a creditor; parameter creditors, their names.
	ErrCreditorsMissing = fault.Specified(fault.Conflict, "error.payment.creditor.not_found", fault.Texts("creditors"))
	ErrReconciliationID = fault.New(fault.Invalid, "bankReconciliationId.invalid", fault.Int("max")).At("bankReconciliationId")
	ErrLeadDays         = fault.New(fault.Invalid, "creditor.leadDays", fault.Int("min", "max")).At("leadDays")
)

// Refusals of mandates.
var (
	ErrMandateDuplicate = fault.New(fault.Conflict, "mandate.duplicate", fault.Text("mandateId")).At("mandateId")
	ErrSignedInFuture   = fault.New(fault.Invalid, "mandate.signedInFuture").At("signatureDate")
	ErrRevokedTooEarly  = fault.New(fault.Invalid, "mandate.revokedBeforeSigned").At("revokedOn")
	ErrDebtorUnknown    = fault.New(fault.Invalid, "mandate.debtorUnknown").At("participantId")
	ErrImportEmpty      = fault.New(fault.Invalid, "mandate.importEmpty").At("mandates")
	ErrImportRejected   = fault.New(fault.Invalid, "mandate.importRejected", fault.Int("rows"))
	// ErrColumnUnknown is a list of mandates with a column that means nothing; parameter columns, those that do.
	ErrColumnUnknown = fault.New(fault.Invalid, "mandate.columnUnknown", fault.Text("column", "columns")).At("file")
	// ErrMandatesMissing is debtors whose mandate is missing or no longer holds; parameter
	// debtors, their names.
	ErrMandatesMissing = fault.Specified(fault.Conflict, "error.payment.mandate.not_found", fault.Texts("debtors"))
)
