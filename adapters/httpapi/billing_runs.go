package httpapi

import (
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/billing"
	"github.com/openpmo/pmo/core/id"
)

func (a billingAPI) StartOperationBillRun(ctx context.Context, r billing.StartOperationBillRunRequestObject) (billing.StartOperationBillRunResponseObject, error) {
	run, err := a.deps.Billing.StartRun(ctx, principal(ctx), ofOperation(r.OperationId), fromAPIRunCreation(*r.Body))
	if err != nil {
		return nil, err
	}
	location := apiBase + "/operations/" + r.OperationId + "/billing/run/" + string(run.ID)
	return billing.StartOperationBillRun202JSONResponse{Body: toAPIRun(run), Headers: billing.StartOperationBillRun202ResponseHeaders{Location: &location}}, nil
}

func (a billingAPI) CheckOperationBillRun(ctx context.Context, r billing.CheckOperationBillRunRequestObject) (billing.CheckOperationBillRunResponseObject, error) {
	check, err := a.deps.Billing.CheckRun(ctx, principal(ctx), ofOperation(r.OperationId), fromAPIRunCreation(*r.Body))
	if err != nil {
		return nil, err
	}
	return billing.CheckOperationBillRun200JSONResponse(toAPICheck(ctx, check)), nil
}

func (a billingAPI) GetLastOperationBillRun(ctx context.Context, r billing.GetLastOperationBillRunRequestObject) (billing.GetLastOperationBillRunResponseObject, error) {
	run, err := a.deps.Billing.LastRun(ctx, principal(ctx), ofOperation(r.OperationId))
	if err != nil {
		return nil, err
	}
	return billing.GetLastOperationBillRun200JSONResponse(toAPIRun(run)), nil
}

func (a billingAPI) GetOperationBillRun(ctx context.Context, r billing.GetOperationBillRunRequestObject) (billing.GetOperationBillRunResponseObject, error) {
	run, err := a.deps.Billing.Run(ctx, principal(ctx), ofOperation(r.OperationId), id.ID(r.RunId))
	if err != nil {
		return nil, err
	}
	return billing.GetOperationBillRun200JSONResponse(toAPIRun(run)), nil
}

func (a billingAPI) StartParticipantBillRun(ctx context.Context, r billing.StartParticipantBillRunRequestObject) (billing.StartParticipantBillRunResponseObject, error) {
	run, err := a.deps.Billing.StartRun(ctx, principal(ctx), ofParticipant(r.ParticipantId), fromAPIRunCreation(*r.Body))
	if err != nil {
		return nil, err
	}
	location := apiBase + "/participants/" + r.ParticipantId + "/billing/run/" + string(run.ID)
	return billing.StartParticipantBillRun202JSONResponse{Body: toAPIRun(run), Headers: billing.StartParticipantBillRun202ResponseHeaders{Location: &location}}, nil
}

func (a billingAPI) CheckParticipantBillRun(ctx context.Context, r billing.CheckParticipantBillRunRequestObject) (billing.CheckParticipantBillRunResponseObject, error) {
	check, err := a.deps.Billing.CheckRun(ctx, principal(ctx), ofParticipant(r.ParticipantId), fromAPIRunCreation(*r.Body))
	if err != nil {
		return nil, err
	}
	return billing.CheckParticipantBillRun200JSONResponse(toAPICheck(ctx, check)), nil
}

func (a billingAPI) GetLastParticipantBillRun(ctx context.Context, r billing.GetLastParticipantBillRunRequestObject) (billing.GetLastParticipantBillRunResponseObject, error) {
	run, err := a.deps.Billing.LastRun(ctx, principal(ctx), ofParticipant(r.ParticipantId))
	if err != nil {
		return nil, err
	}
	return billing.GetLastParticipantBillRun200JSONResponse(toAPIRun(run)), nil
}

func (a billingAPI) GetParticipantBillRun(ctx context.Context, r billing.GetParticipantBillRunRequestObject) (billing.GetParticipantBillRunResponseObject, error) {
	run, err := a.deps.Billing.Run(ctx, principal(ctx), ofParticipant(r.ParticipantId), id.ID(r.RunId))
	if err != nil {
		return nil, err
	}
	return billing.GetParticipantBillRun200JSONResponse(toAPIRun(run)), nil
}
