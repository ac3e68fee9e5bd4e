package ereporting

import (
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
)

// Sale is an issued invoice or credit note of a seller.
type Sale struct {
	ID, OperationID id.ID
	Number          string
	Type            billing.InvoiceType
	IssuedOn        civil.Date
	// Document is what was frozen of it: parties, days, taxes and totals.
	Document   billing.Document
	ReportedOf *civil.Date // first day of the period that it was reported of; nil = of none
}

// Flow is as what a sale is reported.
type Flow string

// The flows: invoice by invoice, and day by day.
const (
	International Flow = "INTERNATIONAL" // 10.1
	ToConsumers   Flow = "CONSUMERS"     // 10.3
)

// Reason is why a sale is not in a report.
type Reason string

// The reasons.
const (
	Business     Reason = "BUSINESS"      // the e-invoice to a French enterprise tells the administration
	PublicBody   Reason = "PUBLIC_BODY"   // so does that to a public body
	NotTaxable   Reason = "NOT_TAXABLE"   // the seller did not act as a taxable person
	Exempt       Reason = "EXEMPT"        // the seller is exempt by article 261
	BeforeStart  Reason = "BEFORE_START"  // its day is before the seller reports
	OtherPeriod  Reason = "OTHER_PERIOD"  // its day is of another period
	ReportedElse Reason = "REPORTED_ELSE" // it was reported of another period
)

// Lack is what a sale to an enterprise abroad lacks to be reported.
type Lack string

// What lacks.
const (
	LacksSellerVAT Lack = "SELLER_VAT"
	LacksBuyerVAT  Lack = "BUYER_VAT"
)

// Entry is a sale as a report sees it.
type Entry struct {
	Sale
	Day    civil.Date
	Flow   Flow   // "" where it is out
	Reason Reason // "" where it is in
	Lacks  []Lack
}

// Amounts are the net and the tax of the sale; what a credit note takes back is negative.
func (e Entry) Amounts() (net, tax money.Cents) {
	net, tax = e.Document.Net, e.Document.Tax
	if e.Type == billing.TypeCreditNote {
		net, tax = -net, -tax
	}
	return net, tax
}
