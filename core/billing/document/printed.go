package document

import (
	"strings"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/party"
)

// Keys of legal texts. Placeholders: {pmo} and {seller}.
const (
	textPrepared     = "prepared"              // the PMO writes in the seller's name and on its behalf
	textPreparedNote = "preparedNote"          // the same of a credit note
	textGoods        = "goods"                 // category of the operation
	textTreasury     = billing.MentionTreasury // not to be paid before the public accountant's notice
	textLate         = "late"                  // penalties between professionals
	textLatePublic   = "latePublic"            // penalties of public bodies
	textDebits       = "debits"                // VAT is due when the invoice is issued
	textDiscount     = "discount"              // none for early payment
	textMediator     = "mediator"              // for individuals
	textFranchise    = "franchise"             // VAT: small businesses
	textFlatRate     = "flatRate"              // VAT: farmers' flat-rate refund
	textOutside      = "outside"               // VAT: not a taxable person
	textTranslation  = "translation"           // copy in another language
	textSelfBilled   = "selfBilled"            // the buyer writes the invoice of its seller
	textStated       = "stated"                // what a seller is owed that is not liable for VAT
	textNoteVAT      = "noteVat"               // VAT that a credit note gives back, where the law asks for the words
)

func printed(i billing.Identity, professional bool) billing.DocumentParty {
	out := billing.DocumentParty{Name: i.Name, Street2: i.Street2, Contact: i.Contact, Street: i.Street, PostCode: i.PostCode, City: i.City, Country: string(i.Country),
		LegalNumber: i.LegalNumber, TaxID: i.VatNumber(), Email: i.Email, Phone: i.Phone, Professional: professional, VATRegime: i.VATRegime}
	if !i.EAddress.IsZero() {
		out.EAddress = &i.EAddress
	}
	return out
}

// themeOf is the look of an operation; nil where it is the product's own.
func themeOf(t operation.Theme) *billing.DocumentTheme {
	if t = t.Readable(); t == operation.DefaultTheme {
		return nil
	}
	return &billing.DocumentTheme{Primary: t.Primary, Secondary: t.Secondary, Ink: operation.InkOn(t.Primary)}
}

// taxed is a group of one rate with the reason why there is no tax (domain 8.4).
func taxed(g money.VATGroup, issuer billing.BillingEntity, country dso.Country, texts map[string]string) billing.DocumentVAT {
	v := billing.DocumentVAT{Category: billing.VATStandard, Rate: g.Rate, Net: g.Net, Tax: g.VAT}
	if g.Rate != 0 {
		return v
	}
	v.Category = billing.VATExempt
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
		v.Category, v.ReasonCode, v.Reason = billing.VATOutside, "VATEX-EU-O", texts[textOutside]
	default:
		v.Category = billing.VATZero
	}
	return v
}

// preparedText says that the PMO writes the document for the seller, in the words of its kind; "" where the
// seller writes it.
func preparedText(doc billing.Document, texts map[string]string) string {
	if doc.PreparedBy == "" {
		return ""
	}
	key := textPrepared
	if doc.Kind == billing.TypeCreditNote {
		key = textPreparedNote
	}
	return strings.NewReplacer("{pmo}", doc.PreparedBy, "{seller}", doc.Seller.Name).Replace(texts[key])
}

// returnsVAT reports whether a document gives VAT back: its buyer pays to the state what it had deducted.
func returnsVAT(doc billing.Document) bool { return doc.Kind == billing.TypeCreditNote && doc.Tax != 0 }

// mentions are the legal texts that hold for a document, in the order they are printed.
func mentions(doc billing.Document, texts map[string]string) []billing.Mention {
	var out []billing.Mention
	add := func(key string, holds bool) {
		if text := texts[key]; holds && text != "" {
			out = append(out, billing.Mention{Key: key, Text: text})
		}
	}
	add(textTranslation, doc.Translation)
	if text := preparedText(doc, texts); text != "" {
		out = append(out, billing.Mention{Key: textPrepared, Text: text})
	}
	add(textTreasury, doc.Payment.Method.PublicTreasury() && doc.Kind != billing.TypeCreditNote)
	add(textGoods, true)
	add(textDebits, doc.OnDebits && doc.Tax != 0)
	add(textLate, doc.Buyer.Professional && !doc.Buyer.PublicBody)
	add(textLatePublic, doc.Buyer.PublicBody)
	add(textDiscount, doc.Buyer.Professional)
	add(textMediator, !doc.Buyer.Professional)
	add(textNoteVAT, returnsVAT(doc))
	return out
}
