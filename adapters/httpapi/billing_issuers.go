package httpapi

import (
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/billing"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	core "github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/id"
)

func (a billingAPI) listBillingEntities(ctx context.Context, scope core.Scope) ([]model.BillingEntity, error) {
	list, full, err := a.deps.Billing.ListBillingEntities(ctx, principal(ctx), scope)
	return toAPIBillingEntities(list, full), err
}

func (a billingAPI) getBillingEntity(ctx context.Context, scope core.Scope, entityID string) (model.BillingEntity, changed, error) {
	e, full, err := a.deps.Billing.BillingEntity(ctx, principal(ctx), scope, id.ID(entityID))
	return toAPIBillingEntity(e, full), changedTo(e.Version), err
}

func (a billingAPI) createBillingEntity(ctx context.Context, scope core.Scope, body model.BillingEntityCreation) (model.BillingEntity, created, error) {
	e, err := a.deps.Billing.CreateBillingEntity(ctx, principal(ctx), scope, fromAPIBillingEntityCreation(body))
	return toAPIBillingEntity(e, true), createdAt(scope, "billing-entities", e.ID, e.Version), err
}

func (a billingAPI) updateBillingEntity(ctx context.Context, scope core.Scope, entityID string, match *string, body model.BillingEntityUpdate) (model.BillingEntity, changed, error) {
	version, err := ifMatch(match)
	if err != nil {
		return model.BillingEntity{}, changed{}, err
	}
	e, err := a.deps.Billing.UpdateBillingEntity(ctx, principal(ctx), scope, id.ID(entityID), fromAPIBillingEntityUpdate(version, body))
	return toAPIBillingEntity(e, true), changedTo(e.Version), err
}

func (a billingAPI) ListOperationBillingEntities(ctx context.Context, r billing.ListOperationBillingEntitiesRequestObject) (billing.ListOperationBillingEntitiesResponseObject, error) {
	list, err := a.listBillingEntities(ctx, ofOperation(r.OperationId))
	if err != nil {
		return nil, err
	}
	return billing.ListOperationBillingEntities200JSONResponse{Body: list}, nil
}

func (a billingAPI) GetOperationBillingEntity(ctx context.Context, r billing.GetOperationBillingEntityRequestObject) (billing.GetOperationBillingEntityResponseObject, error) {
	body, headers, err := a.getBillingEntity(ctx, ofOperation(r.OperationId), r.EntityId)
	if err != nil {
		return nil, err
	}
	return billing.GetOperationBillingEntity200JSONResponse{Body: body, Headers: billing.GetOperationBillingEntity200ResponseHeaders(headers)}, nil
}

func (a billingAPI) CreateOperationBillingEntity(ctx context.Context, r billing.CreateOperationBillingEntityRequestObject) (billing.CreateOperationBillingEntityResponseObject, error) {
	body, headers, err := a.createBillingEntity(ctx, ofOperation(r.OperationId), *r.Body)
	if err != nil {
		return nil, err
	}
	return billing.CreateOperationBillingEntity201JSONResponse{Body: body, Headers: billing.CreateOperationBillingEntity201ResponseHeaders(headers)}, nil
}

func (a billingAPI) UpdateOperationBillingEntity(ctx context.Context, r billing.UpdateOperationBillingEntityRequestObject) (billing.UpdateOperationBillingEntityResponseObject, error) {
	body, headers, err := a.updateBillingEntity(ctx, ofOperation(r.OperationId), r.EntityId, r.Params.IfMatch, *r.Body)
	if err != nil {
		return nil, err
	}
	return billing.UpdateOperationBillingEntity200JSONResponse{Body: body, Headers: billing.UpdateOperationBillingEntity200ResponseHeaders(headers)}, nil
}

func (a billingAPI) ListParticipantBillingEntities(ctx context.Context, r billing.ListParticipantBillingEntitiesRequestObject) (billing.ListParticipantBillingEntitiesResponseObject, error) {
	list, err := a.listBillingEntities(ctx, ofParticipant(r.ParticipantId))
	if err != nil {
		return nil, err
	}
	return billing.ListParticipantBillingEntities200JSONResponse{Body: list}, nil
}

func (a billingAPI) GetParticipantBillingEntity(ctx context.Context, r billing.GetParticipantBillingEntityRequestObject) (billing.GetParticipantBillingEntityResponseObject, error) {
	body, headers, err := a.getBillingEntity(ctx, ofParticipant(r.ParticipantId), r.EntityId)
	if err != nil {
		return nil, err
	}
	return billing.GetParticipantBillingEntity200JSONResponse{Body: body, Headers: billing.GetParticipantBillingEntity200ResponseHeaders(headers)}, nil
}

func (a billingAPI) CreateParticipantBillingEntity(ctx context.Context, r billing.CreateParticipantBillingEntityRequestObject) (billing.CreateParticipantBillingEntityResponseObject, error) {
	body, headers, err := a.createBillingEntity(ctx, ofParticipant(r.ParticipantId), *r.Body)
	if err != nil {
		return nil, err
	}
	return billing.CreateParticipantBillingEntity201JSONResponse{Body: body, Headers: billing.CreateParticipantBillingEntity201ResponseHeaders(headers)}, nil
}

func (a billingAPI) UpdateParticipantBillingEntity(ctx context.Context, r billing.UpdateParticipantBillingEntityRequestObject) (billing.UpdateParticipantBillingEntityResponseObject, error) {
	body, headers, err := a.updateBillingEntity(ctx, ofParticipant(r.ParticipantId), r.EntityId, r.Params.IfMatch, *r.Body)
	if err != nil {
		return nil, err
	}
	return billing.UpdateParticipantBillingEntity200JSONResponse{Body: body, Headers: billing.UpdateParticipantBillingEntity200ResponseHeaders(headers)}, nil
}
