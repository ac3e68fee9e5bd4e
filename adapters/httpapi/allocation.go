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
	return allocation.GetLastAllocationConfig200JSONResponse{Body: toAPIAllocationConfig(c)}, nil
}

func (a allocationAPI) ListAllocationConfigs(ctx context.Context, r allocation.ListAllocationConfigsRequestObject) (allocation.ListAllocationConfigsResponseObject, error) {
	versions, err := a.deps.Allocation.List(ctx, principal(ctx), id.ID(r.OperationId))
	if err != nil {
		return nil, err
	}
	return allocation.ListAllocationConfigs200JSONResponse{Body: toAPIAllocationConfigs(versions)}, nil
}

func (a allocationAPI) ListActiveConfigParams(ctx context.Context, r allocation.ListActiveConfigParamsRequestObject) (allocation.ListActiveConfigParamsResponseObject, error) {
	c, err := a.deps.Allocation.Get(ctx, principal(ctx), id.ID(r.Params.AllocationAlgorithmId))
	if err != nil {
		return nil, err
	}
	return allocation.ListActiveConfigParams200JSONResponse{Body: toAPIAllocationParams(c.Params)}, nil
}

func (a allocationAPI) ListActiveConfigPools(ctx context.Context, r allocation.ListActiveConfigPoolsRequestObject) (allocation.ListActiveConfigPoolsResponseObject, error) {
	c, err := a.deps.Allocation.Get(ctx, principal(ctx), id.ID(r.Params.AllocationAlgorithmId))
	if err != nil {
		return nil, err
	}
	return allocation.ListActiveConfigPools200JSONResponse{Body: toAPIPools(c.Pools)}, nil
}

func (a allocationAPI) CreateAllocationConfig(ctx context.Context, r allocation.CreateAllocationConfigRequestObject) (allocation.CreateAllocationConfigResponseObject, error) {
	c, err := a.deps.Allocation.Create(ctx, principal(ctx), fromAPIAllocationConfigCreation(id.ID(r.Params.OperationId), *r.Body))
	if err != nil {
		return nil, err
	}
	location := apiBase + "/energy-allocation/active-config-param?allocationAlgorithmId=" + string(c.ID)
	if c.Status == core.Draft {
		location = apiBase + "/operations/" + string(c.OperationID) + "/energy-allocation/drafts/" + string(c.ID)
	}
	return allocation.CreateAllocationConfig201JSONResponse{Body: toAPIAllocationConfig(c),
		Headers: allocation.CreateAllocationConfig201ResponseHeaders{Location: &location}}, nil
}

func (a allocationAPI) UpdateAllocationParameter(ctx context.Context, r allocation.UpdateAllocationParameterRequestObject) (allocation.UpdateAllocationParameterResponseObject, error) {
	c, err := a.deps.Allocation.UpdateParam(ctx, principal(ctx), core.UpdateParamInput{ConsumerID: id.ID(r.Params.ConsumerId),
		ProducerID: id.ID(textOf(r.Params.ProducerId)), ConfigID: id.ID(textOf(r.Body.AllocationAlgorithmId)),
		PoolID: id.ID(textOf(r.Body.AllocationPoolParametersId)), Value: core.ParseValue(r.Body.Value)})
	if err != nil {
		return nil, err
	}
	return allocation.UpdateAllocationParameter201JSONResponse(toAPIAllocationConfig(c)), nil
}

func (a allocationAPI) UpdateAllocationPools(ctx context.Context, r allocation.UpdateAllocationPoolsRequestObject) (allocation.UpdateAllocationPoolsResponseObject, error) {
	c, err := a.deps.Allocation.UpdatePools(ctx, principal(ctx), core.UpdatePoolsInput{ConfigID: id.ID(r.Params.AllocationAlgorithmId),
		Pools: fromAPIPools(r.Body.Pools), EffectiveDate: optionalDay(r.Body.EffectiveDate), Reason: textOf(r.Body.Reason)})
	if err != nil {
		return nil, err
	}
	return allocation.UpdateAllocationPools201JSONResponse(toAPIAllocationConfig(c)), nil
}

func (a allocationAPI) GetSeasonality(ctx context.Context, r allocation.GetSeasonalityRequestObject) (allocation.GetSeasonalityResponseObject, error) {
	keys, err := a.deps.Allocation.GetSeasonality(ctx, principal(ctx), id.ID(r.Params.OperationId))
	if err != nil {
		return nil, err
	}
	return allocation.GetSeasonality200JSONResponse{Body: toAPISeasonality(keys)}, nil
}

func (a allocationAPI) CreateSeasonality(ctx context.Context, r allocation.CreateSeasonalityRequestObject) (allocation.CreateSeasonalityResponseObject, error) {
	seasons, err := fromAPISeasons(r.Body.Seasons)
	if err != nil {
		return nil, err
	}
	keys, err := a.deps.Allocation.CreateSeasonality(ctx, principal(ctx), core.CreateSeasonalityInput{OperationID: id.ID(r.Params.OperationId),
		Seasons: seasons, EffectiveDate: optionalDay(r.Body.EffectiveDate), Reason: textOf(r.Body.Reason)})
	if err != nil {
		return nil, err
	}
	return allocation.CreateSeasonality201JSONResponse(toAPISeasonality(keys)), nil
}
