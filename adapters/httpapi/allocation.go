package httpapi

import (
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/allocation"
	core "github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/id"
)

// allocationAPI serves the tag allocation.
type allocationAPI struct{ *API }

var _ allocation.StrictServerInterface = allocationAPI{}

func (a allocationAPI) GetLastAllocationConfig(ctx context.Context, r allocation.GetLastAllocationConfigRequestObject) (allocation.GetLastAllocationConfigResponseObject, error) {
	c, err := a.deps.Allocation.Last(ctx, principal(ctx), id.ID(r.Params.OperationId))
	if err != nil {
		return nil, err
	}
	return allocation.GetLastAllocationConfig200JSONResponse(toAPIAllocationConfig(c)), nil
}

func (a allocationAPI) ListAllocationConfigs(ctx context.Context, r allocation.ListAllocationConfigsRequestObject) (allocation.ListAllocationConfigsResponseObject, error) {
	versions, err := a.deps.Allocation.List(ctx, principal(ctx), id.ID(r.OperationId))
	if err != nil {
		return nil, err
	}
	reply := make(allocation.ListAllocationConfigs200JSONResponse, len(versions))
	for i, c := range versions {
		reply[i] = toAPIAllocationConfig(c)
	}
	return reply, nil
}

func (a allocationAPI) ListActiveConfigParams(ctx context.Context, r allocation.ListActiveConfigParamsRequestObject) (allocation.ListActiveConfigParamsResponseObject, error) {
	params, err := a.deps.Allocation.Params(ctx, principal(ctx), id.ID(r.Params.AllocationAlgorithmId))
	if err != nil {
		return nil, err
	}
	return allocation.ListActiveConfigParams200JSONResponse(toAPIAllocationParams(params)), nil
}

func (a allocationAPI) CreateAllocationConfig(ctx context.Context, r allocation.CreateAllocationConfigRequestObject) (allocation.CreateAllocationConfigResponseObject, error) {
	in, err := fromAPIAllocationConfigCreation(id.ID(r.Params.OperationId), *r.Body)
	if err != nil {
		return nil, err
	}
	c, err := a.deps.Allocation.Create(ctx, principal(ctx), in)
	if err != nil {
		return nil, err
	}
	location := apiBase + "/energy-allocation/active-config-param?allocationAlgorithmId=" + string(c.ID)
	return allocation.CreateAllocationConfig201JSONResponse{Body: toAPIAllocationConfig(c),
		Headers: allocation.CreateAllocationConfig201ResponseHeaders{Location: &location}}, nil
}

func (a allocationAPI) UpdateAllocationParameter(ctx context.Context, r allocation.UpdateAllocationParameterRequestObject) (allocation.UpdateAllocationParameterResponseObject, error) {
	value, err := fromAPIAllocationValue(r.Body.Value, "value")
	if err != nil {
		return nil, err
	}
	c, err := a.deps.Allocation.UpdateParam(ctx, principal(ctx), core.UpdateParamInput{ConsumerID: id.ID(r.Params.ConsumerId),
		ProducerID: id.ID(textOf(r.Params.ProducerId)), ConfigID: id.ID(textOf(r.Body.AllocationAlgorithmId)), Value: value})
	if err != nil {
		return nil, err
	}
	return allocation.UpdateAllocationParameter201JSONResponse(toAPIAllocationConfig(c)), nil
}
