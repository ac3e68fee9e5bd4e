package httpapi

import (
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/billing"
	"github.com/openpmo/pmo/core/id"
)

func (a billingAPI) ListOperationBillingEntities(ctx context.Context, r billing.ListOperationBillingEntitiesRequestObject) (billing.ListOperationBillingEntitiesResponseObject, error) {
	list, full, err := a.deps.Billing.ListBillingEntities(ctx, principal(ctx), ofOperation(r.OperationId))
	if err != nil {
		return nil, err
	}
	return billing.ListOperationBillingEntities200JSONResponse(toAPIBillingEntities(list, full)), nil
}

func (a billingAPI) CreateOperationBillingEntity(ctx context.Context, r billing.CreateOperationBillingEntityRequestObject) (billing.CreateOperationBillingEntityResponseObject, error) {
	e, err := a.deps.Billing.CreateBillingEntity(ctx, principal(ctx), ofOperation(r.OperationId), fromAPIBillingEntityCreation(*r.Body))
	if err != nil {
		return nil, err
	}
	location, tag := apiBase+"/operations/"+r.OperationId+"/billing/billing-entities/"+string(e.ID), etag(e.Version)
	return billing.CreateOperationBillingEntity201JSONResponse{Body: toAPIBillingEntity(e, true),
		Headers: billing.CreateOperationBillingEntity201ResponseHeaders{Location: &location, ETag: &tag}}, nil
}

func (a billingAPI) UpdateOperationBillingEntity(ctx context.Context, r billing.UpdateOperationBillingEntityRequestObject) (billing.UpdateOperationBillingEntityResponseObject, error) {
	version, err := ifMatch(r.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	e, err := a.deps.Billing.UpdateBillingEntity(ctx, principal(ctx), ofOperation(r.OperationId), id.ID(r.EntityId), fromAPIBillingEntityUpdate(version, *r.Body))
	if err != nil {
		return nil, err
	}
	tag := etag(e.Version)
	return billing.UpdateOperationBillingEntity200JSONResponse{Body: toAPIBillingEntity(e, true), Headers: billing.UpdateOperationBillingEntity200ResponseHeaders{ETag: &tag}}, nil
}

func (a billingAPI) ListOperationBillableEntities(ctx context.Context, r billing.ListOperationBillableEntitiesRequestObject) (billing.ListOperationBillableEntitiesResponseObject, error) {
	list, err := a.deps.Billing.ListBillableEntities(ctx, principal(ctx), ofOperation(r.OperationId))
	if err != nil {
		return nil, err
	}
	return billing.ListOperationBillableEntities200JSONResponse(toAPIBillableEntities(list)), nil
}

func (a billingAPI) CreateOperationBillableEntity(ctx context.Context, r billing.CreateOperationBillableEntityRequestObject) (billing.CreateOperationBillableEntityResponseObject, error) {
	e, err := a.deps.Billing.CreateBillableEntity(ctx, principal(ctx), ofOperation(r.OperationId), fromAPIBillableEntityCreation(*r.Body))
	if err != nil {
		return nil, err
	}
	location, tag := apiBase+"/operations/"+r.OperationId+"/billing/billable-entities/"+string(e.ID), etag(e.Version)
	return billing.CreateOperationBillableEntity201JSONResponse{Body: toAPIBillableEntity(e),
		Headers: billing.CreateOperationBillableEntity201ResponseHeaders{Location: &location, ETag: &tag}}, nil
}

func (a billingAPI) UpdateOperationBillableEntity(ctx context.Context, r billing.UpdateOperationBillableEntityRequestObject) (billing.UpdateOperationBillableEntityResponseObject, error) {
	version, err := ifMatch(r.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	e, err := a.deps.Billing.UpdateBillableEntity(ctx, principal(ctx), ofOperation(r.OperationId), id.ID(r.EntityId), fromAPIBillableEntityUpdate(version, *r.Body))
	if err != nil {
		return nil, err
	}
	tag := etag(e.Version)
	return billing.UpdateOperationBillableEntity200JSONResponse{Body: toAPIBillableEntity(e), Headers: billing.UpdateOperationBillableEntity200ResponseHeaders{ETag: &tag}}, nil
}

func (a billingAPI) ListParticipantBillingEntities(ctx context.Context, r billing.ListParticipantBillingEntitiesRequestObject) (billing.ListParticipantBillingEntitiesResponseObject, error) {
	list, full, err := a.deps.Billing.ListBillingEntities(ctx, principal(ctx), ofParticipant(r.ParticipantId))
	if err != nil {
		return nil, err
	}
	return billing.ListParticipantBillingEntities200JSONResponse(toAPIBillingEntities(list, full)), nil
}

func (a billingAPI) CreateParticipantBillingEntity(ctx context.Context, r billing.CreateParticipantBillingEntityRequestObject) (billing.CreateParticipantBillingEntityResponseObject, error) {
	e, err := a.deps.Billing.CreateBillingEntity(ctx, principal(ctx), ofParticipant(r.ParticipantId), fromAPIBillingEntityCreation(*r.Body))
	if err != nil {
		return nil, err
	}
	location, tag := apiBase+"/participants/"+r.ParticipantId+"/billing/billing-entities/"+string(e.ID), etag(e.Version)
	return billing.CreateParticipantBillingEntity201JSONResponse{Body: toAPIBillingEntity(e, true),
		Headers: billing.CreateParticipantBillingEntity201ResponseHeaders{Location: &location, ETag: &tag}}, nil
}

func (a billingAPI) UpdateParticipantBillingEntity(ctx context.Context, r billing.UpdateParticipantBillingEntityRequestObject) (billing.UpdateParticipantBillingEntityResponseObject, error) {
	version, err := ifMatch(r.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	e, err := a.deps.Billing.UpdateBillingEntity(ctx, principal(ctx), ofParticipant(r.ParticipantId), id.ID(r.EntityId), fromAPIBillingEntityUpdate(version, *r.Body))
	if err != nil {
		return nil, err
	}
	tag := etag(e.Version)
	return billing.UpdateParticipantBillingEntity200JSONResponse{Body: toAPIBillingEntity(e, true), Headers: billing.UpdateParticipantBillingEntity200ResponseHeaders{ETag: &tag}}, nil
}

func (a billingAPI) ListParticipantBillableEntities(ctx context.Context, r billing.ListParticipantBillableEntitiesRequestObject) (billing.ListParticipantBillableEntitiesResponseObject, error) {
	list, err := a.deps.Billing.ListBillableEntities(ctx, principal(ctx), ofParticipant(r.ParticipantId))
	if err != nil {
		return nil, err
	}
	return billing.ListParticipantBillableEntities200JSONResponse(toAPIBillableEntities(list)), nil
}

func (a billingAPI) CreateParticipantBillableEntity(ctx context.Context, r billing.CreateParticipantBillableEntityRequestObject) (billing.CreateParticipantBillableEntityResponseObject, error) {
	e, err := a.deps.Billing.CreateBillableEntity(ctx, principal(ctx), ofParticipant(r.ParticipantId), fromAPIBillableEntityCreation(*r.Body))
	if err != nil {
		return nil, err
	}
	location, tag := apiBase+"/participants/"+r.ParticipantId+"/billing/billable-entities/"+string(e.ID), etag(e.Version)
	return billing.CreateParticipantBillableEntity201JSONResponse{Body: toAPIBillableEntity(e),
		Headers: billing.CreateParticipantBillableEntity201ResponseHeaders{Location: &location, ETag: &tag}}, nil
}

func (a billingAPI) UpdateParticipantBillableEntity(ctx context.Context, r billing.UpdateParticipantBillableEntityRequestObject) (billing.UpdateParticipantBillableEntityResponseObject, error) {
	version, err := ifMatch(r.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	e, err := a.deps.Billing.UpdateBillableEntity(ctx, principal(ctx), ofParticipant(r.ParticipantId), id.ID(r.EntityId), fromAPIBillableEntityUpdate(version, *r.Body))
	if err != nil {
		return nil, err
	}
	tag := etag(e.Version)
	return billing.UpdateParticipantBillableEntity200JSONResponse{Body: toAPIBillableEntity(e), Headers: billing.UpdateParticipantBillableEntity200ResponseHeaders{ETag: &tag}}, nil
}
