// Package allocation answers the operations about keys, coefficients and what was shared.
package allocation

import (
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/allocation"
	"github.com/openpmo/pmo/adapters/httpapi/transport/contract"
	"github.com/openpmo/pmo/adapters/httpapi/transport/endpoint"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	core "github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/assembly"
	"github.com/openpmo/pmo/core/allocation/key"
	"github.com/openpmo/pmo/core/economy"
	"github.com/openpmo/pmo/core/id"
)

// API serves the tag allocation.
type API struct {
	Allocation *assembly.Services
	Economy    *economy.Service // what a key that is tried brings in money
}

var _ allocation.StrictServerInterface = API{}

// Endpoints are the operations of the tag.
func (a API) Endpoints() []endpoint.Endpoint { return allocation.Endpoints(a) }

func (a API) GetLastAllocationConfig(ctx context.Context, r allocation.GetLastAllocationConfigRequestObject) (allocation.GetLastAllocationConfigResponseObject, error) {
	c, err := a.Allocation.Key.Last(ctx, request.Principal(ctx), id.ID(r.Params.OperationId))
	if err != nil {
		return nil, err
	}
	return allocation.GetLastAllocationConfig200JSONResponse{Body: toAPIAllocationConfig(c)}, nil
}

func (a API) ListAllocationConfigs(ctx context.Context, r allocation.ListAllocationConfigsRequestObject) (allocation.ListAllocationConfigsResponseObject, error) {
	versions, err := a.Allocation.Key.List(ctx, request.Principal(ctx), id.ID(r.OperationId))
	if err != nil {
		return nil, err
	}
	return allocation.ListAllocationConfigs200JSONResponse{Body: toAPIAllocationConfigs(versions)}, nil
}

func (a API) ListActiveConfigParams(ctx context.Context, r allocation.ListActiveConfigParamsRequestObject) (allocation.ListActiveConfigParamsResponseObject, error) {
	c, err := a.Allocation.Key.Get(ctx, request.Principal(ctx), id.ID(r.Params.AllocationAlgorithmId))
	if err != nil {
		return nil, err
	}
	return allocation.ListActiveConfigParams200JSONResponse{Body: toAPIAllocationParams(c.Params)}, nil
}

func (a API) ListActiveConfigPools(ctx context.Context, r allocation.ListActiveConfigPoolsRequestObject) (allocation.ListActiveConfigPoolsResponseObject, error) {
	c, err := a.Allocation.Key.Get(ctx, request.Principal(ctx), id.ID(r.Params.AllocationAlgorithmId))
	if err != nil {
		return nil, err
	}
	return allocation.ListActiveConfigPools200JSONResponse{Body: toAPIPools(c.Pools)}, nil
}

func (a API) CreateAllocationConfig(ctx context.Context, r allocation.CreateAllocationConfigRequestObject) (allocation.CreateAllocationConfigResponseObject, error) {
	c, err := a.Allocation.Key.Create(ctx, request.Principal(ctx), fromAPIAllocationConfigCreation(id.ID(r.Params.OperationId), *r.Body))
	if err != nil {
		return nil, err
	}
	location := contract.Base + "/energy-allocation/active-config-param?allocationAlgorithmId=" + string(c.ID)
	if c.Status == core.Draft {
		location = contract.Base + "/operations/" + string(c.OperationID) + "/energy-allocation/drafts/" + string(c.ID)
	}
	return allocation.CreateAllocationConfig201JSONResponse{Body: toAPIAllocationConfig(c),
		Headers: allocation.CreateAllocationConfig201ResponseHeaders{Location: &location}}, nil
}

func (a API) CheckAllocationConfig(ctx context.Context, r allocation.CheckAllocationConfigRequestObject) (allocation.CheckAllocationConfigResponseObject, error) {
	checked, err := a.Allocation.Key.Check(ctx, request.Principal(ctx), fromAPIAllocationConfigCreation(id.ID(r.OperationId), *r.Body))
	if err != nil {
		return nil, err
	}
	return allocation.CheckAllocationConfig200JSONResponse(toAPIAllocationConfigCheck(checked, request.Language(ctx))), nil
}

func (a API) UpdateAllocationParameter(ctx context.Context, r allocation.UpdateAllocationParameterRequestObject) (allocation.UpdateAllocationParameterResponseObject, error) {
	c, err := a.Allocation.Key.UpdateParam(ctx, request.Principal(ctx), key.UpdateParamInput{ConsumerID: id.ID(r.Params.ConsumerId),
		ProducerID: id.ID(wire.Text(r.Params.ProducerId)), ConfigID: id.ID(wire.Text(r.Body.AllocationAlgorithmId)),
		PoolID: id.ID(wire.Text(r.Body.AllocationPoolParametersId)), Value: core.ParseValue(r.Body.Value)})
	if err != nil {
		return nil, err
	}
	return allocation.UpdateAllocationParameter201JSONResponse(toAPIAllocationConfig(c)), nil
}

func (a API) UpdateAllocationPools(ctx context.Context, r allocation.UpdateAllocationPoolsRequestObject) (allocation.UpdateAllocationPoolsResponseObject, error) {
	c, err := a.Allocation.Key.UpdatePools(ctx, request.Principal(ctx), key.UpdatePoolsInput{ConfigID: id.ID(r.Params.AllocationAlgorithmId),
		Pools: fromAPIPools(r.Body.Pools), EffectiveDate: wire.OptionalDay(r.Body.EffectiveDate), Reason: wire.Text(r.Body.Reason)})
	if err != nil {
		return nil, err
	}
	return allocation.UpdateAllocationPools201JSONResponse(toAPIAllocationConfig(c)), nil
}

func (a API) GetSeasonality(ctx context.Context, r allocation.GetSeasonalityRequestObject) (allocation.GetSeasonalityResponseObject, error) {
	keys, err := a.Allocation.Key.GetSeasonality(ctx, request.Principal(ctx), id.ID(r.Params.OperationId))
	if err != nil {
		return nil, err
	}
	return allocation.GetSeasonality200JSONResponse{Body: toAPISeasonality(keys)}, nil
}

func (a API) CreateSeasonality(ctx context.Context, r allocation.CreateSeasonalityRequestObject) (allocation.CreateSeasonalityResponseObject, error) {
	seasons, err := fromAPISeasons(r.Body.Seasons)
	if err != nil {
		return nil, err
	}
	keys, err := a.Allocation.Key.CreateSeasonality(ctx, request.Principal(ctx), key.CreateSeasonalityInput{OperationID: id.ID(r.Params.OperationId),
		Seasons: seasons, EffectiveDate: wire.OptionalDay(r.Body.EffectiveDate), Reason: wire.Text(r.Body.Reason)})
	if err != nil {
		return nil, err
	}
	return allocation.CreateSeasonality201JSONResponse(toAPISeasonality(keys)), nil
}
