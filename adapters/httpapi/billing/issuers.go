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

func (a API) listBillingEntities(ctx context.Context, scope core.Scope) ([]model.BillingEntity, error) {
	list, full, err := a.Billing.Entities.ListBillingEntities(ctx, request.Principal(ctx), scope)
	return toAPIBillingEntities(list, full), err
}

func (a API) getBillingEntity(ctx context.Context, scope core.Scope, entityID string) (model.BillingEntity, changed, error) {
	e, full, err := a.Billing.Entities.BillingEntity(ctx, request.Principal(ctx), scope, id.ID(entityID))
	return toAPIBillingEntity(e, full), changedTo(e.Version), err
}

func (a API) createBillingEntity(ctx context.Context, scope core.Scope, body model.BillingEntityCreation) (model.BillingEntity, created, error) {
	e, err := a.Billing.Entities.CreateBillingEntity(ctx, request.Principal(ctx), scope, fromAPIBillingEntityCreation(body))
	return toAPIBillingEntity(e, true), createdAt(scope, "billing-entities", e.ID, e.Version), err
}

func (a API) updateBillingEntity(ctx context.Context, scope core.Scope, entityID string, match *string, body model.BillingEntityUpdate) (model.BillingEntity, changed, error) {
	version, err := wire.IfMatch(match)
	if err != nil {
		return model.BillingEntity{}, changed{}, err
	}
	e, err := a.Billing.Entities.UpdateBillingEntity(ctx, request.Principal(ctx), scope, id.ID(entityID), fromAPIBillingEntityUpdate(version, body))
	return toAPIBillingEntity(e, true), changedTo(e.Version), err
}

func (a API) ListOperationBillingEntities(ctx context.Context, r billing.ListOperationBillingEntitiesRequestObject) (billing.ListOperationBillingEntitiesResponseObject, error) {
	list, err := a.listBillingEntities(ctx, ofOperation(r.OperationId))
	if err != nil {
		return nil, err
	}
	return billing.ListOperationBillingEntities200JSONResponse{Body: list}, nil
}

func (a API) GetOperationBillingEntity(ctx context.Context, r billing.GetOperationBillingEntityRequestObject) (billing.GetOperationBillingEntityResponseObject, error) {
	body, headers, err := a.getBillingEntity(ctx, ofOperation(r.OperationId), r.EntityId)
	if err != nil {
		return nil, err
	}
	return billing.GetOperationBillingEntity200JSONResponse{Body: body, Headers: billing.GetOperationBillingEntity200ResponseHeaders(headers)}, nil
}

func (a API) CreateOperationBillingEntity(ctx context.Context, r billing.CreateOperationBillingEntityRequestObject) (billing.CreateOperationBillingEntityResponseObject, error) {
	body, headers, err := a.createBillingEntity(ctx, ofOperation(r.OperationId), *r.Body)
	if err != nil {
		return nil, err
	}
	return billing.CreateOperationBillingEntity201JSONResponse{Body: body, Headers: billing.CreateOperationBillingEntity201ResponseHeaders(headers)}, nil
}

func (a API) UpdateOperationBillingEntity(ctx context.Context, r billing.UpdateOperationBillingEntityRequestObject) (billing.UpdateOperationBillingEntityResponseObject, error) {
	body, headers, err := a.updateBillingEntity(ctx, ofOperation(r.OperationId), r.EntityId, r.Params.IfMatch, *r.Body)
	if err != nil {
		return nil, err
	}
	return billing.UpdateOperationBillingEntity200JSONResponse{Body: body, Headers: billing.UpdateOperationBillingEntity200ResponseHeaders(headers)}, nil
}

func (a API) ListParticipantBillingEntities(ctx context.Context, r billing.ListParticipantBillingEntitiesRequestObject) (billing.ListParticipantBillingEntitiesResponseObject, error) {
	list, err := a.listBillingEntities(ctx, ofParticipant(r.ParticipantId))
	if err != nil {
		return nil, err
	}
	return billing.ListParticipantBillingEntities200JSONResponse{Body: list}, nil
}

func (a API) GetParticipantBillingEntity(ctx context.Context, r billing.GetParticipantBillingEntityRequestObject) (billing.GetParticipantBillingEntityResponseObject, error) {
	body, headers, err := a.getBillingEntity(ctx, ofParticipant(r.ParticipantId), r.EntityId)
	if err != nil {
		return nil, err
	}
	return billing.GetParticipantBillingEntity200JSONResponse{Body: body, Headers: billing.GetParticipantBillingEntity200ResponseHeaders(headers)}, nil
}

func (a API) CreateParticipantBillingEntity(ctx context.Context, r billing.CreateParticipantBillingEntityRequestObject) (billing.CreateParticipantBillingEntityResponseObject, error) {
	body, headers, err := a.createBillingEntity(ctx, ofParticipant(r.ParticipantId), *r.Body)
	if err != nil {
		return nil, err
	}
	return billing.CreateParticipantBillingEntity201JSONResponse{Body: body, Headers: billing.CreateParticipantBillingEntity201ResponseHeaders(headers)}, nil
}

func (a API) UpdateParticipantBillingEntity(ctx context.Context, r billing.UpdateParticipantBillingEntityRequestObject) (billing.UpdateParticipantBillingEntityResponseObject, error) {
	body, headers, err := a.updateBillingEntity(ctx, ofParticipant(r.ParticipantId), r.EntityId, r.Params.IfMatch, *r.Body)
	if err != nil {
		return nil, err
	}
	return billing.UpdateParticipantBillingEntity200JSONResponse{Body: body, Headers: billing.UpdateParticipantBillingEntity200ResponseHeaders(headers)}, nil
}
