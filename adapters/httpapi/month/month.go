// Package month answers the operations about the months of operations.
package month

import (
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	genmonth "github.com/openpmo/pmo/adapters/httpapi/gen/month"
	"github.com/openpmo/pmo/adapters/httpapi/transport/endpoint"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	core "github.com/openpmo/pmo/core/month"
	"github.com/openpmo/pmo/core/month/setup"
)

// API serves the tag month.
type API struct {
	Month *core.Service
	Setup *setup.Service
}

var _ genmonth.StrictServerInterface = API{}

// Endpoints are the operations of the tag.
func (a API) Endpoints() []endpoint.Endpoint { return genmonth.Endpoints(a) }

func (a API) ListMonths(ctx context.Context, r genmonth.ListMonthsRequestObject) (genmonth.ListMonthsResponseObject, error) {
	in := core.LinesInput{Q: wire.Text(r.Params.Q)}
	if r.Params.Month != nil {
		m, err := civil.ParseMonth(*r.Params.Month)
		if err != nil {
			return nil, wire.FieldFault(err, "month")
		}
		in.Month = &m
	}
	found, err := a.Month.Lines(ctx, request.Principal(ctx), in)
	if err != nil {
		return nil, err
	}
	out := make([]model.MonthLine, len(found))
	for i, line := range found {
		out[i] = toAPILine(line)
	}
	return genmonth.ListMonths200JSONResponse{Body: out}, nil
}

func (a API) ListOperationMonths(ctx context.Context, r genmonth.ListOperationMonthsRequestObject) (genmonth.ListOperationMonthsResponseObject, error) {
	found, err := a.Month.Months(ctx, request.Principal(ctx), id.ID(r.OperationId))
	if err != nil {
		return nil, err
	}
	out := make([]model.MonthSummary, len(found))
	for i, s := range found {
		out[i] = toAPISummary(s)
	}
	return genmonth.ListOperationMonths200JSONResponse{Body: out}, nil
}

func (a API) GetOperationMonth(ctx context.Context, r genmonth.GetOperationMonthRequestObject) (genmonth.GetOperationMonthResponseObject, error) {
	m, err := civil.ParseMonth(r.Month)
	if err != nil {
		return nil, wire.FieldFault(err, "month")
	}
	s, err := a.Month.Month(ctx, request.Principal(ctx), id.ID(r.OperationId), m)
	if err != nil {
		return nil, err
	}
	return genmonth.GetOperationMonth200JSONResponse(toAPIMonth(s, request.Language(ctx))), nil
}

func (a API) GetSetup(ctx context.Context, _ genmonth.GetSetupRequestObject) (genmonth.GetSetupResponseObject, error) {
	found, err := a.Setup.OfCaller(ctx, request.Principal(ctx))
	if err != nil {
		return nil, err
	}
	return genmonth.GetSetup200JSONResponse(toAPISetup(found)), nil
}

func (a API) GetOperationSetup(ctx context.Context, r genmonth.GetOperationSetupRequestObject) (genmonth.GetOperationSetupResponseObject, error) {
	found, err := a.Setup.OfOperation(ctx, request.Principal(ctx), id.ID(r.OperationId))
	if err != nil {
		return nil, err
	}
	return genmonth.GetOperationSetup200JSONResponse(toAPISetup(found)), nil
}
