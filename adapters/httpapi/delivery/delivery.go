// Package delivery serves the ways of issued invoices to their clients.
package delivery

import (
	"bytes"
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/delivery"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/endpoint"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	core "github.com/openpmo/pmo/core/billing/delivery"
	"github.com/openpmo/pmo/core/id"
)

// API serves the tag delivery.
type API struct {
	Delivery *core.Service
}

// Endpoints lists the operations of the tag.
func (a API) Endpoints() []endpoint.Endpoint { return delivery.Endpoints(a) }

func (a API) ListDeliveries(ctx context.Context, r delivery.ListDeliveriesRequestObject) (delivery.ListDeliveriesResponseObject, error) {
	list, err := a.Delivery.Of(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.Params.InvoiceId))
	if err != nil {
		return nil, err
	}
	out := make([]model.InvoiceDelivery, len(list))
	for n, d := range list {
		out[n] = toAPIDelivery(d)
	}
	return delivery.ListDeliveries200JSONResponse(out), nil
}

func (a API) StartDeliveries(ctx context.Context, r delivery.StartDeliveriesRequestObject) (delivery.StartDeliveriesResponseObject, error) {
	results, err := a.Delivery.Deliver(ctx, request.Principal(ctx), id.ID(r.OperationId), fromAPIOrder(*r.Body))
	if err != nil {
		return nil, err
	}
	return delivery.StartDeliveries200JSONResponse(toAPIResults(ctx, results)), nil
}

func (a API) RepeatDelivery(ctx context.Context, r delivery.RepeatDeliveryRequestObject) (delivery.RepeatDeliveryResponseObject, error) {
	d, err := a.Delivery.Resend(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.Body.InvoiceId), channelOf(r.Body.Channel))
	if err != nil {
		return nil, err
	}
	return delivery.RepeatDelivery200JSONResponse(toAPIDelivery(d)), nil
}

func (a API) MarkDeliveriesDone(ctx context.Context, r delivery.MarkDeliveriesDoneRequestObject) (delivery.MarkDeliveriesDoneResponseObject, error) {
	results, err := a.Delivery.MarkDone(ctx, request.Principal(ctx), id.ID(r.OperationId), fromAPIMark(*r.Body))
	if err != nil {
		return nil, err
	}
	return delivery.MarkDeliveriesDone200JSONResponse(toAPIResults(ctx, results)), nil
}

func (a API) PrintDeliveries(ctx context.Context, r delivery.PrintDeliveriesRequestObject) (delivery.PrintDeliveriesResponseObject, error) {
	file, err := a.Delivery.Print(ctx, request.Principal(ctx), id.ID(r.OperationId), core.Order{IDs: wire.IDs(r.Body.Ids), RunID: id.ID(wire.Text(r.Body.RunId))})
	if err != nil {
		return nil, err
	}
	disposition := wire.Attachment("factures-a-imprimer.pdf")
	return delivery.PrintDeliveries200ApplicationpdfResponse{Body: bytes.NewReader(file), ContentLength: int64(len(file)),
		Headers: delivery.PrintDeliveries200ResponseHeaders{ContentDisposition: &disposition}}, nil
}

func (a API) SendDeliverySample(ctx context.Context, r delivery.SendDeliverySampleRequestObject) (delivery.SendDeliverySampleResponseObject, error) {
	address, err := a.Delivery.SendSample(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.Body.InvoiceId))
	if err != nil {
		return nil, err
	}
	return delivery.SendDeliverySample200JSONResponse{Address: address}, nil
}

func (a API) GetDeliverySettings(ctx context.Context, r delivery.GetDeliverySettingsRequestObject) (delivery.GetDeliverySettingsResponseObject, error) {
	s, err := a.Delivery.Settings(ctx, request.Principal(ctx), id.ID(r.OperationId))
	if err != nil {
		return nil, err
	}
	return delivery.GetDeliverySettings200JSONResponse{Automatic: s.Automatic}, nil
}

func (a API) UpdateDeliverySettings(ctx context.Context, r delivery.UpdateDeliverySettingsRequestObject) (delivery.UpdateDeliverySettingsResponseObject, error) {
	s, err := a.Delivery.ChangeSettings(ctx, request.Principal(ctx), id.ID(r.OperationId), core.Settings{Automatic: r.Body.Automatic})
	if err != nil {
		return nil, err
	}
	return delivery.UpdateDeliverySettings200JSONResponse{Automatic: s.Automatic}, nil
}
