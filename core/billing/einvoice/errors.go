package einvoice

import "github.com/openpmo/pmo/core/fault"

// Refusals of e-invoices.
var (
	// ErrIncomplete holds one of those below for each thing that lacks.
	ErrIncomplete   = fault.New(fault.Conflict, "einvoice.incomplete")
	ErrSellerNumber = fault.New(fault.Conflict, "einvoice.sellerNumber").At("seller.legalNumber")
	ErrSellerVAT    = fault.New(fault.Conflict, "einvoice.sellerVat").At("seller.vatNumber")
	ErrBuyerNumber  = fault.New(fault.Conflict, "einvoice.buyerNumber").At("buyer.legalNumber")
	ErrBuyerMail    = fault.New(fault.Conflict, "einvoice.buyerMail").At("buyer.email")
	// ErrPrivateClient: Peppol is between enterprises.
	ErrPrivateClient = fault.New(fault.Conflict, "einvoice.privateClient")
	// ErrStatement: energy within one legal person is no sale.
	ErrStatement = fault.New(fault.Conflict, "einvoice.statement")
)
