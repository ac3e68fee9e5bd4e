// Package flux10 writes e-reports as the French administration reads them: sales invoice by invoice
// (10.1) and day by day (10.3). It does no I/O, and the same report gives the same bytes.
package flux10

import (
	"cmp"
	"encoding/xml"
	"strconv"
	"strings"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/einvoice"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/einvoicing/ereporting"
	"github.com/openpmo/pmo/core/money"
)

// Writer writes reports (ereporting.Writer).
type Writer struct{}

var _ ereporting.Writer = Writer{}

// The elements stand in the order of the schema.

type identifier struct {
	Scheme string `xml:"schemeId,attr"`
	Value  string `xml:",chardata"`
}

type declarant struct {
	ID   identifier `xml:"Id"`
	Name string     `xml:"Name"`
	Role string     `xml:"RoleCode"`
}

type report struct {
	XMLName  xml.Name `xml:"Report"`
	Document struct {
		ID     string    `xml:"Id"`
		Name   string    `xml:"Name"`
		At     string    `xml:"IssueDateTime>DateTimeString"`
		Type   string    `xml:"TypeCode"`
		Sender declarant `xml:"Sender"`
		Issuer declarant `xml:"Issuer"`
	} `xml:"ReportDocument"`
	Sales struct {
		First    string        `xml:"ReportPeriod>StartDate"`
		Last     string        `xml:"ReportPeriod>EndDate"`
		Invoices []invoice     `xml:"Invoice"`
		Rows     []transaction `xml:"Transactions"`
	} `xml:"TransactionsReport"`
}

type transaction struct {
	Day      string  `xml:"Date"`
	Currency string  `xml:"TransactionsCurrency"`
	Category string  `xml:"CategoryCode"`
	Net      string  `xml:"TaxExclusiveAmount"`
	Tax      string  `xml:"TaxTotal"`
	Count    int     `xml:"TransactionsCount"`
	Rates    []share `xml:"TaxSubtotal"`
}

type share struct {
	Rate string `xml:"TaxPercent"`
	Net  string `xml:"TaxableAmount"`
	Tax  string `xml:"TaxTotal"`
}

type registration struct {
	Kind  string `xml:"qualifyingId,attr"`
	Value string `xml:",chardata"`
}

type trader struct {
	ID      identifier   `xml:"CompanyId"`
	VAT     registration `xml:"TaxRegistrationId"`
	Country string       `xml:"PostalAddress>CountryId"`
}

type previous struct {
	Number string `xml:"ID"`
	Issued string `xml:"IssueDate"`
}

type subtotal struct {
	Net      string `xml:"TaxableAmount"`
	Tax      string `xml:"TaxAmount"`
	Category struct {
		Code       string `xml:"Code"`
		Rate       string `xml:"Percent"`
		Reason     string `xml:"TaxExemptionReason,omitempty"`
		ReasonCode string `xml:"TaxExemptionReasonCode,omitempty"`
	} `xml:"TaxCategory"`
}

type invoice struct {
	Number   string    `xml:"ID"`
	Issued   string    `xml:"IssueDate"`
	Type     string    `xml:"TypeCode"`
	Currency string    `xml:"CurrencyCode"`
	Due      string    `xml:"DueDate,omitempty"`
	Process  string    `xml:"BusinessProcess>ID"`
	Profile  string    `xml:"BusinessProcess>TypeID"`
	Previous *previous `xml:"ReferencedDocument"`
	Seller   trader    `xml:"Seller"`
	Buyer    trader    `xml:"Buyer"`
	Period   *struct {
		First string `xml:"StartDate"`
		Last  string `xml:"EndDate"`
	} `xml:"InvoicePeriod"`
	Net string `xml:"MonetaryTotal>TaxExclusiveAmount"`
	Tax struct {
		Currency string `xml:"CurrencyCode,attr"`
		Value    string `xml:",chardata"`
	} `xml:"MonetaryTotal>TaxAmount"`
	Taxes []subtotal `xml:"TaxSubTotal"`
}

const (
	euro          = "EUR"
	platformRole  = "WK"
	sellerRole    = "SE"
	platforms     = "0238"
	enterprises   = "0002" // SIREN
	inTheUnion    = "0223" // enterprises of the European Union, by their VAT number
	goods         = "B1"
	profile       = "urn.cpro.gouv.fr:1p0:ereporting"
	placeholder   = "PLATEFORME" // the platform puts its own name in
	valueAddedTax = "VAT"
)

func day(d civil.Date) string { return strings.ReplaceAll(d.String(), "-", "") }

func amount(c money.Cents) string { return c.String() }

func percent(r money.VATRate) string { return strconv.FormatFloat(float64(r)/100, 'f', 2, 64) }

// Write is a report as UTF-8.
func (Writer) Write(f ereporting.File) ([]byte, error) {
	var out report
	out.Document.ID, out.Document.Name, out.Document.Type = f.Number, f.Name, string(f.Kind)
	out.Document.At = f.At.In(civil.Paris.Location()).Format("20060102150405")
	out.Document.Sender = declarant{identifier{platforms, f.PlatformCode}, cmp.Or(f.Platform, placeholder), platformRole}
	out.Document.Issuer = declarant{identifier{enterprises, f.Seller}, f.SellerName, sellerRole}
	out.Sales.First, out.Sales.Last = day(f.Period.From), day(f.Period.Last())
	for _, e := range f.International() {
		out.Sales.Invoices = append(out.Sales.Invoices, invoiceOf(e, f.Seller))
	}
	for _, r := range f.Rows {
		one := transaction{Day: day(r.Day), Currency: euro, Category: string(r.Category), Net: amount(r.Net), Tax: amount(r.Tax), Count: r.Count}
		for _, s := range r.Rates {
			one.Rates = append(one.Rates, share{percent(s.Rate), amount(s.Net), amount(s.Tax)})
		}
		out.Sales.Rows = append(out.Sales.Rows, one)
	}
	body, err := xml.Marshal(out)
	if err != nil {
		return nil, err
	}
	return append([]byte(xml.Header), append(body, '\n')...), nil
}

// invoiceOf is a sale to an enterprise abroad. Of a credit note the amounts are positive: its type says
// what it is.
func invoiceOf(e ereporting.Entry, siren string) invoice {
	d := e.Document
	out := invoice{Number: e.Number, Issued: day(e.IssuedOn), Type: einvoice.TypeInvoice, Currency: euro, Process: goods, Profile: profile, Net: amount(d.Net)}
	out.Seller = trader{identifier{enterprises, siren}, registration{valueAddedTax, d.Seller.TaxID}, string(dso.France)}
	out.Buyer = trader{identifier{inTheUnion, d.Buyer.TaxID}, registration{valueAddedTax, d.Buyer.TaxID}, d.Buyer.Country}
	out.Tax.Currency, out.Tax.Value = euro, amount(d.Tax)
	if e.Type == billing.TypeCreditNote {
		out.Type = einvoice.TypeCreditNote
		if c := d.Credits; c != nil {
			out.Previous = &previous{c.Number, day(c.IssueDate)}
		}
	} else {
		out.Due = day(d.DueDate)
	}
	if d.Last > d.First { // the rules want an end after the beginning (G6.25)
		out.Period = &struct {
			First string `xml:"StartDate"`
			Last  string `xml:"EndDate"`
		}{day(d.First), day(d.Last)}
	}
	for _, v := range d.VAT {
		var t subtotal
		t.Net, t.Tax = amount(v.Net), amount(v.Tax)
		t.Category.Code, t.Category.Rate, t.Category.Reason, t.Category.ReasonCode = string(v.Category), percent(v.Rate), v.Reason, v.ReasonCode
		out.Taxes = append(out.Taxes, t)
	}
	return out
}
