package metering

import (
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/metering"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/contract"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering/definitive"
)

func (a API) ListDefinitiveMonths(ctx context.Context, r metering.ListDefinitiveMonthsRequestObject) (metering.ListDefinitiveMonthsResponseObject, error) {
	all, err := a.Metering.Definitive.DefinitiveMonths(ctx, request.Principal(ctx), id.ID(r.OperationId))
	if err != nil {
		return nil, err
	}
	body := make([]model.DefinitiveMonth, len(all))
	for i, d := range all {
		body[i] = toAPIDefinitiveMonth(d)
	}
	return metering.ListDefinitiveMonths200JSONResponse{Body: body}, nil
}

func (a API) GetDefinitiveMonth(ctx context.Context, r metering.GetDefinitiveMonthRequestObject) (metering.GetDefinitiveMonthResponseObject, error) {
	month, err := civil.ParseMonth(r.Month)
	if err != nil {
		return nil, wire.FieldFault(err, "month")
	}
	d, err := a.Metering.Definitive.DefinitiveMonth(ctx, request.Principal(ctx), id.ID(r.OperationId), month)
	if err != nil {
		return nil, err
	}
	tag := wire.ETag(d.Version())
	return metering.GetDefinitiveMonth200JSONResponse{Body: toAPIDefinitiveMonth(d), Headers: metering.GetDefinitiveMonth200ResponseHeaders{ETag: &tag}}, nil
}

func (a API) CreateDefinitiveMonth(ctx context.Context, r metering.CreateDefinitiveMonthRequestObject) (metering.CreateDefinitiveMonthResponseObject, error) {
	month, err := civil.ParseMonth(r.Body.Month)
	if err != nil {
		return nil, wire.FieldFault(err, "month")
	}
	d, err := a.Metering.Definitive.DeclareDefinitive(ctx, request.Principal(ctx), definitive.DeclareInput{OperationID: id.ID(r.OperationId), Month: month, Reason: r.Body.Reason})
	if err != nil {
		return nil, err
	}
	location, tag := contract.Base+"/operations/"+r.OperationId+"/measurements/definitive-months/"+month.String(), wire.ETag(d.Version())
	return metering.CreateDefinitiveMonth201JSONResponse{Body: toAPIDefinitiveMonth(d),
		Headers: metering.CreateDefinitiveMonth201ResponseHeaders{Location: &location, ETag: &tag}}, nil
}

func (a API) DeleteDefinitiveMonth(ctx context.Context, r metering.DeleteDefinitiveMonthRequestObject) (metering.DeleteDefinitiveMonthResponseObject, error) {
	month, err := civil.ParseMonth(r.Month)
	if err != nil {
		return nil, wire.FieldFault(err, "month")
	}
	version, err := wire.IfMatch(r.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	in := definitive.RevokeInput{OperationID: id.ID(r.OperationId), Month: month, IfVersion: version}
	if err := a.Metering.Definitive.RevokeDefinitive(ctx, request.Principal(ctx), in); err != nil {
		return nil, err
	}
	return metering.DeleteDefinitiveMonth204Response{}, nil
}
