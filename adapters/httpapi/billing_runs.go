package httpapi

import (
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/billing"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	core "github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/id"
)

func (a billingAPI) startRun(ctx context.Context, scope core.Scope, body model.BillRunCreation) (model.BillRun, *string, error) {
	run, err := a.deps.Billing.StartRun(ctx, principal(ctx), scope, fromAPIRunCreation(body))
	location := billingPath(scope) + "run/" + string(run.ID)
	return toAPIRun(run, callerLanguage(ctx)), &location, err
}

// lastRun is nil when there was none yet.
func (a billingAPI) lastRun(ctx context.Context, scope core.Scope) (*model.BillRun, error) {
	run, err := a.deps.Billing.LastRun(ctx, principal(ctx), scope)
	if err != nil || run == nil {
		return nil, err
	}
	body := toAPIRun(*run, callerLanguage(ctx))
	return &body, nil
}

func (a billingAPI) StartOperationBillRun(ctx context.Context, r billing.StartOperationBillRunRequestObject) (billing.StartOperationBillRunResponseObject, error) {
	body, location, err := a.startRun(ctx, ofOperation(r.OperationId), *r.Body)
	if err != nil {
		return nil, err
	}
	return billing.StartOperationBillRun202JSONResponse{Body: body, Headers: billing.StartOperationBillRun202ResponseHeaders{Location: location}}, nil
}

func (a billingAPI) CheckOperationBillRun(ctx context.Context, r billing.CheckOperationBillRunRequestObject) (billing.CheckOperationBillRunResponseObject, error) {
	check, err := a.deps.Billing.CheckRun(ctx, principal(ctx), ofOperation(r.OperationId), fromAPIRunCreation(*r.Body))
	if err != nil {
		return nil, err
	}
	return billing.CheckOperationBillRun200JSONResponse(toAPICheck(ctx, check)), nil
}

func (a billingAPI) GetLastOperationBillRun(ctx context.Context, r billing.GetLastOperationBillRunRequestObject) (billing.GetLastOperationBillRunResponseObject, error) {
	run, err := a.lastRun(ctx, ofOperation(r.OperationId))
	if err != nil {
		return nil, err
	}
	if run == nil {
		return billing.GetLastOperationBillRun204Response{}, nil
	}
	return billing.GetLastOperationBillRun200JSONResponse(*run), nil
}

func (a billingAPI) GetOperationBillRun(ctx context.Context, r billing.GetOperationBillRunRequestObject) (billing.GetOperationBillRunResponseObject, error) {
	run, err := a.deps.Billing.Run(ctx, principal(ctx), ofOperation(r.OperationId), id.ID(r.RunId))
	if err != nil {
		return nil, err
	}
	return billing.GetOperationBillRun200JSONResponse(toAPIRun(run, callerLanguage(ctx))), nil
}

func (a billingAPI) StartParticipantBillRun(ctx context.Context, r billing.StartParticipantBillRunRequestObject) (billing.StartParticipantBillRunResponseObject, error) {
	body, location, err := a.startRun(ctx, ofParticipant(r.ParticipantId), *r.Body)
	if err != nil {
		return nil, err
	}
	return billing.StartParticipantBillRun202JSONResponse{Body: body, Headers: billing.StartParticipantBillRun202ResponseHeaders{Location: location}}, nil
}

func (a billingAPI) CheckParticipantBillRun(ctx context.Context, r billing.CheckParticipantBillRunRequestObject) (billing.CheckParticipantBillRunResponseObject, error) {
	check, err := a.deps.Billing.CheckRun(ctx, principal(ctx), ofParticipant(r.ParticipantId), fromAPIRunCreation(*r.Body))
	if err != nil {
		return nil, err
	}
	return billing.CheckParticipantBillRun200JSONResponse(toAPICheck(ctx, check)), nil
}

func (a billingAPI) GetLastParticipantBillRun(ctx context.Context, r billing.GetLastParticipantBillRunRequestObject) (billing.GetLastParticipantBillRunResponseObject, error) {
	run, err := a.lastRun(ctx, ofParticipant(r.ParticipantId))
	if err != nil {
		return nil, err
	}
	if run == nil {
		return billing.GetLastParticipantBillRun204Response{}, nil
	}
	return billing.GetLastParticipantBillRun200JSONResponse(*run), nil
}

func (a billingAPI) GetParticipantBillRun(ctx context.Context, r billing.GetParticipantBillRunRequestObject) (billing.GetParticipantBillRunResponseObject, error) {
	run, err := a.deps.Billing.Run(ctx, principal(ctx), ofParticipant(r.ParticipantId), id.ID(r.RunId))
	if err != nil {
		return nil, err
	}
	return billing.GetParticipantBillRun200JSONResponse(toAPIRun(run, callerLanguage(ctx))), nil
}
