package transmission

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/einvoice"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/einvoicing"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
)

// Composer makes the files that are sent, of what was frozen when an invoice was issued.
type Composer struct {
	Snapshots einvoicing.Snapshots
	Writer    einvoice.Writer
	Messages  einvoicing.Messages
}

// composed is a file with where its buyer is to receive it.
type composed struct {
	einvoicing.Outgoing
	Buyer einvoicing.Address
}

// Compose makes the file of a transmission. A fault says what lacks.
func (c Composer) Compose(ctx context.Context, t einvoicing.Transmission, to einvoicing.Connection) (composed, error) {
	found, err := c.Snapshots.Snapshots(ctx, t.OperationID, []id.ID{t.InvoiceID})
	if err != nil {
		return composed{}, err
	}
	doc, ok := found[t.InvoiceID]
	if !ok {
		return composed{}, billing.ErrInvoiceNotFound
	}
	i, err := einvoice.Of(doc)
	if err != nil {
		return composed{}, err
	}
	out := composed{Outgoing: einvoicing.Outgoing{TrackingID: t.ID, ContentType: "application/xml", Syntax: einvoicing.SyntaxCII,
		FileName: fileName(i.Number) + ".xml"}, Buyer: einvoicing.Address(i.Buyer.Address)}
	if t.Subject == einvoicing.OfCollection {
		out.Syntax, out.FileName = einvoicing.SyntaxCDAR, fileName(i.Number)+"-212.xml"
		out.Content, err = c.Messages.Collection(collected(t, doc, i))
		return out, err
	}
	if to.SendsRule {
		out.Rule = treatment(i)
	}
	out.Content, err = c.Writer.Write(i)
	return out, err
}

// fileName is a number as a name of a file.
func fileName(number string) string { return strings.ReplaceAll(number, "/", "_") }

// treatment is of what kind a sale is, in the words of XP Z12-013.
func treatment(i einvoice.Invoice) string {
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
