// Package einvoicing answers the operations about e-invoices on their way.
package einvoicing

import (
	"context"
	"io"

	"github.com/openpmo/pmo/adapters/httpapi/gen/einvoicing"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/contract"
	"github.com/openpmo/pmo/adapters/httpapi/transport/endpoint"
	"github.com/openpmo/pmo/adapters/httpapi/transport/problem"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	core "github.com/openpmo/pmo/core/einvoicing"
	"github.com/openpmo/pmo/core/einvoicing/assembly"
	"github.com/openpmo/pmo/core/id"
)

// API serves the tag einvoicing.
type API struct{ EInvoicing assembly.Services }

var _ einvoicing.StrictServerInterface = API{}

// Endpoints are the operations of the tag.
func (a API) Endpoints() []endpoint.Endpoint { return einvoicing.Endpoints(a) }

func (a API) ListEInvoiceConnections(ctx context.Context, r einvoicing.ListEInvoiceConnectionsRequestObject) (einvoicing.ListEInvoiceConnectionsResponseObject, error) {
	list, err := a.EInvoicing.Connections.List(ctx, request.Principal(ctx), id.ID(r.OperationId))
	if err != nil {
		return nil, err
	}
	out := make(einvoicing.ListEInvoiceConnections200JSONResponse, len(list))
	for n, v := range list {
		out[n] = toAPIConnection(v)
	}
	return out, nil
}

func (a API) GetEInvoiceConnection(ctx context.Context, r einvoicing.GetEInvoiceConnectionRequestObject) (einvoicing.GetEInvoiceConnectionResponseObject, error) {
	v, err := a.EInvoicing.Connections.ByID(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.ConnectionId))
	if err != nil {
		return nil, err
	}
	tag := wire.ETag(v.Version)
	return einvoicing.GetEInvoiceConnection200JSONResponse{Body: toAPIConnection(v), Headers: einvoicing.GetEInvoiceConnection200ResponseHeaders{ETag: &tag}}, nil
}

func (a API) CreateEInvoiceConnection(ctx context.Context, r einvoicing.CreateEInvoiceConnectionRequestObject) (einvoicing.CreateEInvoiceConnectionResponseObject, error) {
	v, err := a.EInvoicing.Connections.Create(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.Body.BillingEntityId), fromAPIConnectionCreation(*r.Body))
	if err != nil {
		return nil, err
	}
	tag, location := wire.ETag(v.Version), contract.Base+"/operations/"+string(v.OperationID)+"/einvoicing/connections/"+string(v.ID)
	return einvoicing.CreateEInvoiceConnection201JSONResponse{Body: toAPIConnection(v),
		Headers: einvoicing.CreateEInvoiceConnection201ResponseHeaders{ETag: &tag, Location: &location}}, nil
}

func (a API) UpdateEInvoiceConnection(ctx context.Context, r einvoicing.UpdateEInvoiceConnectionRequestObject) (einvoicing.UpdateEInvoiceConnectionResponseObject, error) {
	version, err := wire.IfMatch(r.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	v, err := a.EInvoicing.Connections.Update(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.ConnectionId), version, fromAPIConnectionUpdate(*r.Body))
	if err != nil {
		return nil, err
	}
	tag := wire.ETag(v.Version)
	return einvoicing.UpdateEInvoiceConnection200JSONResponse{Body: toAPIConnection(v), Headers: einvoicing.UpdateEInvoiceConnection200ResponseHeaders{ETag: &tag}}, nil
}

func (a API) DeleteEInvoiceConnection(ctx context.Context, r einvoicing.DeleteEInvoiceConnectionRequestObject) (einvoicing.DeleteEInvoiceConnectionResponseObject, error) {
	if err := a.EInvoicing.Connections.Delete(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.ConnectionId)); err != nil {
		return nil, err
	}
	return einvoicing.DeleteEInvoiceConnection204Response{}, nil
}

func (a API) TestEInvoiceConnection(ctx context.Context, r einvoicing.TestEInvoiceConnectionRequestObject) (einvoicing.TestEInvoiceConnectionResponseObject, error) {
	wrong, err := a.EInvoicing.Connections.Test(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.ConnectionId))
	if err != nil {
		return nil, err
	}
	return einvoicing.TestEInvoiceConnection200JSONResponse{Works: wrong == nil, Problem: toAPIProblem(wrong)}, nil
}

func (a API) LookAtEInvoiceConnection(ctx context.Context, r einvoicing.LookAtEInvoiceConnectionRequestObject) (einvoicing.LookAtEInvoiceConnectionResponseObject, error) {
	if err := a.EInvoicing.Transmissions.Look(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.ConnectionId)); err != nil {
		return nil, err
	}
	return einvoicing.LookAtEInvoiceConnection202Response{}, nil
}

func (a API) ListDirectoryLines(ctx context.Context, r einvoicing.ListDirectoryLinesRequestObject) (einvoicing.ListDirectoryLinesResponseObject, error) {
	list, err := a.EInvoicing.Connections.Directory(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.ConnectionId), r.Params.Siren)
	if err != nil {
		return nil, err
	}
	out := make(einvoicing.ListDirectoryLines200JSONResponse, len(list))
	for n, l := range list {
		out[n] = toAPILine(l)
	}
	return out, nil
}

func (a API) KeepDirectoryLine(ctx context.Context, r einvoicing.KeepDirectoryLineRequestObject) (einvoicing.KeepDirectoryLineResponseObject, error) {
	address := core.Address{Scheme: string(r.Body.Scheme), Value: r.Body.Address}
	_, err := a.EInvoicing.Connections.KeepAddress(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.ConnectionId), id.ID(r.Body.BillableEntityId), address)
	if err != nil {
		return nil, err
	}
	return einvoicing.KeepDirectoryLine204Response{}, nil
}

func (a API) ListTransmissions(ctx context.Context, r einvoicing.ListTransmissionsRequestObject) (einvoicing.ListTransmissionsResponseObject, error) {
	list, err := a.EInvoicing.Transmissions.List(ctx, request.Principal(ctx), id.ID(r.OperationId), fromAPITransmissionFilter(r.Params.InvoiceId, r.Params.ConnectionId, r.Params.State))
	if err != nil {
		return nil, err
	}
	out := make([]model.Transmission, len(list))
	for n, t := range list {
		out[n] = toAPITransmission(t)
	}
	return einvoicing.ListTransmissions200JSONResponse{Body: out}, nil
}

func (a API) GetTransmission(ctx context.Context, r einvoicing.GetTransmissionRequestObject) (einvoicing.GetTransmissionResponseObject, error) {
	t, err := a.EInvoicing.Transmissions.ByID(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.TransmissionId))
	if err != nil {
		return nil, err
	}
	return einvoicing.GetTransmission200JSONResponse(toAPITransmission(t)), nil
}

func (a API) SendInvoicesElectronically(ctx context.Context, r einvoicing.SendInvoicesElectronicallyRequestObject) (einvoicing.SendInvoicesElectronicallyResponseObject, error) {
	results, err := a.EInvoicing.Transmissions.Send(ctx, request.Principal(ctx), id.ID(r.OperationId), wire.IDs(&r.Body.InvoicesIds))
	if err != nil {
		return nil, err
	}
	out := model.BulkResults{Results: make([]model.BulkResult, len(results))}
	for n, one := range results {
		out.Results[n] = model.BulkResult{Id: string(one.ID), Status: model.BulkResultStatusSUCCESS}
		if one.Refused != nil {
			p := problem.Of(one.Refused, request.Language(ctx), request.ID(ctx))
			out.Results[n].Status, out.Results[n].Problem = model.BulkResultStatusFAILURE, &p
		}
	}
	return einvoicing.SendInvoicesElectronically200JSONResponse(out), nil
}

func (a API) WithdrawTransmission(ctx context.Context, r einvoicing.WithdrawTransmissionRequestObject) (einvoicing.WithdrawTransmissionResponseObject, error) {
	t, err := a.EInvoicing.Transmissions.Withdraw(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.TransmissionId))
	if err != nil {
		return nil, err
	}
	return einvoicing.WithdrawTransmission200JSONResponse(toAPITransmission(t)), nil
}

func (a API) ListCarrierMessages(ctx context.Context, r einvoicing.ListCarrierMessagesRequestObject) (einvoicing.ListCarrierMessagesResponseObject, error) {
	list, err := a.EInvoicing.Transmissions.Unclear(ctx, request.Principal(ctx), id.ID(r.OperationId))
	if err != nil {
		return nil, err
	}
	out := make([]model.CarrierMessage, len(list))
	for n, m := range list {
		out[n] = toAPIMessage(m)
	}
	return einvoicing.ListCarrierMessages200JSONResponse{Body: out}, nil
}

// maxCall is how long a call of a platform may be: one flow is some hundred bytes.
const maxCall = 256 << 10

// ReceiveCarrierCall reads the call as it was sent: its signature is of these bytes.
func (a API) ReceiveCarrierCall(ctx context.Context, r einvoicing.ReceiveCarrierCallRequestObject) (einvoicing.ReceiveCarrierCallResponseObject, error) {
	body, err := io.ReadAll(io.LimitReader(request.HTTP(ctx).Body, maxCall+1))
	if err != nil || len(body) > maxCall {
		return nil, core.ErrHook
	}
	call := core.HookCall{Body: body, Signature: wire.Text(r.Params.AfnorSignature), Timestamp: wire.Text(r.Params.AfnorSignatureTimestamp)}
	if err := a.EInvoicing.Transmissions.Call(ctx, r.Token, call); err != nil {
		return nil, err
	}
	return einvoicing.ReceiveCarrierCall204Response{}, nil
}
