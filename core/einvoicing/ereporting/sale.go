package ereporting

import (
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/party"
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

// dayOf is the day of a sale: VAT on what is delivered continuously falls due when each bill's period ends.
// What is taken back is of the day on which that was done.
func (s Settings) dayOf(sale Sale) civil.Date {
	if sale.Type == billing.TypeCreditNote || s.DayOf == Issue {
		return sale.IssuedOn
	}
	return sale.Document.Last
}

// Enter says whether a sale is in the report of a period, and as what, or why not.
func (s Settings) Enter(sale Sale, period civil.Range) Entry {
	e := Entry{Sale: sale, Day: s.dayOf(sale)}
	d := sale.Document
	french := d.Buyer.Country == string(dso.France)
	numbered := d.Buyer.Professional && d.Buyer.LegalNumber != ""
	switch {
	case sale.ReportedOf != nil && *sale.ReportedOf != period.From:
		e.Reason = ReportedElse
	case d.Seller.VATRegime == party.VATNone:
		e.Reason = NotTaxable
	case d.Seller.VATRegime == party.VATExemption:
		e.Reason = Exempt
	case french && numbered && d.Buyer.PublicBody:
		e.Reason = PublicBody
	case french && numbered:
		e.Reason = Business
	case sale.ReportedOf == nil && e.Day < s.Since:
		e.Reason = BeforeStart
	case sale.ReportedOf == nil && !period.Contains(e.Day):
		e.Reason = OtherPeriod
	case numbered:
		e.Flow = International
		if d.Seller.TaxID == "" {
			e.Lacks = append(e.Lacks, LacksSellerVAT)
		}
		if d.Buyer.TaxID == "" {
			e.Lacks = append(e.Lacks, LacksBuyerVAT)
		}
	default:
		e.Flow = ToConsumers
	}
	return e
}
