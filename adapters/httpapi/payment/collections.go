package payment

import (
	"bytes"
	"context"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/gen/payment"
	"github.com/openpmo/pmo/adapters/httpapi/transport/problem"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/payment/collection"
)

// plainName is a name in small letters and digits, with dashes between: the portals of banks take
// files of such names only.
func plainName(name string) string {
	var b strings.Builder
	for _, r := range norm.NFD.String(strings.ToLower(name)) {
		switch {
		case 'a' <= r && r <= 'z' || '0' <= r && r <= '9':
			b.WriteRune(r)
		case unicode.Is(unicode.Mn, r):
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	return strings.Trim(b.String(), "-")
}

// fileName is sepa-{issuer}-{YYYY-MM}.xml.
func fileName(c collection.Collection) string {
	return "sepa-" + plainName(c.IssuerName) + "-" + c.Month.String() + ".xml"
}

func (a API) ExportParticipantSepa(ctx context.Context, r payment.ExportParticipantSepaRequestObject) (payment.ExportParticipantSepaResponseObject, error) {
	f, err := a.Collections.ExportOfProducer(ctx, request.Principal(ctx), id.ID(r.ParticipantId), ids(r.Params.InvoicesIds))
	if err != nil {
		return nil, err
	}
	name := wire.Attachment(fileName(f.Collection))
	return payment.ExportParticipantSepa200ApplicationxmlResponse{Body: bytes.NewReader(f.Content), ContentLength: int64(len(f.Content)),
		Headers: payment.ExportParticipantSepa200ResponseHeaders{ContentDisposition: &name}}, nil
}

func (a API) ExportParticipantSepaSelection(ctx context.Context, r payment.ExportParticipantSepaSelectionRequestObject) (payment.ExportParticipantSepaSelectionResponseObject, error) {
	f, err := a.Collections.ExportOfProducer(ctx, request.Principal(ctx), id.ID(r.ParticipantId), ids(r.Body.InvoicesIds))
	if err != nil {
		return nil, err
	}
	name := wire.Attachment(fileName(f.Collection))
	return payment.ExportParticipantSepaSelection200ApplicationxmlResponse{Body: bytes.NewReader(f.Content), ContentLength: int64(len(f.Content)),
		Headers: payment.ExportParticipantSepaSelection200ResponseHeaders{ContentDisposition: &name}}, nil
}

func (a API) ExportBillingEntitySepa(ctx context.Context, r payment.ExportBillingEntitySepaRequestObject) (payment.ExportBillingEntitySepaResponseObject, error) {
	f, err := a.Collections.ExportOfIssuer(ctx, request.Principal(ctx), id.ID(r.EntityId), ids(r.Params.InvoicesIds))
	if err != nil {
		return nil, err
	}
	name := wire.Attachment(fileName(f.Collection))
	return payment.ExportBillingEntitySepa200ApplicationxmlResponse{Body: bytes.NewReader(f.Content), ContentLength: int64(len(f.Content)),
		Headers: payment.ExportBillingEntitySepa200ResponseHeaders{ContentDisposition: &name}}, nil
}

func (a API) ExportBillingEntitySepaSelection(ctx context.Context, r payment.ExportBillingEntitySepaSelectionRequestObject) (payment.ExportBillingEntitySepaSelectionResponseObject, error) {
	f, err := a.Collections.ExportOfIssuer(ctx, request.Principal(ctx), id.ID(r.EntityId), ids(r.Body.InvoicesIds))
	if err != nil {
		return nil, err
	}
	name := wire.Attachment(fileName(f.Collection))
	return payment.ExportBillingEntitySepaSelection200ApplicationxmlResponse{Body: bytes.NewReader(f.Content), ContentLength: int64(len(f.Content)),
		Headers: payment.ExportBillingEntitySepaSelection200ResponseHeaders{ContentDisposition: &name}}, nil
}

func (a API) DownloadCollection(ctx context.Context, r payment.DownloadCollectionRequestObject) (payment.DownloadCollectionResponseObject, error) {
	f, err := a.Collections.Download(ctx, request.Principal(ctx), id.ID(r.CollectionId))
	if err != nil {
		return nil, err
	}
	name := wire.Attachment(fileName(f.Collection))
	return payment.DownloadCollection200ApplicationxmlResponse{Body: bytes.NewReader(f.Content), ContentLength: int64(len(f.Content)),
		Headers: payment.DownloadCollection200ResponseHeaders{ContentDisposition: &name}}, nil
}

func (a API) ListCollectableInvoices(ctx context.Context, r payment.ListCollectableInvoicesRequestObject) (payment.ListCollectableInvoicesResponseObject, error) {
	list, err := a.Collections.Candidates(ctx, request.Principal(ctx), id.ID(r.OperationId))
	if err != nil {
		return nil, err
	}
	lang := request.Language(ctx)
	out := make([]model.CollectableInvoice, len(list))
	for n, c := range list {
		out[n] = toAPICandidate(c, lang)
	}
	return payment.ListCollectableInvoices200JSONResponse{Body: out}, nil
}

func (a API) ListCollections(ctx context.Context, r payment.ListCollectionsRequestObject) (payment.ListCollectionsResponseObject, error) {
	list, err := a.Collections.List(ctx, request.Principal(ctx), id.ID(r.OperationId))
	if err != nil {
		return nil, err
	}
	out := make([]model.Collection, len(list))
	for n, c := range list {
		out[n] = toAPICollection(c, nil)
	}
	return payment.ListCollections200JSONResponse{Body: out}, nil
}

func (a API) GetCollection(ctx context.Context, r payment.GetCollectionRequestObject) (payment.GetCollectionResponseObject, error) {
	c, all, err := a.Collections.Get(ctx, request.Principal(ctx), id.ID(r.CollectionId))
	if err != nil {
		return nil, err
	}
	return payment.GetCollection200JSONResponse{Body: toAPICollection(c, all), Headers: payment.GetCollection200ResponseHeaders(changedTo(c.Version))}, nil
}

func (a API) CancelCollection(ctx context.Context, r payment.CancelCollectionRequestObject) (payment.CancelCollectionResponseObject, error) {
	c, err := a.Collections.Cancel(ctx, request.Principal(ctx), id.ID(r.CollectionId))
	if err != nil {
		return nil, err
	}
	return payment.CancelCollection200JSONResponse{Body: toAPICollection(c, nil), Headers: payment.CancelCollection200ResponseHeaders(changedTo(c.Version))}, nil
}

func toAPICollection(c collection.Collection, all []collection.Collected) model.Collection {
	out := model.Collection{Id: string(c.ID), OperationId: string(c.OperationID), CreditorId: string(c.CreditorID), CreditorName: c.CreditorName, BillingEntityName: c.IssuerName,
		Ics: string(c.ICS), Status: model.CollectionStatus(c.Status), MessageId: c.MessageID, FirstCollectionDate: wire.Date(c.First), LastCollectionDate: wire.Date(c.Last),
		Month: c.Month.String(), AmountCents: int64(c.Amount), InvoiceCount: c.Invoices, PaidCount: c.Paid, ReturnedCount: c.Failed, FileName: fileName(c),
		CreatedAt: wire.InParis(c.CreatedAt), CreatedByName: wire.OptionalText(c.CreatedByName)}
	if c.CancelledAt != nil {
		at := wire.InParis(*c.CancelledAt)
		out.CancelledAt = &at
	}
	if all != nil {
		list := make([]model.CollectedInvoice, len(all))
		for n, one := range all {
			list[n] = toAPICollected(one)
		}
		out.Transactions = &list
	}
	return out
}

func toAPICollected(c collection.Collected) model.CollectedInvoice {
	return model.CollectedInvoice{InvoiceId: string(c.ID), OperationId: string(c.OperationID), Number: c.Number, BillableEntityName: c.ClientName, AmountCents: int64(c.Amount),
		CollectionDate: wire.Date(c.On), MandateId: string(c.RUM), EndToEndId: c.EndToEndID, Scheme: model.MandateScheme(c.Scheme),
		PaymentStatus: model.PaymentStatus(c.PaymentStatus), Held: c.Held}
}

func toAPICandidate(c collection.Candidate, lang string) model.CollectableInvoice {
	i := c.Invoice
	out := model.CollectableInvoice{Id: string(i.ID), Number: i.Number, BillingEntityId: string(i.IssuerID), BillingEntityName: i.IssuerName, BillableEntityId: string(i.ClientID),
		BillableEntityName: i.ClientName, AmountCents: int64(i.Amount), PeriodStart: wire.Date(i.Days.From), PeriodEnd: wire.Date(i.Days.Last()), DueDate: wire.OptionalDate(i.DueDate),
		PaymentStatus: model.PaymentStatus(i.PaymentStatus), MandateId: wire.OptionalText(string(c.RUM))}
	if c.Creditor != nil {
		out.CreditorId, out.CollectionDate = wire.OptionalText(string(c.Creditor.ID)), wire.OptionalDate(&c.On)
	}
	if c.Refused != nil {
		out.Problem = &problem.Items([]*fault.Error{c.Refused}, lang)[0]
	}
	return out
}
