package einvoice

import (
	"encoding/xml"

	"github.com/openpmo/pmo/core/billing/einvoice"
	"github.com/openpmo/pmo/core/civil"
)

// The elements stand in the order of the schema. A pointer is left out where it is nil, a text
// where it is empty.

type ciiInvoice struct {
	XMLName   xml.Name `xml:"rsm:CrossIndustryInvoice"`
	RSM       string   `xml:"xmlns:rsm,attr"`
	RAM       string   `xml:"xmlns:ram,attr"`
	UDT       string   `xml:"xmlns:udt,attr"`
	Process   string   `xml:"rsm:ExchangedDocumentContext>ram:BusinessProcessSpecifiedDocumentContextParameter>ram:ID"`
	Guideline string   `xml:"rsm:ExchangedDocumentContext>ram:GuidelineSpecifiedDocumentContextParameter>ram:ID"`
	Document  struct {
		Number string    `xml:"ram:ID"`
		Type   string    `xml:"ram:TypeCode"`
		Issued ciiTime   `xml:"ram:IssueDateTime>udt:DateTimeString"`
		Notes  []ciiNote `xml:"ram:IncludedNote"`
	} `xml:"rsm:ExchangedDocument"`
	Trade struct {
		Lines     []ciiLine `xml:"ram:IncludedSupplyChainTradeLineItem"`
		Agreement struct {
			Reference string   `xml:"ram:BuyerReference,omitempty"`
			Seller    ciiParty `xml:"ram:SellerTradeParty"`
			Buyer     ciiParty `xml:"ram:BuyerTradeParty"`
			Order     *struct {
				Number string `xml:"ram:IssuerAssignedID"`
			} `xml:"ram:BuyerOrderReferencedDocument"`
			Contract *ciiNamed `xml:"ram:ContractReferencedDocument"` // BT-12
		} `xml:"ram:ApplicableHeaderTradeAgreement"`
		Delivery struct {
			To *ciiPostal `xml:"ram:ShipToTradeParty>ram:PostalTradeAddress"` // BG-15
			On ciiTime    `xml:"ram:ActualDeliverySupplyChainEvent>ram:OccurrenceDateTime>udt:DateTimeString"`
		} `xml:"ram:ApplicableHeaderTradeDelivery"`
		Settlement ciiSettlement `xml:"ram:ApplicableHeaderTradeSettlement"`
	} `xml:"rsm:SupplyChainTradeTransaction"`
}

// ciiNamed is something that is known by its number.
type ciiNamed struct {
	Number string `xml:"ram:IssuerAssignedID"`
}

type ciiTime struct {
	Format string `xml:"format,attr"`
	Day    string `xml:",chardata"`
}

type ciiNote struct {
	Text string `xml:"ram:Content"`
	Code string `xml:"ram:SubjectCode,omitempty"`
}

type ciiID struct {
	Scheme string `xml:"schemeID,attr,omitempty"`
	Value  string `xml:",chardata"`
}

type ciiParty struct {
	Site     *ciiID `xml:"ram:GlobalID"`
	Name     string `xml:"ram:Name"`
	Register string `xml:"ram:Description,omitempty"`
	Legal    *struct {
		ID ciiID `xml:"ram:ID"`
	} `xml:"ram:SpecifiedLegalOrganization"`
	Contact *ciiContact `xml:"ram:DefinedTradeContact"`
	Postal  ciiPostal   `xml:"ram:PostalTradeAddress"`
	Address *struct {
		ID ciiID `xml:"ram:URIID"`
	} `xml:"ram:URIUniversalCommunication"`
	Taxes []ciiRegistration `xml:"ram:SpecifiedTaxRegistration"`
}

type ciiPostal struct {
	PostCode string `xml:"ram:PostcodeCode,omitempty"`
	Street   string `xml:"ram:LineOne,omitempty"`
	Street2  string `xml:"ram:LineTwo,omitempty"`
	City     string `xml:"ram:CityName,omitempty"`
	Country  string `xml:"ram:CountryID"`
}

type ciiContact struct {
	Name  string `xml:"ram:PersonName"`
	Phone *struct {
		Number string `xml:"ram:CompleteNumber"`
	} `xml:"ram:TelephoneUniversalCommunication"`
	Mail *struct {
		Address string `xml:"ram:URIID"`
	} `xml:"ram:EmailURIUniversalCommunication"`
}

type ciiRegistration struct {
	ID ciiID `xml:"ram:ID"`
}

type ciiPeriod struct {
	First ciiTime `xml:"ram:StartDateTime>udt:DateTimeString"`
	Last  ciiTime `xml:"ram:EndDateTime>udt:DateTimeString"`
}

type ciiLine struct {
	Number      int    `xml:"ram:AssociatedDocumentLineDocument>ram:LineID"`
	Name        string `xml:"ram:SpecifiedTradeProduct>ram:Name"`
	Description string `xml:"ram:SpecifiedTradeProduct>ram:Description,omitempty"`
	Price       string `xml:"ram:SpecifiedLineTradeAgreement>ram:NetPriceProductTradePrice>ram:ChargeAmount"`
	Quantity    struct {
		Unit  string `xml:"unitCode,attr"`
		Value string `xml:",chardata"`
	} `xml:"ram:SpecifiedLineTradeDelivery>ram:BilledQuantity"`
	Settlement struct {
		Tax    ciiLineTax `xml:"ram:ApplicableTradeTax"`
		Period ciiPeriod  `xml:"ram:BillingSpecifiedPeriod"`
		Off    *ciiExtra  `xml:"ram:SpecifiedTradeAllowanceCharge"` // BG-27
		Net    string     `xml:"ram:SpecifiedTradeSettlementLineMonetarySummation>ram:LineTotalAmount"`
		Object *ciiObject `xml:"ram:AdditionalReferencedDocument"`
	} `xml:"ram:SpecifiedLineTradeSettlement"`
}

// ciiExtra is an allowance or a charge, of a line or of the whole; that of a line is taxed as the line.
type ciiExtra struct {
	Charge  bool        `xml:"ram:ChargeIndicator>udt:Indicator"`
	Percent string      `xml:"ram:CalculationPercent,omitempty"`
	Base    string      `xml:"ram:BasisAmount,omitempty"`
	Amount  string      `xml:"ram:ActualAmount"`
	Code    string      `xml:"ram:ReasonCode,omitempty"`
	Reason  string      `xml:"ram:Reason"`
	Tax     *ciiLineTax `xml:"ram:CategoryTradeTax"`
}

type ciiLineTax struct {
	Type     string `xml:"ram:TypeCode"`
	Category string `xml:"ram:CategoryCode"`
	Rate     string `xml:"ram:RateApplicablePercent,omitempty"`
}

// ciiObject is what a line is about: the meter (BT-128).
type ciiObject struct {
	Value  string `xml:"ram:IssuerAssignedID"`
	Type   string `xml:"ram:TypeCode"`
	Scheme string `xml:"ram:ReferenceTypeCode"`
}

type ciiSettlement struct {
	Creditor  string       `xml:"ram:CreditorReferenceID,omitempty"` // BT-90
	Reference string       `xml:"ram:PaymentReference,omitempty"`
	Currency  string       `xml:"ram:InvoiceCurrencyCode"`
	Means     ciiMeans     `xml:"ram:SpecifiedTradeSettlementPaymentMeans"`
	Taxes     []ciiTax     `xml:"ram:ApplicableTradeTax"`
	Period    ciiPeriod    `xml:"ram:BillingSpecifiedPeriod"`
	Extras    []ciiExtra   `xml:"ram:SpecifiedTradeAllowanceCharge"` // BG-20, BG-21
	Terms     string       `xml:"ram:SpecifiedTradePaymentTerms>ram:Description,omitempty"`
	Due       ciiTime      `xml:"ram:SpecifiedTradePaymentTerms>ram:DueDateDateTime>udt:DateTimeString"`
	Mandate   string       `xml:"ram:SpecifiedTradePaymentTerms>ram:DirectDebitMandateID,omitempty"` // BT-89
	Lines     string       `xml:"ram:SpecifiedTradeSettlementHeaderMonetarySummation>ram:LineTotalAmount"`
	Charges   string       `xml:"ram:SpecifiedTradeSettlementHeaderMonetarySummation>ram:ChargeTotalAmount,omitempty"`
	Off       string       `xml:"ram:SpecifiedTradeSettlementHeaderMonetarySummation>ram:AllowanceTotalAmount,omitempty"`
	Basis     string       `xml:"ram:SpecifiedTradeSettlementHeaderMonetarySummation>ram:TaxBasisTotalAmount"`
	Tax       ciiAmount    `xml:"ram:SpecifiedTradeSettlementHeaderMonetarySummation>ram:TaxTotalAmount"`
	Rounding  string       `xml:"ram:SpecifiedTradeSettlementHeaderMonetarySummation>ram:RoundingAmount,omitempty"` // BT-114
	Total     string       `xml:"ram:SpecifiedTradeSettlementHeaderMonetarySummation>ram:GrandTotalAmount"`
	Prepaid   string       `xml:"ram:SpecifiedTradeSettlementHeaderMonetarySummation>ram:TotalPrepaidAmount,omitempty"` // BT-113
	ToPay     string       `xml:"ram:SpecifiedTradeSettlementHeaderMonetarySummation>ram:DuePayableAmount"`
	Credits   *ciiPrevious `xml:"ram:InvoiceReferencedDocument"`
}

type ciiMeans struct {
	Type   string `xml:"ram:TypeCode"`
	Debtor *struct {
		IBAN string `xml:"ram:IBANID"`
	} `xml:"ram:PayerPartyDebtorFinancialAccount"` // BT-91
	Account *struct {
		IBAN   string `xml:"ram:IBANID"`
		Holder string `xml:"ram:AccountName,omitempty"`
	} `xml:"ram:PayeePartyCreditorFinancialAccount"`
	Bank *struct {
		BIC string `xml:"ram:BICID"`
	} `xml:"ram:PayeeSpecifiedCreditorFinancialInstitution"`
}

type ciiTax struct {
	Tax      string `xml:"ram:CalculatedAmount"`
	Type     string `xml:"ram:TypeCode"`
	Reason   string `xml:"ram:ExemptionReason,omitempty"`
	Net      string `xml:"ram:BasisAmount"`
	Category string `xml:"ram:CategoryCode"`
	Code     string `xml:"ram:ExemptionReasonCode,omitempty"`
	DueOn    string `xml:"ram:DueDateTypeCode,omitempty"` // BT-8
	Rate     string `xml:"ram:RateApplicablePercent,omitempty"`
}

// dueAtIssue is the code of a tax that is due on the date of the invoice (UNTDID 2475).
const dueAtIssue = "5"

type ciiAmount struct {
	Currency string `xml:"currencyID,attr"`
	Value    string `xml:",chardata"`
}

type ciiPrevious struct {
	Number string `xml:"ram:IssuerAssignedID"`
	Issued struct {
		Format string `xml:"format,attr"`
		Day    string `xml:",chardata"`
	} `xml:"ram:FormattedIssueDateTime>qdt:DateTimeString"`
	QDT string `xml:"xmlns:qdt,attr"`
}

// days of the syntax are written without signs (format 102).
func ciiDay(d civil.Date) ciiTime { return ciiTime{"102", compact(d)} }

func compact(d civil.Date) string {
	text := d.String()
	return text[:4] + text[5:7] + text[8:]
}

func cii(i einvoice.Invoice) *ciiInvoice {
	out := &ciiInvoice{RSM: "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100",
		RAM:     "urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100",
		UDT:     "urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100",
		Process: i.Process, Guideline: i.Guideline}
	out.Document.Number, out.Document.Type, out.Document.Issued = i.Number, i.Type, ciiDay(i.Issued)
	for _, n := range i.Notes {
		out.Document.Notes = append(out.Document.Notes, ciiNote{n.Text, n.Code})
	}
	for _, l := range i.Lines {
		out.Trade.Lines = append(out.Trade.Lines, ciiLineOf(l))
	}
	out.Trade.Agreement.Reference = i.Reference
	out.Trade.Agreement.Seller, out.Trade.Agreement.Buyer = ciiPartyOf(i.Seller), ciiPartyOf(i.Buyer)
	if i.Order != "" {
		out.Trade.Agreement.Order = &struct {
			Number string `xml:"ram:IssuerAssignedID"`
		}{i.Order}
	}
	if i.Contract != "" {
		out.Trade.Agreement.Contract = &ciiNamed{i.Contract}
	}
	out.Trade.Delivery.On = ciiDay(i.Last)
	if p := i.Delivered; p != nil {
		out.Trade.Delivery.To = &ciiPostal{PostCode: p.PostCode, Street: p.Street, City: p.City, Country: p.Country}
	}
	out.Trade.Settlement = ciiSettlementOf(i)
	return out
}

func ciiPartyOf(p einvoice.Party) ciiParty {
	out := ciiParty{Name: p.Name}
	if p.Site.Value != "" {
		out.Site = &ciiID{p.Site.Scheme, p.Site.Value}
	}
	if p.Legal.Value != "" {
		out.Legal = &struct {
			ID ciiID `xml:"ram:ID"`
		}{ciiID{p.Legal.Scheme, p.Legal.Value}}
	}
	out.Register = p.Register
	if c := p.Contact; c.Name != "" {
		out.Contact = &ciiContact{Name: c.Name}
		if c.Phone != "" {
			out.Contact.Phone = &struct {
				Number string `xml:"ram:CompleteNumber"`
			}{c.Phone}
		}
		if c.Mail != "" {
			out.Contact.Mail = &struct {
				Address string `xml:"ram:URIID"`
			}{c.Mail}
		}
	}
	out.Postal.PostCode, out.Postal.Street, out.Postal.Street2, out.Postal.City, out.Postal.Country = p.PostCode, p.Street, p.Street2, p.City, p.Country
	if p.Address.Value != "" {
		out.Address = &struct {
			ID ciiID `xml:"ram:URIID"`
		}{ciiID{p.Address.Scheme, p.Address.Value}}
	}
	if p.VAT != "" {
		out.Taxes = append(out.Taxes, ciiRegistration{ciiID{"VA", p.VAT}})
	}
	if p.Fiscal != "" {
		out.Taxes = append(out.Taxes, ciiRegistration{ciiID{"FC", p.Fiscal}})
	}
	return out
}

func ciiLineOf(l einvoice.Line) ciiLine {
	out := ciiLine{Number: l.Number, Name: l.Name, Description: l.Description, Price: priceOf(l.Price)}
	out.Quantity.Unit, out.Quantity.Value = unitOf(l.Unit), quantityOf(l.Quantity)
	out.Settlement.Tax = ciiLineTax{"VAT", string(l.Category), rateOf(l.Category, l.Rate)}
	out.Settlement.Period = ciiPeriod{ciiDay(l.First), ciiDay(l.Last)}
	if d := l.Discount; d != nil {
		out.Settlement.Off = &ciiExtra{Percent: d.Percent.String(), Base: amountOf(d.Base), Amount: amountOf(d.Amount), Code: einvoice.ReasonDiscount, Reason: d.Reason}
	}
	out.Settlement.Net = amountOf(l.Net)
	if l.Object.Value != "" {
		out.Settlement.Object = &ciiObject{l.Object.Value, "130", l.Object.Scheme}
	}
	return out
}

func ciiSettlementOf(i einvoice.Invoice) ciiSettlement {
	out := ciiSettlement{Reference: i.Payment.Reference, Currency: i.Currency, Means: ciiMeans{Type: i.Payment.Means}, Period: ciiPeriod{ciiDay(i.First), ciiDay(i.Last)},
		Terms: i.Payment.Terms, Due: ciiDay(i.Due), Lines: amountOf(i.LinesNet()), Basis: amountOf(i.Net), Tax: ciiAmount{i.Currency, amountOf(i.Tax)}, Total: amountOf(i.Total), ToPay: amountOf(i.ToPay()),
		Charges: optionalAmount(i.ExtrasNet(true)), Off: optionalAmount(i.ExtrasNet(false)), Rounding: optionalAmount(i.Rounding), Prepaid: optionalAmount(i.Prepaid)}
	for _, e := range i.Extras {
		out.Extras = append(out.Extras, ciiExtra{Charge: e.Charge, Amount: amountOf(e.Amount), Reason: e.Reason, Tax: &ciiLineTax{"VAT", string(e.Category), rateOf(e.Category, e.Rate)}})
	}
	out.Creditor, out.Mandate = i.Payment.Creditor, i.Payment.Mandate
	if i.Payment.Debtor != "" {
		out.Means.Debtor = &struct {
			IBAN string `xml:"ram:IBANID"`
		}{i.Payment.Debtor}
	}
	if i.Payment.IBAN != "" {
		out.Means.Account = &struct {
			IBAN   string `xml:"ram:IBANID"`
			Holder string `xml:"ram:AccountName,omitempty"`
		}{i.Payment.IBAN, i.Payment.Holder}
	}
	if i.Payment.BIC != "" {
		out.Means.Bank = &struct {
			BIC string `xml:"ram:BICID"`
		}{i.Payment.BIC}
	}
	for _, t := range i.Taxes {
		tax := ciiTax{Tax: amountOf(t.Tax), Type: "VAT", Reason: t.Reason, Net: amountOf(t.Net), Category: string(t.Category), Code: t.Code, Rate: rateOf(t.Category, t.Rate)}
		if i.OnDebits {
			tax.DueOn = dueAtIssue
		}
		out.Taxes = append(out.Taxes, tax)
	}
	if c := i.Credits; c != nil {
		out.Credits = &ciiPrevious{Number: c.Number, QDT: "urn:un:unece:uncefact:data:standard:QualifiedDataType:100"}
		out.Credits.Issued.Format, out.Credits.Issued.Day = "102", compact(c.Issued)
	}
	return out
}
