package billing

import (
	"context"
	"strings"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/party"
)

// Keys of legal texts. Placeholders: {pmo} and {seller}.
const (
	textPrepared    = "prepared"    // the PMO writes in the seller's name and on its behalf
	textGoods       = "goods"       // category of the operation
	textTreasury    = "treasury"    // not to be paid before the public accountant's notice
	textLate        = "late"        // penalties between professionals
	textDiscount    = "discount"    // none for early payment
	textMediator    = "mediator"    // for individuals
	textFranchise   = "franchise"   // VAT: small businesses
	textFlatRate    = "flatRate"    // VAT: farmers' flat-rate refund
	textOutside     = "outside"     // VAT: not a taxable person
	textTranslation = "translation" // copy in another language
)

// drawing makes documents of one operation; texts are read once a language and day.
type drawing struct {
	*Service
	b     *book
	texts map[string]map[string]string
	daily map[civil.Range]map[Pair][]energy.MilliWh
}

func (s *Service) newDrawing(b *book) *drawing {
	return &drawing{Service: s, b: b, texts: map[string]map[string]string{}}
}

func (d *drawing) textsOf(ctx context.Context, country dso.Country, language string, day civil.Date) (map[string]string, error) {
	k := string(country) + language + day.String()
	if t, ok := d.texts[k]; ok {
		return t, nil
	}
	t, err := d.LegalTexts.On(ctx, country, language, day)
	d.texts[k] = t
	return t, err
}

// document gathers what is printed on inv, as of its issue date. Its days are those that
// measure has read.
func (d *drawing) document(ctx context.Context, inv Invoice, language string, issue civil.Date) (Document, error) {
	issuer, client := d.b.issuers[inv.IssuerID], d.b.clients[inv.ClientID]
	if language == "" {
		language = client.Language
	}
	country := d.b.op.DSO.Country()
	texts, err := d.textsOf(ctx, country, language, issue)
	if err != nil {
		return Document{}, err
	}
	totals, err := inv.Totals()
	if err != nil {
		return Document{}, err
	}
	doc := Document{Kind: inv.Type, Draft: inv.Status == Draft, Language: language, Country: string(country), Number: inv.Number,
		IssueDate: issue, DueDate: issue.AddDays(inv.TermDays), First: inv.Days.From, Last: inv.Days.Last(), Operation: d.b.op.Name,
		Seller: printed(issuer.Identity, true), Buyer: printed(client.Identity, client.ConsumerType == party.Professional),
		Net: totals.Net, Tax: totals.VAT, Total: totals.Gross,
		Payment: DocumentPayment{Method: inv.Method, TermDays: inv.TermDays, Reference: inv.Number}}
	if inv.Method == Transfer {
		doc.Payment.Holder, doc.Payment.IBAN, doc.Payment.BIC = issuer.Name, string(issuer.IBAN), string(issuer.BIC)
	}
	if !issuer.OwnedByOperation {
		doc.PreparedBy = d.b.op.Interlocutor.LegalName
	}
	for _, l := range inv.Lines {
		doc.Lines = append(doc.Lines, DocumentLine{Label: l.Label, SiteName: l.SiteName, DsoID: l.DsoID, Producer: l.ProducerName, First: l.Days.From, Last: l.Days.Last(),
			Quantity: l.Quantity, Unit: l.Unit, Price: l.Price, Net: l.Net, Rate: l.Rate})
	}
	for _, g := range totals.Groups {
		doc.VAT = append(doc.VAT, taxed(g, issuer, country, texts))
	}
	doc.Mentions, doc.Days = mentions(doc, texts), d.days(inv)
	return doc, nil
}

func printed(i Identity, professional bool) DocumentParty {
	return DocumentParty{Name: i.Name, Street: i.Street, PostCode: i.PostCode, City: i.City, Country: string(i.Country),
		LegalNumber: i.LegalNumber, TaxID: i.vatNumber(), Email: i.Email, Phone: i.Phone, Professional: professional, VATRegime: i.VATRegime}
}

// taxed is a group of one rate with the reason why there is no tax (billing reference 2.3).
func taxed(g money.VATGroup, issuer BillingEntity, country dso.Country, texts map[string]string) DocumentVAT {
	v := DocumentVAT{Category: VATStandard, Rate: g.Rate, Net: g.Net, Tax: g.VAT}
	if g.Rate != 0 {
		return v
	}
	v.Category = VATExempt
	switch issuer.VATRegime {
	case party.VATFranchise:
		v.Reason = texts[textFranchise]
		if country == dso.France {
			v.ReasonCode = "VATEX-FR-FRANCHISE"
		}
	case party.VATExemption:
		v.Reason = issuer.ExemptionText
	case party.VATAgriculturalFlatRate:
		v.Reason = texts[textFlatRate]
	case party.VATNone:
		v.Category, v.ReasonCode, v.Reason = VATOutside, "VATEX-EU-O", texts[textOutside]
	default:
		v.Category = VATZero
	}
	return v
}

// mentions are the legal texts that hold for a document, in the order they are printed.
func mentions(doc Document, texts map[string]string) []Mention {
	var out []Mention
	add := func(key string, holds bool) {
		if text := texts[key]; holds && text != "" {
			text = strings.NewReplacer("{pmo}", doc.PreparedBy, "{seller}", doc.Seller.Name).Replace(text)
			out = append(out, Mention{Key: key, Text: text})
		}
	}
	add(textTranslation, doc.Translation)
	add(textPrepared, doc.PreparedBy != "")
	add(textTreasury, doc.Payment.Method.PublicTreasury())
	add(textGoods, true)
	add(textLate, doc.Buyer.Professional)
	add(textDiscount, doc.Buyer.Professional)
	add(textMediator, !doc.Buyer.Professional)
	return out
}

// translated is a copy of a published document in another language: the same facts,
// the texts that were in force on its issue date.
func (d *drawing) translated(ctx context.Context, doc Document, language string) (Document, error) {
	from, err := d.textsOf(ctx, dso.Country(doc.Country), doc.Language, doc.IssueDate)
	if err != nil {
		return Document{}, err
	}
	texts, err := d.textsOf(ctx, dso.Country(doc.Country), language, doc.IssueDate)
	if err != nil {
		return Document{}, err
	}
	doc.Language, doc.Translation = language, true
	for i, v := range doc.VAT {
		for _, key := range []string{textFranchise, textFlatRate, textOutside} {
			if v.Reason != "" && v.Reason == from[key] {
				doc.VAT[i].Reason = texts[key]
			}
		}
	}
	doc.Mentions = mentions(doc, texts)
	return doc, nil
}
