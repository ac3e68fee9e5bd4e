package httpapi

import (
	"bytes"
	"context"
	"reflect"

	"github.com/openpmo/pmo/adapters/httpapi/gen/billing"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	core "github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/id"
)

// listInvoices pages in the database: an operation may have more than can be read at once.
func (a billingAPI) listInvoices(ctx context.Context, scope core.Scope, q billing.ListOperationInvoicesParams) (list []model.Invoice, next *string, total int, err error) {
	p, err := pageOf(ctx, q.Limit, q.Cursor)
	if err != nil {
		return nil, nil, 0, err
	}
	orders, err := invoiceOrders(q.Sort)
	if err != nil {
		return nil, nil, 0, err
	}
	filter := core.InvoiceFilter{Statuses: statusesOf(q.Status), Types: typesOf(q.Type),
		IssuerID: id.ID(textOf(q.BillingEntityId)), ClientID: id.ID(textOf(q.BillableEntityId)), RunID: id.ID(textOf(q.RunId)), Query: textOf(q.Q),
		IDs: idsOf(q.Ids), Sort: sortOf(orders)}
	if p.limit <= maxRows { // asked for; one more says whether the list goes on
		filter.Limit = p.limit + 1
	}
	if before := p.cursor.ids(); len(before) > 0 {
		known := filter
		known.IDs, known.Limit = before, len(before)
		found, _, err := a.deps.Billing.ListInvoices(ctx, principal(ctx), scope, known)
		if err != nil {
			return nil, nil, 0, err
		}
		filter.Behind, filter.Offset = p.cursor.behind(reflect.ValueOf(toAPIInvoices(found)), orders), p.cursor.fallback()
	}
	invoices, total, err := a.deps.Billing.ListInvoices(ctx, principal(ctx), scope, filter)
	list = toAPIInvoices(invoices[:min(len(invoices), p.limit)])
	return list, p.nextOf(reflect.ValueOf(list), orders, len(invoices) > p.limit), total, err
}

// invoiceOrders reads what invoices are sorted by.
func invoiceOrders(sort *[]string) ([]order, error) {
	if sort == nil {
		return nil, nil
	}
	return ordersOf(reflect.TypeFor[model.Invoice](), *sort)
}

func sortOf(orders []order) []core.InvoiceOrder {
	out := make([]core.InvoiceOrder, len(orders))
	for i, o := range orders {
		out[i] = core.InvoiceOrder{Field: o.field, Descending: o.descending}
	}
	return out
}

// downloadInvoice is the document with its length and its name.
func (a billingAPI) downloadInvoice(ctx context.Context, scope core.Scope, invoiceID string, q billing.DownloadOperationInvoiceParams) (content *bytes.Reader, disposition string, err error) {
	if isTrue(q.IsLegacyBill) {
		return nil, "", core.ErrInvoiceLegacy
	}
	language := ""
	if q.Language != nil {
		language = string(*q.Language)
	}
	file, err := a.deps.Billing.Download(ctx, principal(ctx), scope, id.ID(invoiceID), language)
	return bytes.NewReader(file.Content), attachment(file.Name), err
}

func (a billingAPI) ListOperationInvoices(ctx context.Context, r billing.ListOperationInvoicesRequestObject) (billing.ListOperationInvoicesResponseObject, error) {
	list, next, total, err := a.listInvoices(ctx, ofOperation(r.OperationId), r.Params)
	if err != nil {
		return nil, err
	}
	return billing.ListOperationInvoices200JSONResponse{Body: list, Headers: billing.ListOperationInvoices200ResponseHeaders{NextCursor: next, TotalCount: &total}}, nil
}

func (a billingAPI) GetOperationInvoice(ctx context.Context, r billing.GetOperationInvoiceRequestObject) (billing.GetOperationInvoiceResponseObject, error) {
	inv, err := a.deps.Billing.Invoice(ctx, principal(ctx), ofOperation(r.OperationId), id.ID(r.InvoiceId))
	if err != nil {
		return nil, err
	}
	return billing.GetOperationInvoice200JSONResponse(toAPIInvoice(inv)), nil
}

func (a billingAPI) GetOperationLastInvoiceDate(ctx context.Context, r billing.GetOperationLastInvoiceDateRequestObject) (billing.GetOperationLastInvoiceDateResponseObject, error) {
	last, err := a.deps.Billing.LastInvoiceDate(ctx, principal(ctx), ofOperation(r.OperationId), id.ID(r.Params.BillingEntityId), id.ID(r.Params.BillableEntityId))
	if err != nil {
		return nil, err
	}
	return billing.GetOperationLastInvoiceDate200JSONResponse{LastInvoiceDate: optionalWireDate(last)}, nil
}

func (a billingAPI) DownloadOperationInvoice(ctx context.Context, r billing.DownloadOperationInvoiceRequestObject) (billing.DownloadOperationInvoiceResponseObject, error) {
	content, disposition, err := a.downloadInvoice(ctx, ofOperation(r.OperationId), r.InvoiceId, r.Params)
	if err != nil {
		return nil, err
	}
	return billing.DownloadOperationInvoice200ApplicationpdfResponse{Body: content, ContentLength: content.Size(),
		Headers: billing.DownloadOperationInvoice200ResponseHeaders{ContentDisposition: &disposition}}, nil
}

func (a billingAPI) PublishOperationInvoices(ctx context.Context, r billing.PublishOperationInvoicesRequestObject) (billing.PublishOperationInvoicesResponseObject, error) {
	results, err := a.deps.Billing.PublishInvoices(ctx, principal(ctx), ofOperation(r.OperationId), fromAPISelection(r.Params.Ids, r.Body))
	if err != nil {
		return nil, err
	}
	return billing.PublishOperationInvoices200JSONResponse(toAPIResults(ctx, results)), nil
}

func (a billingAPI) DeleteOperationInvoices(ctx context.Context, r billing.DeleteOperationInvoicesRequestObject) (billing.DeleteOperationInvoicesResponseObject, error) {
	results, err := a.deps.Billing.DeleteInvoices(ctx, principal(ctx), ofOperation(r.OperationId), core.Selection{IDs: idsOf(r.Params.Ids)})
	if err != nil {
		return nil, err
	}
	return billing.DeleteOperationInvoices200JSONResponse(toAPIResults(ctx, results)), nil
}

func (a billingAPI) ListParticipantInvoices(ctx context.Context, r billing.ListParticipantInvoicesRequestObject) (billing.ListParticipantInvoicesResponseObject, error) {
	list, next, total, err := a.listInvoices(ctx, ofParticipant(r.ParticipantId), billing.ListOperationInvoicesParams(r.Params))
	if err != nil {
		return nil, err
	}
	return billing.ListParticipantInvoices200JSONResponse{Body: list, Headers: billing.ListParticipantInvoices200ResponseHeaders{NextCursor: next, TotalCount: &total}}, nil
}

func (a billingAPI) GetParticipantInvoice(ctx context.Context, r billing.GetParticipantInvoiceRequestObject) (billing.GetParticipantInvoiceResponseObject, error) {
	inv, err := a.deps.Billing.Invoice(ctx, principal(ctx), ofParticipant(r.ParticipantId), id.ID(r.InvoiceId))
	if err != nil {
		return nil, err
	}
	return billing.GetParticipantInvoice200JSONResponse(toAPIInvoice(inv)), nil
}

func (a billingAPI) GetParticipantLastInvoiceDate(ctx context.Context, r billing.GetParticipantLastInvoiceDateRequestObject) (billing.GetParticipantLastInvoiceDateResponseObject, error) {
	last, err := a.deps.Billing.LastInvoiceDate(ctx, principal(ctx), ofParticipant(r.ParticipantId), id.ID(r.Params.BillingEntityId), id.ID(r.Params.BillableEntityId))
	if err != nil {
		return nil, err
	}
	return billing.GetParticipantLastInvoiceDate200JSONResponse{LastInvoiceDate: optionalWireDate(last)}, nil
}

func (a billingAPI) DownloadParticipantInvoice(ctx context.Context, r billing.DownloadParticipantInvoiceRequestObject) (billing.DownloadParticipantInvoiceResponseObject, error) {
	content, disposition, err := a.downloadInvoice(ctx, ofParticipant(r.ParticipantId), r.InvoiceId, billing.DownloadOperationInvoiceParams(r.Params))
	if err != nil {
		return nil, err
	}
	return billing.DownloadParticipantInvoice200ApplicationpdfResponse{Body: content, ContentLength: content.Size(),
		Headers: billing.DownloadParticipantInvoice200ResponseHeaders{ContentDisposition: &disposition}}, nil
}

func (a billingAPI) PublishParticipantInvoices(ctx context.Context, r billing.PublishParticipantInvoicesRequestObject) (billing.PublishParticipantInvoicesResponseObject, error) {
	results, err := a.deps.Billing.PublishInvoices(ctx, principal(ctx), ofParticipant(r.ParticipantId), fromAPISelection(r.Params.Ids, r.Body))
	if err != nil {
		return nil, err
	}
	return billing.PublishParticipantInvoices200JSONResponse(toAPIResults(ctx, results)), nil
}

func (a billingAPI) DeleteParticipantInvoices(ctx context.Context, r billing.DeleteParticipantInvoicesRequestObject) (billing.DeleteParticipantInvoicesResponseObject, error) {
	results, err := a.deps.Billing.DeleteInvoices(ctx, principal(ctx), ofParticipant(r.ParticipantId), core.Selection{IDs: idsOf(r.Params.Ids)})
	if err != nil {
		return nil, err
	}
	return billing.DeleteParticipantInvoices200JSONResponse(toAPIResults(ctx, results)), nil
}
