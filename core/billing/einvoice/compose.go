package einvoice

import (
	"cmp"
	"slices"
	"strings"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/party"
)

// What France and Peppol call their invoices (BT-23, BT-24).
const (
	frenchProcess   = "B1" // goods, to be paid: electricity is one
	frenchGuideline = "urn:cen.eu:en16931:2017"
	peppolProcess   = "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0"
	peppolGuideline = "urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0"
	// Those of invoices that buyers write.
	peppolSelfProcess   = "urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0"
	peppolSelfGuideline = "urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0"
)

// noneApplies stands in the notes that France wants of every invoice, where the law of private
// clients knows no such thing (BR-FR-05).
const noneApplies = "Sans objet : le client est un particulier."

// abroad ends the treatment where the buyer is in another country (BR-FR-20).
const abroad = "INT"

// Of is the e-invoice of an issued document. Errors: einvoice.statement, einvoice.privateClient,
// einvoice.incomplete with what lacks: einvoice.sellerNumber, einvoice.sellerVat,
// einvoice.buyerNumber, einvoice.buyerMail.
func Of(d billing.Document) (Invoice, error) {
	if d.Kind == billing.TypeStatement { // nor is what a seller is owed that is not liable for VAT
		return Invoice{}, ErrStatement
	}
	belgian := d.Country == string(dso.Belgium)
	if belgian && !d.Buyer.Professional {
		return Invoice{}, ErrPrivateClient
	}
	i := Invoice{Syntax: CII, Process: frenchProcess, Guideline: frenchGuideline, Number: d.Number, Type: TypeInvoice, Issued: d.IssueDate, Due: d.DueDate,
		Currency: "EUR", First: d.First, Last: d.Last, Net: d.Net, Tax: d.Tax, Total: d.Total,
		Seller: seller(d), Buyer: buyer(d), Payment: paid(d)}
	if belgian {
		i.Syntax, i.Process, i.Guideline = UBL, peppolProcess, peppolGuideline
	}
	if d.Kind == billing.TypeSelfBilled {
		i.Type = TypeSelfBilled
		if belgian {
			i.Process, i.Guideline = peppolSelfProcess, peppolSelfGuideline
		}
	}
	if d.Kind == billing.TypeCreditNote {
		i.Type = TypeCreditNote
		if c := d.Credits; c != nil {
			i.Credits = &Preceding{Number: c.Number, Issued: c.IssueDate}
			i.Payment.Terms = deducted(d.Language, c.Number)
		}
	}
	i.Order, i.Contract, i.OnDebits, i.Reference = d.Commitment, d.Contract, d.OnDebits && !belgian && d.Tax != 0, d.Service
	i.byVAT = exempt(d) && d.Seller.FranchiseForm == billing.FranchiseVATNumber
	for _, v := range d.VAT {
		if atZero(d, v) {
			v.Category, v.Reason, v.ReasonCode = billing.VATZero, "", ""
		}
		i.Taxes = append(i.Taxes, Tax{Category: v.Category, Rate: v.Rate, Net: v.Net, Tax: v.Tax, Code: v.ReasonCode, Reason: v.Reason})
	}
	for n, l := range d.Lines {
		i.Lines = append(i.Lines, line(n+1, l, i.Taxes, d.Language))
		i.Reference = cmp.Or(i.Reference, l.DsoID)
	}
	for _, a := range d.Adjustments {
		i.Extras = append(i.Extras, Extra{Charge: a.Kind == billing.Surcharge, Amount: a.Amount, Category: categoryOf(i.Taxes, a.Rate), Rate: a.Rate, Reason: a.Reason})
	}
	i.Delivered = delivered(d)
	i.Notes = notes(d, belgian)
	if n := slices.IndexFunc(d.VAT, func(v billing.DocumentVAT) bool { return atZero(d, v) && v.Reason != "" }); n >= 0 && !belgian {
		i.Notes = append(i.Notes, Note{NoteTax, d.VAT[n].Reason})
	}
	return i, i.check(d.Buyer.Professional)
}

// line takes a line over; its category is that of its rate, of which a document has one.
func line(number int, l billing.DocumentLine, taxes []Tax, language string) Line {
	out := Line{Number: number, Name: l.Name(), Description: strings.Join(slices.DeleteFunc([]string{l.SiteName, l.Producer, within(language, l.Within)}, func(s string) bool { return s == "" }), ", "),
		First: l.First, Last: l.Last, Quantity: l.Quantity, Unit: l.Unit, Price: l.Price, Net: l.Net, Rate: l.Rate}
	if l.DsoID != "" {
		out.Object = Identifier{SchemeDelivery, l.DsoID}
	}
	if off := l.Discount; off != nil {
		out.Discount = &Discount{Amount: off.Amount, Base: off.Base, Percent: off.Percent, Reason: off.Reason}
	}
	out.Category = categoryOf(taxes, l.Rate)
	return out
}

// categoryOf is that of a rate, of which a document has one.
func categoryOf(taxes []Tax, rate money.VATRate) billing.VATCategory {
	if at := slices.IndexFunc(taxes, func(t Tax) bool { return t.Rate == rate }); at >= 0 {
		return taxes[at].Category
	}
	return ""
}

// delivered is where the energy went, which an invoice says where it is another place than the buyer's (code
// général des impôts, annexe II, 242 nonies A). The model has room for one place: several sites are told apart
// by their lines.
func delivered(d billing.Document) *Place {
	if len(d.Lines) == 0 || d.ByBuyer() {
		return nil
	}
	one := d.Lines[0]
	if one.SiteCity == "" || slices.ContainsFunc(d.Lines, func(l billing.DocumentLine) bool { return l.DsoID != one.DsoID || l.SiteName != one.SiteName }) {
		return nil
	}
	if one.SiteStreet == d.Buyer.Street && one.SitePostCode == d.Buyer.PostCode && one.SiteCity == d.Buyer.City {
		return nil
	}
	return &Place{one.SiteStreet, one.SitePostCode, one.SiteCity, d.Country}
}

// legal is the number of an enterprise by the register of its country, and of its establishment
// where that is what is known; without a scheme where the register is another one.
func legal(p billing.DocumentParty) (enterprise, site Identifier) {
	number, country := p.LegalNumber, dso.Country(p.Country)
	switch {
	case country == dso.France && len(number) == 14:
		return Identifier{SchemeSIREN, number[:9]}, Identifier{SchemeSIRET, number}
	case country == dso.France && number != "":
		enterprise.Scheme = SchemeSIREN
	case country == dso.Belgium && number != "":
		enterprise.Scheme = SchemeBCE
	}
	enterprise.Value = number
	return enterprise, site
}

func partyOf(p billing.DocumentParty) Party {
	out := Party{Name: p.Name, VAT: p.TaxID, Street: p.Street, Street2: p.Street2, Register: register(p), PostCode: p.PostCode, City: p.City, Country: p.Country}
	out.Legal, out.Site = legal(p)
	if p.Contact != "" {
		out.Contact = Contact{p.Contact, p.Phone, p.Email}
	}
	if p.EAddress != nil {
		out.Address = Identifier{string(p.EAddress.Scheme), p.EAddress.Value}
		return out
	}
	switch out.Legal.Scheme {
	case SchemeSIREN:
		out.Address = Identifier{SchemeFrench, out.Legal.Value}
	case SchemeBCE:
		out.Address = out.Legal
	}
	return out
}

// seller is known to the tax office by its VAT number, else by its legal one (BR-E-02, BR-Z-02); a
// sale outside VAT may name no VAT number (BR-O-02).
func seller(d billing.Document) Party {
	out := partyOf(d.Seller)
	switch {
	case outside(d):
		out.VAT = ""
	case out.VAT == "" && (!exempt(d) || d.Seller.FranchiseForm != billing.FranchiseVATNumber):
		out.Fiscal = out.Legal.Value
	case exempt(d) && d.Seller.FranchiseForm == billing.FranchiseLegalNumber:
		out.VAT, out.Fiscal = "", out.Legal.Value
	}
	return out
}

// exempt reports whether the seller is a small business that charges no VAT (domain 8.4).
func exempt(d billing.Document) bool { return d.Seller.VATRegime == party.VATFranchise }

// atZero reports whether an exemption goes out as a rate of zero, as some platforms want of small
// businesses: its reason is then a note, for a rate of zero has none (BR-Z-10).
func atZero(d billing.Document, v billing.DocumentVAT) bool {
	return exempt(d) && v.Category == billing.VATExempt && d.Seller.FranchiseForm == billing.FranchiseZeroRate
}

// register is what the register says of an enterprise: form, capital, and where it stands there.
func register(p billing.DocumentParty) string {
	var said []string
	if p.Form != "" {
		said = append(said, p.Form)
	}
	if p.Capital != 0 {
		said = append(said, "capital "+p.Capital.String()+" EUR")
	}
	if p.Registration != "" {
		name := "RCS "
		if p.Country == string(dso.Belgium) {
			name = "RPM "
		}
		said = append(said, name+p.Registration)
	}
	return strings.Join(said, ", ")
}

// buyer is reached at the address of its enterprise, a private person by mail.
func buyer(d billing.Document) Party {
	out := partyOf(d.Buyer)
	if !d.Buyer.Professional {
		out.Legal, out.Site, out.Address = Identifier{}, Identifier{}, Identifier{}
	}
	if out.Address.Value == "" && !d.Buyer.Professional && d.Buyer.Email != "" {
		out.Address = Identifier{SchemeMail, d.Buyer.Email}
	}
	if outside(d) {
		out.VAT = ""
	}
	return out
}

func outside(d billing.Document) bool {
	return slices.ContainsFunc(d.VAT, func(v billing.DocumentVAT) bool { return v.Category == billing.VATOutside })
}

// paid says how. A direct debit names its mandate; one without is said as such where the law lets it be,
// and not at all in Belgium, where Peppol wants the mandate (PEPPOL-EN16931-R061).
func paid(d billing.Document) Payment {
	out := Payment{Means: MeansNotDefined, Reference: d.Payment.Reference}
	m, belgian := d.Payment.Mandate, d.Country == string(dso.Belgium)
	switch {
	case d.Payment.Method == billing.Debit && m != nil:
		out.Means, out.Mandate, out.Creditor, out.Debtor = MeansDirectDebit, string(m.RUM), string(m.ICS), m.IBAN
	case d.Payment.Method == billing.Debit && !belgian:
		out.Means = MeansDirectDebit
	case d.Payment.Method == billing.PublicTreasuryDebit && !belgian:
		out.Means = MeansDebit
	case d.Payment.Method == billing.Cheque:
		out.Means = MeansCheque
	case d.Payment.IBAN != "":
		out.Means, out.Holder, out.IBAN, out.BIC = MeansTransfer, d.Payment.Holder, d.Payment.IBAN, d.Payment.BIC
	}
	return out
}

// deducted says what a credit note is for: nobody is asked to pay (BR-CO-25).
func deducted(language, number string) string {
	if language == "nl" {
		return "In mindering van factuur " + number
	}
	return "À déduire de la facture " + number
}

// within says what the price of a cost is made of that is passed on with VAT in it.
func within(language string, w *billing.VATWithin) string {
	switch {
	case w == nil:
		return ""
	case language == "nl":
		return w.Cost.String() + " € excl. btw, " + w.Rate.String() + " % btw inbegrepen"
	}
	return w.Cost.String() + " € HTVA, TVA de " + w.Rate.String() + " % comprise"
}

// notes are the texts of the document under the codes that each country wants: three of payment
// and the treatment in France, at most one in Peppol.
func notes(d billing.Document, belgian bool) []Note {
	text := map[string]string{}
	for _, m := range d.Mentions {
		text[m.Key] = m.Text
	}
	if belgian {
		var all []string
		for _, m := range d.Mentions {
			all = append(all, m.Text)
		}
		if len(all) == 0 {
			return nil
		}
		return []Note{{Text: strings.Join(all, " ")}}
	}
	treatment := ToConsumer
	if d.Buyer.Professional {
		treatment = BetweenEnterprises
	}
	if d.Buyer.Country != string(dso.France) {
		treatment += abroad
	}
	late := cmp.Or(text["late"], text["latePublic"], noneApplies)
	out := []Note{{NoteRecovery, late}, {NoteLate, late},
		{NoteDiscount, cmp.Or(text["discount"], noneApplies)}, {NoteTreatment, treatment}}
	if prepared := cmp.Or(text["prepared"], text["selfBilled"]); prepared != "" {
		out = append(out, Note{NoteRegime, prepared})
	}
	return out
}
