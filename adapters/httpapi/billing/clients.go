package billing

import (
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/billing"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	core "github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/id"
)

func (a API) listBillableEntities(ctx context.Context, scope core.Scope) ([]model.BillableEntity, error) {
	list, err := a.Billing.Entities.ListBillableEntities(ctx, request.Principal(ctx), scope)
	return toAPIBillableEntities(list), err
}

func (a API) getBillableEntity(ctx context.Context, scope core.Scope, entityID string) (model.BillableEntity, changed, error) {
	e, err := a.Billing.Entities.BillableEntity(ctx, request.Principal(ctx), scope, id.ID(entityID))
	return ToAPIBillableEntity(e), changedTo(e.Version), err
}

func (a API) createBillableEntity(ctx context.Context, scope core.Scope, body model.BillableEntityCreation) (model.BillableEntity, created, error) {
	e, err := a.Billing.Entities.CreateBillableEntity(ctx, request.Principal(ctx), scope, FromAPIBillableEntityCreation(body))
	return ToAPIBillableEntity(e), createdAt(scope, "billable-entities", e.ID, e.Version), err
}

func (a API) updateBillableEntity(ctx context.Context, scope core.Scope, entityID string, match *string, body model.BillableEntityUpdate) (model.BillableEntity, changed, error) {
	version, err := wire.IfMatch(match)
	if err != nil {
		return model.BillableEntity{}, changed{}, err
	}
	e, err := a.Billing.Entities.UpdateBillableEntity(ctx, request.Principal(ctx), scope, id.ID(entityID), FromAPIBillableEntityUpdate(version, body))
	return ToAPIBillableEntity(e), changedTo(e.Version), err
}

func (a API) ListOperationBillableEntities(ctx context.Context, r billing.ListOperationBillableEntitiesRequestObject) (billing.ListOperationBillableEntitiesResponseObject, error) {
	list, err := a.listBillableEntities(ctx, ofOperation(r.OperationId))
	if err != nil {
		return nil, err
	}
	return billing.ListOperationBillableEntities200JSONResponse{Body: list}, nil
}

func (a API) GetOperationBillableEntity(ctx context.Context, r billing.GetOperationBillableEntityRequestObject) (billing.GetOperationBillableEntityResponseObject, error) {
	body, headers, err := a.getBillableEntity(ctx, ofOperation(r.OperationId), r.EntityId)
	if err != nil {
		return nil, err
	}
	return billing.GetOperationBillableEntity200JSONResponse{Body: body, Headers: billing.GetOperationBillableEntity200ResponseHeaders(headers)}, nil
}

func (a API) CreateOperationBillableEntity(ctx context.Context, r billing.CreateOperationBillableEntityRequestObject) (billing.CreateOperationBillableEntityResponseObject, error) {
	body, headers, err := a.createBillableEntity(ctx, ofOperation(r.OperationId), *r.Body)
	if err != nil {
		return nil, err
	}
	return billing.CreateOperationBillableEntity201JSONResponse{Body: body, Headers: billing.CreateOperationBillableEntity201ResponseHeaders(headers)}, nil
}

func (a API) CreateOperationBillableEntities(ctx context.Context, r billing.CreateOperationBillableEntitiesRequestObject) (billing.CreateOperationBillableEntitiesResponseObject, error) {
	results, err := a.Billing.Entities.CreateClientsOf(ctx, request.Principal(ctx), ofOperation(r.OperationId), wire.IDs(&r.Body.ConsumerIds))
	if err != nil {
		return nil, err
	}
	return billing.CreateOperationBillableEntities200JSONResponse(toAPIResults(ctx, results)), nil
}

func (a API) UpdateOperationBillableEntity(ctx context.Context, r billing.UpdateOperationBillableEntityRequestObject) (billing.UpdateOperationBillableEntityResponseObject, error) {
	body, headers, err := a.updateBillableEntity(ctx, ofOperation(r.OperationId), r.EntityId, r.Params.IfMatch, *r.Body)
	if err != nil {
		return nil, err
	}
	return billing.UpdateOperationBillableEntity200JSONResponse{Body: body, Headers: billing.UpdateOperationBillableEntity200ResponseHeaders(headers)}, nil
}

func (a API) ListParticipantBillableEntities(ctx context.Context, r billing.ListParticipantBillableEntitiesRequestObject) (billing.ListParticipantBillableEntitiesResponseObject, error) {
	list, err := a.listBillableEntities(ctx, ofParticipant(r.ParticipantId))
	if err != nil {
		return nil, err
	}
	return billing.ListParticipantBillableEntities200JSONResponse{Body: list}, nil
}

func (a API) GetParticipantBillableEntity(ctx context.Context, r billing.GetParticipantBillableEntityRequestObject) (billing.GetParticipantBillableEntityResponseObject, error) {
	body, headers, err := a.getBillableEntity(ctx, ofParticipant(r.ParticipantId), r.EntityId)
	if err != nil {
		return nil, err
	}
	return billing.GetParticipantBillableEntity200JSONResponse{Body: body, Headers: billing.GetParticipantBillableEntity200ResponseHeaders(headers)}, nil
}

func (a API) CreateParticipantBillableEntity(ctx context.Context, r billing.CreateParticipantBillableEntityRequestObject) (billing.CreateParticipantBillableEntityResponseObject, error) {
	body, headers, err := a.createBillableEntity(ctx, ofParticipant(r.ParticipantId), *r.Body)
	if err != nil {
		return nil, err
	}
	return billing.CreateParticipantBillableEntity201JSONResponse{Body: body, Headers: billing.CreateParticipantBillableEntity201ResponseHeaders(headers)}, nil
}

func (a API) UpdateParticipantBillableEntity(ctx context.Context, r billing.UpdateParticipantBillableEntityRequestObject) (billing.UpdateParticipantBillableEntityResponseObject, error) {
	body, headers, err := a.updateBillableEntity(ctx, ofParticipant(r.ParticipantId), r.EntityId, r.Params.IfMatch, *r.Body)
	if err != nil {
		return nil, err
	}
	return billing.UpdateParticipantBillableEntity200JSONResponse{Body: body, Headers: billing.UpdateParticipantBillableEntity200ResponseHeaders(headers)}, nil
}
