// Package legacy answers the operations about the old billing engine.
package legacy

import (
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/legacy"
	"github.com/openpmo/pmo/adapters/httpapi/transport/contract"
	"github.com/openpmo/pmo/adapters/httpapi/transport/endpoint"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	core "github.com/openpmo/pmo/core/billing/legacy"
	"github.com/openpmo/pmo/core/billing/legacy/bill"
	"github.com/openpmo/pmo/core/billing/legacy/migration"
	"github.com/openpmo/pmo/core/id"
)

// API serves the tag legacy.
type API struct {
	Agreements *core.Service
	Bills      *bill.Service
	Migration  *migration.Service
}

var _ legacy.StrictServerInterface = API{}

// Endpoints are the operations of the tag.
func (a API) Endpoints() []endpoint.Endpoint { return legacy.Endpoints(a) }

func location(operationID id.ID, list string, one id.ID) *string {
	at := contract.Base + "/operations/" + string(operationID) + list + string(one)
	return &at
}

func tag(version int) *string {
	t := wire.ETag(version)
	return &t
}

func (a API) ListBillingConfigs(ctx context.Context, r legacy.ListBillingConfigsRequestObject) (legacy.ListBillingConfigsResponseObject, error) {
	found, err := a.Agreements.ListConfigs(ctx, request.Principal(ctx), id.ID(r.OperationId))
	if err != nil {
		return nil, err
	}
	return legacy.ListBillingConfigs200JSONResponse{Body: toAPIConfigs(found)}, nil
}

func (a API) ListBillingConfigsByProducer(ctx context.Context, r legacy.ListBillingConfigsByProducerRequestObject) (legacy.ListBillingConfigsByProducerResponseObject, error) {
	found, err := a.Agreements.ConfigsOfProducer(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.ProducerId))
	if err != nil {
		return nil, err
	}
	return legacy.ListBillingConfigsByProducer200JSONResponse{Body: toAPIConfigs(found)}, nil
}

func (a API) CreateBillingConfig(ctx context.Context, r legacy.CreateBillingConfigRequestObject) (legacy.CreateBillingConfigResponseObject, error) {
	c, err := a.Agreements.CreateConfig(ctx, request.Principal(ctx), id.ID(r.OperationId), fromAPIConfigCreation(*r.Body))
	if err != nil {
		return nil, err
	}
	return legacy.CreateBillingConfig201JSONResponse{Body: toAPIConfig(c),
		Headers: legacy.CreateBillingConfig201ResponseHeaders{ETag: tag(c.Version), Location: location(c.OperationID, "/billing-config/", c.ID)}}, nil
}

func (a API) GetBillingConfig(ctx context.Context, r legacy.GetBillingConfigRequestObject) (legacy.GetBillingConfigResponseObject, error) {
	c, err := a.Agreements.Config(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.BillingConfigId))
	if err != nil {
		return nil, err
	}
	return legacy.GetBillingConfig200JSONResponse{Body: toAPIConfig(c), Headers: legacy.GetBillingConfig200ResponseHeaders{ETag: tag(c.Version)}}, nil
}

func (a API) UpdateBillingConfig(ctx context.Context, r legacy.UpdateBillingConfigRequestObject) (legacy.UpdateBillingConfigResponseObject, error) {
	version, err := wire.IfMatch(r.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	c, err := a.Agreements.UpdateConfig(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.BillingConfigId), fromAPIConfigUpdate(version, *r.Body))
	if err != nil {
		return nil, err
	}
	return legacy.UpdateBillingConfig200JSONResponse{Body: toAPIConfig(c), Headers: legacy.UpdateBillingConfig200ResponseHeaders{ETag: tag(c.Version)}}, nil
}

func (a API) DeleteBillingConfig(ctx context.Context, r legacy.DeleteBillingConfigRequestObject) (legacy.DeleteBillingConfigResponseObject, error) {
	version, err := wire.IfMatch(r.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	if err := a.Agreements.DeleteConfig(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.BillingConfigId), version); err != nil {
		return nil, err
	}
	return legacy.DeleteBillingConfig204Response{}, nil
}

func (a API) ListBillingContracts(ctx context.Context, r legacy.ListBillingContractsRequestObject) (legacy.ListBillingContractsResponseObject, error) {
	found, err := a.Agreements.ListContracts(ctx, request.Principal(ctx), id.ID(r.OperationId))
	if err != nil {
		return nil, err
	}
	return legacy.ListBillingContracts200JSONResponse{Body: toAPIContracts(found)}, nil
}

func (a API) ListBillingContractsByProducer(ctx context.Context, r legacy.ListBillingContractsByProducerRequestObject) (legacy.ListBillingContractsByProducerResponseObject, error) {
	found, err := a.Agreements.ContractsOfProducer(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.ProducerId))
	if err != nil {
		return nil, err
	}
	return legacy.ListBillingContractsByProducer200JSONResponse{Body: toAPIContracts(found)}, nil
}

func (a API) CreateBillingContract(ctx context.Context, r legacy.CreateBillingContractRequestObject) (legacy.CreateBillingContractResponseObject, error) {
	c, err := a.Agreements.CreateContract(ctx, request.Principal(ctx), id.ID(r.OperationId), core.ContractInput{ConfigID: id.ID(r.Body.ConfigId),
		ProducerID: id.ID(r.Body.ProducerId), ConsumerID: id.ID(r.Body.ConsumerId), Start: wire.Day(r.Body.StartDate)})
	if err != nil {
		return nil, err
	}
	return legacy.CreateBillingContract201JSONResponse{Body: toAPIContract(c),
		Headers: legacy.CreateBillingContract201ResponseHeaders{ETag: tag(c.Version), Location: location(c.OperationID, "/billing-contracts/", c.ID)}}, nil
}

func (a API) GetBillingContract(ctx context.Context, r legacy.GetBillingContractRequestObject) (legacy.GetBillingContractResponseObject, error) {
	c, err := a.Agreements.Contract(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.ContractId))
	if err != nil {
		return nil, err
	}
	return legacy.GetBillingContract200JSONResponse{Body: toAPIContract(c), Headers: legacy.GetBillingContract200ResponseHeaders{ETag: tag(c.Version)}}, nil
}

func (a API) UpdateBillingContract(ctx context.Context, r legacy.UpdateBillingContractRequestObject) (legacy.UpdateBillingContractResponseObject, error) {
	version, err := wire.IfMatch(r.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	in := core.ContractChange{Start: wire.OptionalDay(r.Body.StartDate), IfVersion: version}
	if r.Body.ConfigId != nil {
		configID := id.ID(*r.Body.ConfigId)
		in.ConfigID = &configID
	}
	c, err := a.Agreements.UpdateContract(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.ContractId), in)
	if err != nil {
		return nil, err
	}
	return legacy.UpdateBillingContract200JSONResponse{Body: toAPIContract(c), Headers: legacy.UpdateBillingContract200ResponseHeaders{ETag: tag(c.Version)}}, nil
}

func (a API) DeleteBillingContract(ctx context.Context, r legacy.DeleteBillingContractRequestObject) (legacy.DeleteBillingContractResponseObject, error) {
	version, err := wire.IfMatch(r.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	if err := a.Agreements.DeleteContract(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.ContractId), version); err != nil {
		return nil, err
	}
	return legacy.DeleteBillingContract204Response{}, nil
}
