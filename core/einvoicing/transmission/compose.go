package transmission

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"time"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/einvoice"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/einvoicing"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
)

// Composer makes the files that are sent, of what was frozen when an invoice was issued.
type Composer struct {
	Snapshots einvoicing.Snapshots
	Documents einvoicing.Documents
	EReports  einvoicing.EReports
	Messages  einvoicing.Messages
}

// composed is a file with whom it is to reach.
type composed struct {
	einvoicing.Outgoing
	Buyer  einvoicing.Address
	Public *publicBuyer // nil = the buyer is none
}

// publicBuyer is a French public body, with what the invoice names of it.
type publicBuyer struct {
	Siret               string
	Commitment, Service string
}

// Compose makes the file of a transmission: of an invoice the stored document itself. A fault says what
// lacks.
func (c Composer) Compose(ctx context.Context, t einvoicing.Transmission, to einvoicing.Connection) (composed, error) {
	if t.Subject == einvoicing.OfEReport {
		return c.report(ctx, t)
	}
	d, err := c.Documents.Travelling(ctx, t.OperationID, t.InvoiceID)
	if err != nil {
		return composed{}, err
	}
	i := d.Structured
	out := composed{Outgoing: einvoicing.Outgoing{TrackingID: t.ID, ContentType: d.ContentType, Content: d.Content, FileName: fileName(i.Number)},
		Buyer: einvoicing.Address(i.Buyer.Address)}
	switch {
	case t.Subject == einvoicing.OfCollection:
		out.Syntax, out.FileName, out.ContentType = einvoicing.SyntaxCDAR, out.FileName+"-212.xml", "application/xml"
		out.Content, err = c.Messages.Collection(collected(t, d.Document, i))
	case d.Printed:
		out.Syntax, out.FileName = einvoicing.SyntaxFacturX, out.FileName+".pdf"
	case i.Syntax == einvoice.UBL:
		out.Syntax, out.FileName = einvoicing.SyntaxUBL, out.FileName+".xml"
	default:
		out.Syntax, out.FileName = einvoicing.SyntaxCII, out.FileName+".xml"
	}
	out.SHA256 = sum(out.Content)
	out.Sender, out.Receiver, out.CreditNote = einvoicing.Address(i.Seller.Address), out.Buyer, i.Type == einvoice.TypeCreditNote
	if t.Subject == einvoicing.OfCollection {
		return out, err
	}
	if b := d.Document.Buyer; b.PublicBody && b.Country == string(dso.France) {
		out.Public = &publicBuyer{Siret: i.Buyer.Site.Value, Commitment: d.Document.Commitment, Service: d.Document.Service}
	}
	if to.SendsRule {
		out.Rule = treatment(i, out.Public != nil, to.Settings.Version)
	}
	return out, err
}

func sum(content []byte) string {
	hash := sha256.Sum256(content)
	return hex.EncodeToString(hash[:])
}

// report is the file of a report of sales, as it was made.
func (c Composer) report(ctx context.Context, t einvoicing.Transmission) (composed, error) {
	number, content, err := c.EReports.EReport(ctx, t.EReportID)
	return composed{Outgoing: einvoicing.Outgoing{TrackingID: t.ID, ContentType: "application/xml", Syntax: einvoicing.SyntaxFRR, FileName: fileName(number) + ".xml",
		SHA256: sum(content), Content: content}}, err
}

// fileName is a number as a name of a file.
func fileName(number string) string { return strings.ReplaceAll(number, "/", "_") }

// toPublic is the kind of a sale to a public body. Before version 1.2 there is no word for it: the
// platform works it out.
const toPublic = "B2G"

// treatment is of what kind a sale is, in the words of XP Z12-013.
func treatment(i einvoice.Invoice, public bool, v einvoicing.Version) string {
	if public && v == einvoicing.V11 {
		return ""
	}
	if public {
		return toPublic
	}
	at := slices.IndexFunc(i.Notes, func(n einvoice.Note) bool { return n.Code == einvoice.NoteTreatment })
	if at < 0 {
		return ""
	}
	return strings.Replace(i.Notes[at].Text, "INT", "Int", 1)
}

// collected says that an invoice was paid in full, by rate of VAT.
func collected(t einvoicing.Transmission, doc billing.Document, i einvoice.Invoice) einvoicing.Collection {
	out := einvoicing.Collection{ID: t.ID, At: t.CreatedAt, Number: i.Number, Type: i.Type, IssuedOn: i.Issued, Currency: i.Currency,
		Seller: einvoicing.Named{Scheme: i.Seller.Legal.Scheme, Number: i.Seller.Legal.Value, Name: i.Seller.Name},
		Buyer:  einvoicing.Named{Scheme: i.Buyer.Legal.Scheme, Number: i.Buyer.Legal.Value, Name: i.Buyer.Name}, BuyerAddress: einvoicing.Address(i.Buyer.Address)}
	out.PaidOn = civil.Paris.DateOf(t.CreatedAt)
	if t.PaidOn != nil {
		out.PaidOn = *t.PaidOn
	}
	for _, v := range doc.VAT {
		out.Amounts = append(out.Amounts, einvoicing.Collected{Amount: v.Net + v.Tax, Rate: v.Rate})
	}
	return out
}

// lacks are the reasons of a document that cannot be made.
func lacks(f *fault.Error) []einvoicing.Reason {
	items := f.Items
	if len(items) == 0 {
		items = []*fault.Error{f}
	}
	out := make([]einvoicing.Reason, len(items))
	for n, one := range items {
		out[n] = einvoicing.Reason{Code: one.Key, Item: one.Field}
	}
	return out
}

// candidate is an issued document with what decides whether it is sent.
type candidate struct {
	head       einvoicing.Head
	document   billing.Document
	connection *einvoicing.Connection   // of its seller; nil = none that is on
	latest     *einvoicing.Transmission // of the document itself; nil = none yet
	credited   *einvoicing.Transmission // of the invoice that it takes back; nil = none
}

// refuse says why a document is not sent; nil = it is.
func (c candidate) refuse() *fault.Error {
	number := c.head.Number
	switch {
	case c.head.Number == "" || c.head.Type == billing.TypeStatement:
		return einvoicing.ErrNotIssued
	case !c.document.Buyer.Professional || c.document.Buyer.LegalNumber == "":
		return einvoicing.ErrPrivate.With("number", number)
	case c.connection == nil:
		return einvoicing.ErrUnconnected.With("number", number)
	case c.head.Type == billing.TypeCreditNote && (c.credited == nil || !c.credited.State().Live()):
		return einvoicing.ErrCreditsUnsent.With("number", number)
	case c.latest == nil:
		return nil
	case c.latest.State().Live():
		return einvoicing.ErrLive.With("number", number)
	case c.latest.Ended():
		return einvoicing.ErrEnded.With("number", number)
	}
	return nil
}

// transmission is the document's, queued.
func (c candidate) transmission(at time.Time) einvoicing.Transmission {
	return einvoicing.Transmission{ID: id.New(), OperationID: c.head.OperationID, ConnectionID: c.connection.ID, InvoiceID: c.head.ID, Subject: einvoicing.OfInvoice,
		NextAt: at, CreatedAt: at, UpdatedAt: at}
}
