package httpapi

import (
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/billing"
	core "github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/id"
)

// billingAPI serves the tag billing. Each call exists for an operation and for a
// participant; the scope says which.
type billingAPI struct{ *API }

var _ billing.StrictServerInterface = billingAPI{}

func ofOperation(operationID string) core.Scope { return core.Scope{OperationID: id.ID(operationID)} }

func ofParticipant(participantID string) core.Scope {
	return core.Scope{ParticipantID: id.ID(participantID)}
}

func (a billingAPI) ListOperationPlans(ctx context.Context, r billing.ListOperationPlansRequestObject) (billing.ListOperationPlansResponseObject, error) {
	plans, err := a.deps.Billing.ListPlans(ctx, principal(ctx), ofOperation(r.OperationId))
	if err != nil {
		return nil, err
	}
	return billing.ListOperationPlans200JSONResponse(a.plans(ctx, plans)), nil
}

func (a billingAPI) CreateOperationPlan(ctx context.Context, r billing.CreateOperationPlanRequestObject) (billing.CreateOperationPlanResponseObject, error) {
	plan, err := a.deps.Billing.CreatePlan(ctx, principal(ctx), ofOperation(r.OperationId), fromAPIPlanCreation(*r.Body))
	if err != nil {
		return nil, err
	}
	location, tag := apiBase+"/operations/"+r.OperationId+"/billing/plans/"+string(plan.ID), etag(plan.Version)
	return billing.CreateOperationPlan201JSONResponse{Body: a.plan(ctx, plan), Headers: billing.CreateOperationPlan201ResponseHeaders{Location: &location, ETag: &tag}}, nil
}

func (a billingAPI) UpdateOperationPlan(ctx context.Context, r billing.UpdateOperationPlanRequestObject) (billing.UpdateOperationPlanResponseObject, error) {
	version, err := ifMatch(r.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	plan, err := a.deps.Billing.UpdatePlan(ctx, principal(ctx), ofOperation(r.OperationId), id.ID(r.PlanId), fromAPIPlanUpdate(version, *r.Body))
	if err != nil {
		return nil, err
	}
	tag := etag(plan.Version)
	return billing.UpdateOperationPlan200JSONResponse{Body: a.plan(ctx, plan), Headers: billing.UpdateOperationPlan200ResponseHeaders{ETag: &tag}}, nil
}

func (a billingAPI) ListParticipantPlans(ctx context.Context, r billing.ListParticipantPlansRequestObject) (billing.ListParticipantPlansResponseObject, error) {
	plans, err := a.deps.Billing.ListPlans(ctx, principal(ctx), ofParticipant(r.ParticipantId))
	if err != nil {
		return nil, err
	}
	return billing.ListParticipantPlans200JSONResponse(a.plans(ctx, plans)), nil
}

func (a billingAPI) CreateParticipantPlan(ctx context.Context, r billing.CreateParticipantPlanRequestObject) (billing.CreateParticipantPlanResponseObject, error) {
	plan, err := a.deps.Billing.CreatePlan(ctx, principal(ctx), ofParticipant(r.ParticipantId), fromAPIPlanCreation(*r.Body))
	if err != nil {
		return nil, err
	}
	location, tag := apiBase+"/participants/"+r.ParticipantId+"/billing/plans/"+string(plan.ID), etag(plan.Version)
	return billing.CreateParticipantPlan201JSONResponse{Body: a.plan(ctx, plan), Headers: billing.CreateParticipantPlan201ResponseHeaders{Location: &location, ETag: &tag}}, nil
}

func (a billingAPI) UpdateParticipantPlan(ctx context.Context, r billing.UpdateParticipantPlanRequestObject) (billing.UpdateParticipantPlanResponseObject, error) {
	version, err := ifMatch(r.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	plan, err := a.deps.Billing.UpdatePlan(ctx, principal(ctx), ofParticipant(r.ParticipantId), id.ID(r.PlanId), fromAPIPlanUpdate(version, *r.Body))
	if err != nil {
		return nil, err
	}
	tag := etag(plan.Version)
	return billing.UpdateParticipantPlan200JSONResponse{Body: a.plan(ctx, plan), Headers: billing.UpdateParticipantPlan200ResponseHeaders{ETag: &tag}}, nil
}
