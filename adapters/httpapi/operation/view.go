package operation

import (
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	genoperation "github.com/openpmo/pmo/adapters/httpapi/gen/operation"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/core/id"
	core "github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/operation/simpleview"
)

func (a API) UpdateOperationView(ctx context.Context, r genoperation.UpdateOperationViewRequestObject) (genoperation.UpdateOperationViewResponseObject, error) {
	v, err := a.Views.Choose(ctx, request.Principal(ctx), id.ID(r.OperationId), fromAPIView(r.Body.View))
	if err != nil {
		return nil, err
	}
	return genoperation.UpdateOperationView200JSONResponse(toAPIView(v)), nil
}

func fromAPIView(v model.OperationViewUpdateView) simpleview.Choice {
	if v == model.BYSIZE {
		return simpleview.BySize
	}
	return simpleview.Choice(v)
}

func toAPIView(v core.View) model.OperationView {
	return model.OperationView{Simple: v.Simple, Chosen: v.Chosen, Hidden: toAPIOptions(v.Hidden), InUse: toAPIOptions(v.InUse)}
}

func toAPIOptions(options []core.Option) []model.OperationOption {
	out := make([]model.OperationOption, len(options))
	for i, o := range options {
		out[i] = model.OperationOption(o)
	}
	return out
}
