package einvoice

import (
	"encoding/base64"
	"encoding/xml"

	"github.com/openpmo/pmo/core/billing/einvoice"
	"github.com/openpmo/pmo/core/money"
)

type ublInvoice struct {
	XMLName   xml.Name
	Space     string `xml:"xmlns,attr"`
	CAC       string `xml:"xmlns:cac,attr"`
	CBC       string `xml:"xmlns:cbc,attr"`
	Guideline string `xml:"cbc:CustomizationID"`
	Process   string `xml:"cbc:ProfileID"`
	Number    string `xml:"cbc:ID"`
	Issued    string `xml:"cbc:IssueDate"`
	Due       string `xml:"cbc:DueDate,omitempty"` // of an invoice; a credit note has none
	Type      string `xml:"cbc:InvoiceTypeCode,omitempty"`
	NoteType  string `xml:"cbc:CreditNoteTypeCode,omitempty"`
	Note      string `xml:"cbc:Note,omitempty"`
	Currency  string `xml:"cbc:DocumentCurrencyCode"`
	Reference string `xml:"cbc:BuyerReference,omitempty"`
	Period    ublPeriod
	Order     *struct {
		Number string `xml:"cbc:ID"`
	} `xml:"cac:OrderReference"`
	Credits  *ublCredits `xml:"cac:BillingReference"`
	Contract *ublNamed   `xml:"cac:ContractDocumentReference"` // BT-12
	Printed  *ublPrinted `xml:"cac:AdditionalDocumentReference"`
	Seller   ublParty    `xml:"cac:AccountingSupplierParty>cac:Party"`
	Buyer    ublParty    `xml:"cac:AccountingCustomerParty>cac:Party"`
	To       *ublPostal  `xml:"cac:Delivery>cac:DeliveryLocation>cac:Address"` // BG-15
	Means    ublMeans    `xml:"cac:PaymentMeans"`
	Terms    *ublTerms   `xml:"cac:PaymentTerms"`
	Extras   []ublExtra  // BG-20, BG-21
	Tax      ublTax      `xml:"cac:TaxTotal"`
	Totals   ublTotals   `xml:"cac:LegalMonetaryTotal"`
	Lines    []ublLine
}

// ublNamed is something that is known by its number.
type ublNamed struct {
	Number string `xml:"cbc:ID"`
}

type ublPeriod struct {
	XMLName xml.Name `xml:"cac:InvoicePeriod"`
	First   string   `xml:"cbc:StartDate"`
	Last    string   `xml:"cbc:EndDate"`
}

type ublCredits struct {
	Number string `xml:"cac:InvoiceDocumentReference>cbc:ID"`
	Issued string `xml:"cac:InvoiceDocumentReference>cbc:IssueDate"`
}

// ublPrinted is the invoice as PDF.
type ublPrinted struct {
	ID   string `xml:"cbc:ID"`
	File struct {
		Kind    string `xml:"mimeCode,attr"`
		Name    string `xml:"filename,attr"`
		Content string `xml:",chardata"`
	} `xml:"cac:Attachment>cbc:EmbeddedDocumentBinaryObject"`
}

type ublID struct {
	Scheme string `xml:"schemeID,attr,omitempty"`
	Value  string `xml:",chardata"`
}

type ublParty struct {
	Address *ublID `xml:"cbc:EndpointID"`
	Numbers []ublNumber
	Name    string            `xml:"cac:PartyName>cbc:Name"`
	Postal  ublPostal         `xml:"cac:PostalAddress"`
	Taxes   []ublRegistration `xml:"cac:PartyTaxScheme"`
	Legal   struct {
		Name     string `xml:"cbc:RegistrationName"`
		ID       *ublID `xml:"cbc:CompanyID"`
		Register string `xml:"cbc:CompanyLegalForm,omitempty"`
	} `xml:"cac:PartyLegalEntity"`
	Contact *struct {
		Name  string `xml:"cbc:Name"`
		Phone string `xml:"cbc:Telephone,omitempty"`
		Mail  string `xml:"cbc:ElectronicMail,omitempty"`
	} `xml:"cac:Contact"`
}

type ublPostal struct {
	Street   string `xml:"cbc:StreetName,omitempty"`
	Street2  string `xml:"cbc:AdditionalStreetName,omitempty"`
	City     string `xml:"cbc:CityName,omitempty"`
	PostCode string `xml:"cbc:PostalZone,omitempty"`
	Country  string `xml:"cac:Country>cbc:IdentificationCode"`
}

// ublNumber is a number of a party besides its legal one: its establishment (BT-29), and what it collects
// by (BT-90).
type ublNumber struct {
	XMLName xml.Name `xml:"cac:PartyIdentification"`
	ID      ublID    `xml:"cbc:ID"`
}

// schemeCreditor marks the identifier by which a seller collects (BT-90).
const schemeCreditor = "SEPA"

type ublRegistration struct {
	Number string `xml:"cbc:CompanyID"`
	Scheme string `xml:"cac:TaxScheme>cbc:ID"`
}

type ublMeans struct {
	Type      string `xml:"cbc:PaymentMeansCode"`
	Reference string `xml:"cbc:PaymentID,omitempty"`
	Account   *struct {
		IBAN   string `xml:"cbc:ID"`
		Holder string `xml:"cbc:Name,omitempty"`
		BIC    *struct {
			ID string `xml:"cbc:ID"`
		} `xml:"cac:FinancialInstitutionBranch"`
	} `xml:"cac:PayeeFinancialAccount"`
	Mandate *ublMandate `xml:"cac:PaymentMandate"`
}

// ublMandate is BT-89 with the account of the debtor (BT-91).
type ublMandate struct {
	ID     string `xml:"cbc:ID"`
	Debtor string `xml:"cac:PayerFinancialAccount>cbc:ID"`
}

type ublTerms struct {
	Note string `xml:"cbc:Note"`
}

type ublAmount struct {
	Currency string `xml:"currencyID,attr"`
	Value    string `xml:",chardata"`
}

type ublTax struct {
	Tax  ublAmount     `xml:"cbc:TaxAmount"`
	Each []ublSubtotal `xml:"cac:TaxSubtotal"`
}

type ublSubtotal struct {
	Net      ublAmount   `xml:"cbc:TaxableAmount"`
	Tax      ublAmount   `xml:"cbc:TaxAmount"`
	Category ublCategory `xml:"cac:TaxCategory"`
}

type ublCategory struct {
	ID     string `xml:"cbc:ID"`
	Rate   string `xml:"cbc:Percent,omitempty"`
	Code   string `xml:"cbc:TaxExemptionReasonCode,omitempty"`
	Reason string `xml:"cbc:TaxExemptionReason,omitempty"`
	Scheme string `xml:"cac:TaxScheme>cbc:ID"`
}

// ublExtra is an allowance or a charge, of a line or of the whole; that of a line is taxed as the line.
type ublExtra struct {
	XMLName xml.Name     `xml:"cac:AllowanceCharge"`
	Charge  bool         `xml:"cbc:ChargeIndicator"`
	Code    string       `xml:"cbc:AllowanceChargeReasonCode,omitempty"`
	Reason  string       `xml:"cbc:AllowanceChargeReason"`
	Percent string       `xml:"cbc:MultiplierFactorNumeric,omitempty"`
	Amount  ublAmount    `xml:"cbc:Amount"`
	Base    *ublAmount   `xml:"cbc:BaseAmount"`
	Tax     *ublCategory `xml:"cac:TaxCategory"`
}

type ublTotals struct {
	Lines    ublAmount  `xml:"cbc:LineExtensionAmount"`
	Net      ublAmount  `xml:"cbc:TaxExclusiveAmount"`
	Total    ublAmount  `xml:"cbc:TaxInclusiveAmount"`
	Off      *ublAmount `xml:"cbc:AllowanceTotalAmount"`
	Charges  *ublAmount `xml:"cbc:ChargeTotalAmount"`
	Prepaid  *ublAmount `xml:"cbc:PrepaidAmount"`         // BT-113
	Rounding *ublAmount `xml:"cbc:PayableRoundingAmount"` // BT-114
	ToPay    ublAmount  `xml:"cbc:PayableAmount"`
}

type ublQuantity struct {
	XMLName xml.Name
	Unit    string `xml:"unitCode,attr"`
	Value   string `xml:",chardata"`
}

type ublLine struct {
	XMLName  xml.Name
	Number   int `xml:"cbc:ID"`
	Quantity ublQuantity
	Net      ublAmount `xml:"cbc:LineExtensionAmount"`
	Period   ublPeriod
	Object   *ublObject `xml:"cac:DocumentReference"`
	Off      *ublExtra  // BG-27
	Item     struct {
		Description string      `xml:"cbc:Description,omitempty"`
		Name        string      `xml:"cbc:Name"`
		Category    ublCategory `xml:"cac:ClassifiedTaxCategory"`
	} `xml:"cac:Item"`
	Price ublAmount `xml:"cac:Price>cbc:PriceAmount"`
}

// ublObject is what a line is about: the meter (BT-128).
type ublObject struct {
	ID   ublID  `xml:"cbc:ID"`
	Type string `xml:"cbc:DocumentTypeCode"`
}

// The words of the two documents of UBL.
type ublWords struct{ root, line, quantity string }

func ubl(i einvoice.Invoice) *ublInvoice {
	words := ublWords{"Invoice", "cac:InvoiceLine", "cbc:InvoicedQuantity"}
	out := &ublInvoice{Due: i.Due.String(), Type: i.Type}
	if i.Type == einvoice.TypeCreditNote {
		words = ublWords{"CreditNote", "cac:CreditNoteLine", "cbc:CreditedQuantity"}
		out.Due, out.Type, out.NoteType = "", "", i.Type
	}
	if i.Payment.Terms != "" {
		out.Terms = &ublTerms{i.Payment.Terms}
	}
	amount := func(text string) ublAmount { return ublAmount{i.Currency, text} }
	out.XMLName.Local, out.Space = words.root, "urn:oasis:names:specification:ubl:schema:xsd:"+words.root+"-2"
	out.CAC = "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
	out.CBC = "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"
	out.Guideline, out.Process, out.Number, out.Issued = i.Guideline, i.Process, i.Number, i.Issued.String()
	for _, n := range i.Notes { // at most one (PEPPOL-EN16931-R002)
		out.Note = n.Text
	}
	out.Currency, out.Reference = i.Currency, i.Reference
	out.Period.First, out.Period.Last = i.First.String(), i.Last.String()
	if i.Order != "" {
		out.Order = &struct {
			Number string `xml:"cbc:ID"`
		}{i.Order}
	}
	if c := i.Credits; c != nil {
		out.Credits = &ublCredits{c.Number, c.Issued.String()}
	}
	if i.Contract != "" {
		out.Contract = &ublNamed{i.Contract}
	}
	if len(i.Printed) > 0 {
		out.Printed = &ublPrinted{ID: i.Number}
		out.Printed.File.Kind, out.Printed.File.Name, out.Printed.File.Content = "application/pdf", i.Number+".pdf", base64.StdEncoding.EncodeToString(i.Printed)
	}
	out.Seller, out.Buyer = ublPartyOf(i.Seller), ublPartyOf(i.Buyer)
	if i.Payment.Creditor != "" {
		out.Seller.Numbers = append(out.Seller.Numbers, ublNumber{ID: ublID{schemeCreditor, i.Payment.Creditor}})
	}
	if p := i.Delivered; p != nil {
		out.To = &ublPostal{Street: p.Street, City: p.City, PostCode: p.PostCode, Country: p.Country}
	}
	out.Means = ublMeansOf(i.Payment)
	out.Tax.Tax = amount(amountOf(i.Tax))
	for _, t := range i.Taxes {
		out.Tax.Each = append(out.Tax.Each, ublSubtotal{amount(amountOf(t.Net)), amount(amountOf(t.Tax)),
			ublCategory{string(t.Category), rateOf(t.Category, t.Rate), t.Code, t.Reason, "VAT"}})
	}
	some := func(c money.Cents) *ublAmount {
		if c == 0 {
			return nil
		}
		return &ublAmount{i.Currency, amountOf(c)}
	}
	out.Totals = ublTotals{Lines: amount(amountOf(i.LinesNet())), Net: amount(amountOf(i.Net)), Total: amount(amountOf(i.Total)), ToPay: amount(amountOf(i.ToPay())),
		Off: some(i.ExtrasNet(false)), Charges: some(i.ExtrasNet(true)), Prepaid: some(i.Prepaid), Rounding: some(i.Rounding)}
	for _, e := range i.Extras {
		out.Extras = append(out.Extras, ublExtra{Charge: e.Charge, Reason: e.Reason, Amount: amount(amountOf(e.Amount)),
			Tax: &ublCategory{ID: string(e.Category), Rate: rateOf(e.Category, e.Rate), Scheme: "VAT"}})
	}
	for _, l := range i.Lines {
		out.Lines = append(out.Lines, ublLineOf(l, words, i.Currency))
	}
	return out
}

func ublPartyOf(p einvoice.Party) ublParty {
	var out ublParty
	if p.Address.Value != "" {
		out.Address = &ublID{p.Address.Scheme, p.Address.Value}
	}
	if p.Site.Value != "" {
		out.Numbers = append(out.Numbers, ublNumber{ID: ublID{p.Site.Scheme, p.Site.Value}})
	}
	out.Name, out.Legal.Name = p.Name, p.Name
	out.Legal.Register = p.Register
	if c := p.Contact; c.Name != "" {
		out.Contact = &struct {
			Name  string `xml:"cbc:Name"`
			Phone string `xml:"cbc:Telephone,omitempty"`
			Mail  string `xml:"cbc:ElectronicMail,omitempty"`
		}{c.Name, c.Phone, c.Mail}
	}
	out.Postal.Street2 = p.Street2
	out.Postal.Street, out.Postal.City, out.Postal.PostCode, out.Postal.Country = p.Street, p.City, p.PostCode, p.Country
	if p.VAT != "" {
		out.Taxes = append(out.Taxes, ublRegistration{p.VAT, "VAT"})
	}
	if p.Fiscal != "" {
		out.Taxes = append(out.Taxes, ublRegistration{p.Fiscal, "TAX"})
	}
	if p.Legal.Value != "" {
		out.Legal.ID = &ublID{p.Legal.Scheme, p.Legal.Value}
	}
	return out
}

func ublMeansOf(p einvoice.Payment) ublMeans {
	out := ublMeans{Type: p.Means, Reference: p.Reference}
	if p.Mandate != "" {
		out.Mandate = &ublMandate{p.Mandate, p.Debtor}
	}
	if p.IBAN == "" {
		return out
	}
	out.Account = &struct {
		IBAN   string `xml:"cbc:ID"`
		Holder string `xml:"cbc:Name,omitempty"`
		BIC    *struct {
			ID string `xml:"cbc:ID"`
		} `xml:"cac:FinancialInstitutionBranch"`
	}{IBAN: p.IBAN, Holder: p.Holder}
	if p.BIC != "" {
		out.Account.BIC = &struct {
			ID string `xml:"cbc:ID"`
		}{p.BIC}
	}
	return out
}

func ublLineOf(l einvoice.Line, words ublWords, currency string) ublLine {
	out := ublLine{Number: l.Number, Net: ublAmount{currency, amountOf(l.Net)}, Price: ublAmount{currency, priceOf(l.Price)}}
	out.XMLName.Local = words.line
	out.Quantity = ublQuantity{XMLName: xml.Name{Local: words.quantity}, Unit: unitOf(l.Unit), Value: quantityOf(l.Quantity)}
	out.Period.First, out.Period.Last = l.First.String(), l.Last.String()
	if l.Object.Value != "" {
		out.Object = &ublObject{ublID{l.Object.Scheme, l.Object.Value}, "130"}
	}
	if d := l.Discount; d != nil {
		out.Off = &ublExtra{Code: einvoice.ReasonDiscount, Reason: d.Reason, Percent: d.Percent.String(), Amount: ublAmount{currency, amountOf(d.Amount)}, Base: &ublAmount{currency, amountOf(d.Base)}}
	}
	out.Item.Name, out.Item.Description = l.Name, l.Description
	out.Item.Category = ublCategory{ID: string(l.Category), Rate: rateOf(l.Category, l.Rate), Scheme: "VAT"}
	return out
}
