// Package billing answers the operations about plans, subscriptions, runs and invoices.
package billing

import (
	"context"
	"io"

	"github.com/openpmo/pmo/adapters/httpapi/gen/billing"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/contract"
	"github.com/openpmo/pmo/adapters/httpapi/transport/endpoint"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	core "github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/assembly"
	"github.com/openpmo/pmo/core/billing/legacy/bill"
	"github.com/openpmo/pmo/core/id"
)

// API serves the tag billing. Each call exists for an operation and for a
// participant; the scope says which, and what both do stands once.
type API struct {
	Billing assembly.Services
	Bills   *bill.Service // of the old engine
	// Workbooks writes a workbook of some sheets. Amounts are in euros, days are days.
	Workbooks func(w io.Writer, sheets ...sheet) error
}

var _ billing.StrictServerInterface = API{}

// Endpoints are the operations of the tag.
func (a API) Endpoints() []endpoint.Endpoint { return billing.Endpoints(a) }

func ofOperation(operationID string) core.Scope { return core.Scope{OperationID: id.ID(operationID)} }

func ofParticipant(participantID string) core.Scope {
	return core.Scope{ParticipantID: id.ID(participantID)}
}

// created and changed have the fields of the headers that calls of both families send.
type (
	created struct{ ETag, Location *string }
	changed struct{ ETag *string }
)

// billingPath is where the calls of a family begin.
func billingPath(scope core.Scope) string {
	if scope.ParticipantID.IsZero() {
		return contract.Base + "/operations/" + string(scope.OperationID) + "/billing/"
	}
	return contract.Base + "/participants/" + string(scope.ParticipantID) + "/billing/"
}

func createdAt(scope core.Scope, path string, one id.ID, version int) created {
	location, tag := billingPath(scope)+path+"/"+string(one), wire.ETag(version)
	return created{ETag: &tag, Location: &location}
}

func changedTo(version int) changed {
	tag := wire.ETag(version)
	return changed{ETag: &tag}
}

func (a API) listPlans(ctx context.Context, scope core.Scope) ([]model.Plan, error) {
	plans, err := a.Billing.Contracts.ListPlans(ctx, request.Principal(ctx), scope)
	return a.plans(ctx, plans), err
}

func (a API) getPlan(ctx context.Context, scope core.Scope, planID string) (model.Plan, changed, error) {
	plan, err := a.Billing.Contracts.Plan(ctx, request.Principal(ctx), scope, id.ID(planID))
	return a.plan(ctx, plan), changedTo(plan.Version), err
}

func (a API) createPlan(ctx context.Context, scope core.Scope, body model.PlanCreation) (model.Plan, created, error) {
	in, err := fromAPIPlanCreation(body)
	if err != nil {
		return model.Plan{}, created{}, err
	}
	plan, err := a.Billing.Contracts.CreatePlan(ctx, request.Principal(ctx), scope, in)
	return a.plan(ctx, plan), createdAt(scope, "plans", plan.ID, plan.Version), err
}

func (a API) updatePlan(ctx context.Context, scope core.Scope, planID string, match *string, body model.PlanUpdate) (model.Plan, changed, error) {
	version, err := wire.IfMatch(match)
	if err != nil {
		return model.Plan{}, changed{}, err
	}
	in, err := fromAPIPlanUpdate(version, body)
	if err != nil {
		return model.Plan{}, changed{}, err
	}
	plan, err := a.Billing.Contracts.UpdatePlan(ctx, request.Principal(ctx), scope, id.ID(planID), in)
	return a.plan(ctx, plan), changedTo(plan.Version), err
}

func (a API) ListOperationPlans(ctx context.Context, r billing.ListOperationPlansRequestObject) (billing.ListOperationPlansResponseObject, error) {
	list, err := a.listPlans(ctx, ofOperation(r.OperationId))
	if err != nil {
		return nil, err
	}
	return billing.ListOperationPlans200JSONResponse{Body: list}, nil
}

func (a API) GetOperationPlan(ctx context.Context, r billing.GetOperationPlanRequestObject) (billing.GetOperationPlanResponseObject, error) {
	body, headers, err := a.getPlan(ctx, ofOperation(r.OperationId), r.PlanId)
	if err != nil {
		return nil, err
	}
	return billing.GetOperationPlan200JSONResponse{Body: body, Headers: billing.GetOperationPlan200ResponseHeaders(headers)}, nil
}

func (a API) CreateOperationPlan(ctx context.Context, r billing.CreateOperationPlanRequestObject) (billing.CreateOperationPlanResponseObject, error) {
	body, headers, err := a.createPlan(ctx, ofOperation(r.OperationId), *r.Body)
	if err != nil {
		return nil, err
	}
	return billing.CreateOperationPlan201JSONResponse{Body: body, Headers: billing.CreateOperationPlan201ResponseHeaders(headers)}, nil
}

func (a API) UpdateOperationPlan(ctx context.Context, r billing.UpdateOperationPlanRequestObject) (billing.UpdateOperationPlanResponseObject, error) {
	body, headers, err := a.updatePlan(ctx, ofOperation(r.OperationId), r.PlanId, r.Params.IfMatch, *r.Body)
	if err != nil {
		return nil, err
	}
	return billing.UpdateOperationPlan200JSONResponse{Body: body, Headers: billing.UpdateOperationPlan200ResponseHeaders(headers)}, nil
}

func (a API) ListParticipantPlans(ctx context.Context, r billing.ListParticipantPlansRequestObject) (billing.ListParticipantPlansResponseObject, error) {
	list, err := a.listPlans(ctx, ofParticipant(r.ParticipantId))
	if err != nil {
		return nil, err
	}
	return billing.ListParticipantPlans200JSONResponse{Body: list}, nil
}

func (a API) GetParticipantPlan(ctx context.Context, r billing.GetParticipantPlanRequestObject) (billing.GetParticipantPlanResponseObject, error) {
	body, headers, err := a.getPlan(ctx, ofParticipant(r.ParticipantId), r.PlanId)
	if err != nil {
		return nil, err
	}
	return billing.GetParticipantPlan200JSONResponse{Body: body, Headers: billing.GetParticipantPlan200ResponseHeaders(headers)}, nil
}

func (a API) CreateParticipantPlan(ctx context.Context, r billing.CreateParticipantPlanRequestObject) (billing.CreateParticipantPlanResponseObject, error) {
	body, headers, err := a.createPlan(ctx, ofParticipant(r.ParticipantId), *r.Body)
	if err != nil {
		return nil, err
	}
	return billing.CreateParticipantPlan201JSONResponse{Body: body, Headers: billing.CreateParticipantPlan201ResponseHeaders(headers)}, nil
}

func (a API) UpdateParticipantPlan(ctx context.Context, r billing.UpdateParticipantPlanRequestObject) (billing.UpdateParticipantPlanResponseObject, error) {
	body, headers, err := a.updatePlan(ctx, ofParticipant(r.ParticipantId), r.PlanId, r.Params.IfMatch, *r.Body)
	if err != nil {
		return nil, err
	}
	return billing.UpdateParticipantPlan200JSONResponse{Body: body, Headers: billing.UpdateParticipantPlan200ResponseHeaders(headers)}, nil
}
