package document

import (
	"cmp"
	"context"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/einvoice"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/document"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/operation"
)

// Kinds of the stored documents that buyers write.
const (
	OwedKind           document.Kind = "statements"
	OwedElectronicKind document.Kind = "statement-invoices"
)

// ByBuyer makes the documents that buyers write, and keeps them.
type ByBuyer struct{ *Service }

// Owed is what a seller is owed by its buyer, who writes the document.
type Owed struct {
	Op          operation.Operation
	Kind        billing.InvoiceType // TypeStatement or TypeSelfBilled
	Draft       bool
	Language    string
	Number      string
	Issue       civil.Date
	TermDays    int
	Days        civil.Range
	Seller, Own billing.BillingEntity // Own is the operation's, which pays
	Lines       []billing.Line
	Totals      money.Totals
}

// Document gathers what is printed of what a seller is owed, as of the day of issue.
func (s ByBuyer) Document(ctx context.Context, o Owed) (billing.Document, error) {
	country := o.Op.DSO.Country()
	texts, err := s.LegalTexts.On(ctx, country, o.Language, o.Issue)
	if err != nil {
		return billing.Document{}, err
	}
	doc := billing.Document{Archival: true, Kind: o.Kind, Draft: o.Draft, Language: o.Language, Country: string(country), Number: o.Number, IssueDate: o.Issue, DueDate: o.Issue.AddDays(o.TermDays),
		First: o.Days.From, Last: o.Days.Last(), Operation: o.Op.Name, Theme: themeOf(o.Op.Theme), LogoID: cmp.Or(o.Own.LogoID, o.Op.LogoID),
		Seller: printed(o.Seller.Identity, o.Seller.LegalNumber != ""), Buyer: printed(o.Own.Identity, true), Net: o.Totals.Net, Tax: o.Totals.VAT, Total: o.Totals.Gross,
		Payment: billing.DocumentPayment{Method: billing.Transfer, TermDays: o.TermDays, Holder: o.Seller.Name, Account: o.Seller.IBAN.Masked(), Reference: o.Number}}
	doc.Seller.Form, doc.Seller.Capital, doc.Seller.Registration, doc.Seller.FranchiseForm = o.Seller.LegalForm, o.Seller.ShareCapital, o.Seller.Registration, o.Seller.FranchiseForm
	doc.Buyer.Form, doc.Buyer.Capital, doc.Buyer.Registration = o.Own.LegalForm, o.Own.ShareCapital, o.Own.Registration
	for _, l := range o.Lines {
		doc.Lines = append(doc.Lines, billing.DocumentLine{Label: l.Label, SiteName: l.SiteName, DsoID: l.DsoID, First: l.Days.From, Last: l.Days.Last(),
			Quantity: l.Quantity, Unit: l.Unit, Price: l.Price, Net: l.Net, Rate: l.Rate})
	}
	for _, g := range o.Totals.Groups {
		doc.VAT = append(doc.VAT, taxed(g, o.Seller, country, texts))
	}
	if len(doc.VAT) == 0 { // a month in which nothing was shared has no line
		doc.VAT = append(doc.VAT, taxed(money.VATGroup{}, o.Seller, country, texts))
	}
	doc.Mentions = owedMentions(doc, texts)
	return doc, nil
}

// owedMentions are the legal texts of what buyers write.
func owedMentions(doc billing.Document, texts map[string]string) []billing.Mention {
	var out []billing.Mention
	for _, one := range []struct {
		key   string
		holds bool
	}{{textTranslation, doc.Translation}, {textSelfBilled, doc.Kind == billing.TypeSelfBilled}, {textStated, doc.Kind == billing.TypeStatement}, {textGoods, doc.Kind == billing.TypeSelfBilled}} {
		if text := texts[one.key]; one.holds && text != "" {
			out = append(out, billing.Mention{Key: one.key, Text: text})
		}
	}
	return out
}

// OwedFiles is a document as it is drawn, and its e-invoice where it is one.
type OwedFiles struct{ Printed, Electronic []byte }

// Draw draws what was frozen. A language other than its own gives a copy that says so, without
// e-invoice.
func (s ByBuyer) Draw(ctx context.Context, operationID id.ID, doc billing.Document, language string) (OwedFiles, error) {
	var err error
	if language != "" && language != doc.Language {
		doc, err = s.Service.Draft(nil).translated(ctx, doc, language)
		if err != nil {
			return OwedFiles{}, err
		}
	}
	docs := []billing.Document{doc}
	if err := s.addLogos(ctx, operationID, docs); err != nil {
		return OwedFiles{}, err
	}
	structured, err := s.addElectronic(docs)
	if err != nil {
		return OwedFiles{}, err
	}
	var out OwedFiles
	if out.Printed, err = s.Renderer.Render(docs[0]); err != nil || structured[0] == nil {
		return out, err
	}
	if out.Electronic = docs[0].Electronic; structured[0].Syntax == einvoice.UBL {
		structured[0].Printed = out.Printed
		out.Electronic, err = s.EInvoices.Write(*structured[0])
	}
	return out, err
}

// Keep keeps the files of a document and names them by name, in one transaction.
func (s ByBuyer) Keep(ctx context.Context, operationID id.ID, files OwedFiles, name func(ctx context.Context, stored billing.StoredFiles) error) error {
	contents := []document.ContentOf{{Kind: OwedKind, Content: document.Of(files.Printed, "application/pdf")}}
	if files.Electronic != nil {
		contents = append(contents, document.ContentOf{Kind: OwedElectronicKind, Content: document.Of(files.Electronic, "application/xml")})
	}
	kept, err := s.Stored.KeepEach(ctx, operationID, contents)
	if err != nil {
		return err
	}
	of := billing.StoredFiles{PrintedID: kept[0].ID}
	if files.Electronic != nil {
		of.ElectronicID = kept[1].ID
	}
	return s.Stored.Attach(ctx, kept, func(ctx context.Context) error { return name(ctx, of) })
}

// Read reads what was kept; nil where it is lost, so that it is drawn again.
func (s ByBuyer) Read(ctx context.Context, operationID id.ID, kind document.Kind, documentID id.ID) []byte {
	if documentID.IsZero() {
		return nil
	}
	content, err := s.read(ctx, document.Document{ID: documentID, OperationID: operationID, Kind: kind})
	if err != nil {
		return nil
	}
	return content
}

// WhyNoInvoice says why a document is no e-invoice; nil where it is one.
func WhyNoInvoice(doc billing.Document) error {
	_, err := einvoice.Of(doc)
	return err
}
