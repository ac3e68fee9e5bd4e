package billing

import (
	"bytes"
	"context"
	"reflect"

	"github.com/openpmo/pmo/adapters/httpapi/gen/billing"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/paging"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	core "github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/document"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

// listInvoices pages in the database: an operation may have more than can be read at once.
func (a API) listInvoices(ctx context.Context, scope core.Scope, q billing.ListOperationInvoicesParams) (list []model.Invoice, next *string, total *int, err error) {
	if wire.IsTrue(q.IsLegacyBill) {
		list, err := a.listBills(ctx, scope, q)
		return list, nil, nil, err
	}
	p, err := paging.PageOf(ctx, q.Limit, q.Cursor)
	if err != nil {
		return nil, nil, nil, err
	}
	orders, err := invoiceOrders(q.Sort)
	if err != nil {
		return nil, nil, nil, err
	}
	month, err := monthOf(q.Month)
	if err != nil {
		return nil, nil, nil, err
	}
	filter := core.InvoiceFilter{Month: month, Statuses: statusesOf(q.Status), Types: typesOf(q.Type),
		IssuerID: id.ID(wire.Text(q.BillingEntityId)), ClientID: id.ID(wire.Text(q.BillableEntityId)), RunID: id.ID(wire.Text(q.RunId)), PlanID: id.ID(wire.Text(q.PlanId)), Overdue: q.Overdue, Paid: q.Paid, Deliveries: deliveriesOf(q.Delivery), Query: wire.Text(q.Q),
		IDs: wire.IDs(q.Ids), Sort: sortOf(orders)}
	if p.Limit <= paging.MaxRows { // asked for; one more says whether the list goes on
		filter.Limit = p.Limit + 1
	}
	if before := p.Cursor.IDs(); len(before) > 0 {
		known := filter
		known.IDs, known.Limit = before, len(before)
		found, _, err := a.Billing.Invoices.ListInvoices(ctx, request.Principal(ctx), scope, known)
		if err != nil {
			return nil, nil, nil, err
		}
		filter.Behind, filter.Offset = p.Cursor.LastKept(reflect.ValueOf(toAPIInvoices(found)), orders), p.Cursor.Fallback()
	}
	invoices, count, err := a.Billing.Invoices.ListInvoices(ctx, request.Principal(ctx), scope, filter)
	list = toAPIInvoices(invoices[:min(len(invoices), p.Limit)])
	return list, p.NextOf(reflect.ValueOf(list), orders, len(invoices) > p.Limit), &count, err
}

// monthOf reads the month that the period of an invoice ends in; absent is any.
func monthOf(month *string) (civil.Month, error) {
	if month == nil {
		return 0, nil
	}
	return civil.ParseMonth(*month)
}

// invoiceOrders reads what invoices are sorted by.
func invoiceOrders(sort *[]string) ([]paging.Order, error) {
	if sort == nil {
		return nil, nil
	}
	return paging.OrdersOf(reflect.TypeFor[model.Invoice](), *sort)
}

func sortOf(orders []paging.Order) []core.InvoiceOrder {
	out := make([]core.InvoiceOrder, len(orders))
	for i, o := range orders {
		out[i] = core.InvoiceOrder{Field: o.Field, Descending: o.Descending}
	}
	return out
}

// downloadInvoice is the document with its length and its name.
func (a API) downloadInvoice(ctx context.Context, scope core.Scope, invoiceID string, q billing.DownloadOperationInvoiceParams) (content *bytes.Reader, disposition string, err error) {
	if wire.IsTrue(q.IsLegacyBill) {
		return a.downloadBill(ctx, scope, invoiceID)
	}
	language := ""
	if q.Language != nil {
		language = string(*q.Language)
	}
	file, err := a.Billing.Invoices.Download(ctx, request.Principal(ctx), scope, id.ID(invoiceID), language)
	if err != nil {
		return nil, "", err
	}
	return bytes.NewReader(file.Content), wire.Attachment(documentName(file)), nil
}

// documentName is what a downloaded document is called: letters, digits and -_. only.
func documentName(f document.File) string {
	name := "facture-" + f.Number
	if f.Number == "" {
		name = "brouillon-" + f.From.String() + "-" + f.InvoiceID.String()[24:]
	}
	if f.Translation != "" {
		name += "-" + f.Translation
	}
	return name + ".pdf"
}

// electronic is the e-invoice with its length and its name.
func (a API) electronic(ctx context.Context, scope core.Scope, invoiceID string) (content *bytes.Reader, disposition string, err error) {
	file, err := a.Billing.Invoices.Electronic(ctx, request.Principal(ctx), scope, id.ID(invoiceID))
	if err != nil {
		return nil, "", err
	}
	return bytes.NewReader(file.Content), wire.Attachment("facture-" + file.Number + ".xml"), nil
}

func (a API) DownloadOperationEInvoice(ctx context.Context, r billing.DownloadOperationEInvoiceRequestObject) (billing.DownloadOperationEInvoiceResponseObject, error) {
	content, disposition, err := a.electronic(ctx, ofOperation(r.OperationId), r.InvoiceId)
	if err != nil {
		return nil, err
	}
	return billing.DownloadOperationEInvoice200ApplicationxmlResponse{Body: content, ContentLength: content.Size(),
		Headers: billing.DownloadOperationEInvoice200ResponseHeaders{ContentDisposition: &disposition}}, nil
}

func (a API) ListOperationInvoices(ctx context.Context, r billing.ListOperationInvoicesRequestObject) (billing.ListOperationInvoicesResponseObject, error) {
	list, next, total, err := a.listInvoices(ctx, ofOperation(r.OperationId), r.Params)
	if err != nil {
		return nil, err
	}
	return billing.ListOperationInvoices200JSONResponse{Body: list, Headers: billing.ListOperationInvoices200ResponseHeaders{NextCursor: next, TotalCount: total}}, nil
}

func (a API) GetOperationInvoiceTotals(ctx context.Context, r billing.GetOperationInvoiceTotalsRequestObject) (billing.GetOperationInvoiceTotalsResponseObject, error) {
	month, err := monthOf(r.Params.Month)
	if err != nil {
		return nil, err
	}
	filter := core.InvoiceFilter{Month: month, IssuerID: id.ID(wire.Text(r.Params.BillingEntityId)), ClientID: id.ID(wire.Text(r.Params.BillableEntityId)), PlanID: id.ID(wire.Text(r.Params.PlanId)), Query: wire.Text(r.Params.Q)}
	totals, err := a.Billing.Invoices.TotalInvoices(ctx, request.Principal(ctx), id.ID(r.OperationId), filter)
	if err != nil {
		return nil, err
	}
	return billing.GetOperationInvoiceTotals200JSONResponse(toAPIInvoiceTotals(totals)), nil
}

func (a API) GetOperationInvoice(ctx context.Context, r billing.GetOperationInvoiceRequestObject) (billing.GetOperationInvoiceResponseObject, error) {
	inv, err := a.Billing.Invoices.Invoice(ctx, request.Principal(ctx), ofOperation(r.OperationId), id.ID(r.InvoiceId))
	if err != nil {
		return nil, err
	}
	out := toAPIInvoice(inv)
	out.EInvoice = toAPIEInvoice(ctx, inv.Electronic)
	return billing.GetOperationInvoice200JSONResponse(out), nil
}

func (a API) GetOperationLastInvoiceDate(ctx context.Context, r billing.GetOperationLastInvoiceDateRequestObject) (billing.GetOperationLastInvoiceDateResponseObject, error) {
	last, err := a.Billing.Invoices.LastInvoiceDate(ctx, request.Principal(ctx), ofOperation(r.OperationId), id.ID(r.Params.BillingEntityId), id.ID(r.Params.BillableEntityId))
	if err != nil {
		return nil, err
	}
	return billing.GetOperationLastInvoiceDate200JSONResponse{LastInvoiceDate: wire.OptionalDate(last)}, nil
}

func (a API) DownloadOperationInvoice(ctx context.Context, r billing.DownloadOperationInvoiceRequestObject) (billing.DownloadOperationInvoiceResponseObject, error) {
	content, disposition, err := a.downloadInvoice(ctx, ofOperation(r.OperationId), r.InvoiceId, r.Params)
	if err != nil {
		return nil, err
	}
	return billing.DownloadOperationInvoice200ApplicationpdfResponse{Body: content, ContentLength: content.Size(),
		Headers: billing.DownloadOperationInvoice200ResponseHeaders{ContentDisposition: &disposition}}, nil
}

func (a API) PublishOperationInvoices(ctx context.Context, r billing.PublishOperationInvoicesRequestObject) (billing.PublishOperationInvoicesResponseObject, error) {
	results, err := a.Billing.Publication.PublishInvoices(ctx, request.Principal(ctx), ofOperation(r.OperationId), fromAPISelection(r.Params.Ids, r.Body))
	if err != nil {
		return nil, err
	}
	return billing.PublishOperationInvoices200JSONResponse(toAPIResults(ctx, results)), nil
}

func (a API) CancelOperationInvoices(ctx context.Context, r billing.CancelOperationInvoicesRequestObject) (billing.CancelOperationInvoicesResponseObject, error) {
	results, err := a.Billing.Publication.CancelInvoices(ctx, request.Principal(ctx), ofOperation(r.OperationId), fromAPICancellation(r.Params.Ids, r.Body))
	if err != nil {
		return nil, err
	}
	return billing.CancelOperationInvoices200JSONResponse(toAPIResults(ctx, results)), nil
}

func (a API) DeleteOperationInvoices(ctx context.Context, r billing.DeleteOperationInvoicesRequestObject) (billing.DeleteOperationInvoicesResponseObject, error) {
	results, err := a.Billing.Invoices.DeleteInvoices(ctx, request.Principal(ctx), ofOperation(r.OperationId), core.Selection{IDs: wire.IDs(r.Params.Ids)})
	if err != nil {
		return nil, err
	}
	return billing.DeleteOperationInvoices200JSONResponse(toAPIResults(ctx, results)), nil
}

func (a API) ListParticipantInvoices(ctx context.Context, r billing.ListParticipantInvoicesRequestObject) (billing.ListParticipantInvoicesResponseObject, error) {
	list, next, total, err := a.listInvoices(ctx, ofParticipant(r.ParticipantId), billing.ListOperationInvoicesParams(r.Params))
	if err != nil {
		return nil, err
	}
	return billing.ListParticipantInvoices200JSONResponse{Body: list, Headers: billing.ListParticipantInvoices200ResponseHeaders{NextCursor: next, TotalCount: total}}, nil
}

func (a API) GetParticipantInvoice(ctx context.Context, r billing.GetParticipantInvoiceRequestObject) (billing.GetParticipantInvoiceResponseObject, error) {
	inv, err := a.Billing.Invoices.Invoice(ctx, request.Principal(ctx), ofParticipant(r.ParticipantId), id.ID(r.InvoiceId))
	if err != nil {
		return nil, err
	}
	return billing.GetParticipantInvoice200JSONResponse(toAPIInvoice(inv)), nil
}

func (a API) GetParticipantLastInvoiceDate(ctx context.Context, r billing.GetParticipantLastInvoiceDateRequestObject) (billing.GetParticipantLastInvoiceDateResponseObject, error) {
	last, err := a.Billing.Invoices.LastInvoiceDate(ctx, request.Principal(ctx), ofParticipant(r.ParticipantId), id.ID(r.Params.BillingEntityId), id.ID(r.Params.BillableEntityId))
	if err != nil {
		return nil, err
	}
	return billing.GetParticipantLastInvoiceDate200JSONResponse{LastInvoiceDate: wire.OptionalDate(last)}, nil
}

func (a API) DownloadParticipantEInvoice(ctx context.Context, r billing.DownloadParticipantEInvoiceRequestObject) (billing.DownloadParticipantEInvoiceResponseObject, error) {
	content, disposition, err := a.electronic(ctx, ofParticipant(r.ParticipantId), r.InvoiceId)
	if err != nil {
		return nil, err
	}
	return billing.DownloadParticipantEInvoice200ApplicationxmlResponse{Body: content, ContentLength: content.Size(),
		Headers: billing.DownloadParticipantEInvoice200ResponseHeaders{ContentDisposition: &disposition}}, nil
}

func (a API) DownloadParticipantInvoice(ctx context.Context, r billing.DownloadParticipantInvoiceRequestObject) (billing.DownloadParticipantInvoiceResponseObject, error) {
	content, disposition, err := a.downloadInvoice(ctx, ofParticipant(r.ParticipantId), r.InvoiceId, billing.DownloadOperationInvoiceParams(r.Params))
	if err != nil {
		return nil, err
	}
	return billing.DownloadParticipantInvoice200ApplicationpdfResponse{Body: content, ContentLength: content.Size(),
		Headers: billing.DownloadParticipantInvoice200ResponseHeaders{ContentDisposition: &disposition}}, nil
}

func (a API) PublishParticipantInvoices(ctx context.Context, r billing.PublishParticipantInvoicesRequestObject) (billing.PublishParticipantInvoicesResponseObject, error) {
	results, err := a.Billing.Publication.PublishInvoices(ctx, request.Principal(ctx), ofParticipant(r.ParticipantId), fromAPISelection(r.Params.Ids, r.Body))
	if err != nil {
		return nil, err
	}
	return billing.PublishParticipantInvoices200JSONResponse(toAPIResults(ctx, results)), nil
}

func (a API) CancelParticipantInvoices(ctx context.Context, r billing.CancelParticipantInvoicesRequestObject) (billing.CancelParticipantInvoicesResponseObject, error) {
	results, err := a.Billing.Publication.CancelInvoices(ctx, request.Principal(ctx), ofParticipant(r.ParticipantId), fromAPICancellation(r.Params.Ids, r.Body))
	if err != nil {
		return nil, err
	}
	return billing.CancelParticipantInvoices200JSONResponse(toAPIResults(ctx, results)), nil
}

func (a API) DeleteParticipantInvoices(ctx context.Context, r billing.DeleteParticipantInvoicesRequestObject) (billing.DeleteParticipantInvoicesResponseObject, error) {
	results, err := a.Billing.Invoices.DeleteInvoices(ctx, request.Principal(ctx), ofParticipant(r.ParticipantId), core.Selection{IDs: wire.IDs(r.Params.Ids)})
	if err != nil {
		return nil, err
	}
	return billing.DeleteParticipantInvoices200JSONResponse(toAPIResults(ctx, results)), nil
}
