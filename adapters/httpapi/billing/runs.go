package billing

import (
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/billing"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	core "github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/id"
)

func (a API) startRun(ctx context.Context, scope core.Scope, body model.BillRunCreation) (model.BillRun, *string, error) {
	run, err := a.Billing.Runs.StartRun(ctx, request.Principal(ctx), scope, fromAPIRunCreation(body))
	location := billingPath(scope) + "run/" + string(run.ID)
	return toAPIRun(run, request.Language(ctx)), &location, err
}

// lastRun is nil when there was none yet.
func (a API) lastRun(ctx context.Context, scope core.Scope) (*model.BillRun, error) {
	run, err := a.Billing.Runs.LastRun(ctx, request.Principal(ctx), scope)
	if err != nil || run == nil {
		return nil, err
	}
	body := toAPIRun(*run, request.Language(ctx))
	return &body, nil
}

func (a API) StartOperationBillRun(ctx context.Context, r billing.StartOperationBillRunRequestObject) (billing.StartOperationBillRunResponseObject, error) {
	body, location, err := a.startRun(ctx, ofOperation(r.OperationId), *r.Body)
	if err != nil {
		return nil, err
	}
	return billing.StartOperationBillRun202JSONResponse{Body: body, Headers: billing.StartOperationBillRun202ResponseHeaders{Location: location}}, nil
}

func (a API) ListOperationBillRuns(ctx context.Context, r billing.ListOperationBillRunsRequestObject) (billing.ListOperationBillRunsResponseObject, error) {
	runs, err := a.Billing.Runs.ListRuns(ctx, request.Principal(ctx), id.ID(r.OperationId))
	if err != nil {
		return nil, err
	}
	list := make([]model.BillRunSummary, len(runs))
	for i, one := range runs {
		list[i] = toAPIRunSummary(one)
	}
	return billing.ListOperationBillRuns200JSONResponse{Body: list}, nil
}

func (a API) CheckOperationBillRun(ctx context.Context, r billing.CheckOperationBillRunRequestObject) (billing.CheckOperationBillRunResponseObject, error) {
	check, err := a.Billing.Runs.CheckRun(ctx, request.Principal(ctx), ofOperation(r.OperationId), fromAPIRunCreation(*r.Body))
	if err != nil {
		return nil, err
	}
	return billing.CheckOperationBillRun200JSONResponse(toAPICheck(ctx, check)), nil
}

func (a API) GetLastOperationBillRun(ctx context.Context, r billing.GetLastOperationBillRunRequestObject) (billing.GetLastOperationBillRunResponseObject, error) {
	run, err := a.lastRun(ctx, ofOperation(r.OperationId))
	if err != nil {
		return nil, err
	}
	if run == nil {
		return billing.GetLastOperationBillRun204Response{}, nil
	}
	return billing.GetLastOperationBillRun200JSONResponse(*run), nil
}

func (a API) GetOperationBillRun(ctx context.Context, r billing.GetOperationBillRunRequestObject) (billing.GetOperationBillRunResponseObject, error) {
	run, err := a.Billing.Runs.Run(ctx, request.Principal(ctx), ofOperation(r.OperationId), id.ID(r.RunId))
	if err != nil {
		return nil, err
	}
	return billing.GetOperationBillRun200JSONResponse(toAPIRun(run, request.Language(ctx))), nil
}

func (a API) StartParticipantBillRun(ctx context.Context, r billing.StartParticipantBillRunRequestObject) (billing.StartParticipantBillRunResponseObject, error) {
	body, location, err := a.startRun(ctx, ofParticipant(r.ParticipantId), *r.Body)
	if err != nil {
		return nil, err
	}
	return billing.StartParticipantBillRun202JSONResponse{Body: body, Headers: billing.StartParticipantBillRun202ResponseHeaders{Location: location}}, nil
}

func (a API) CheckParticipantBillRun(ctx context.Context, r billing.CheckParticipantBillRunRequestObject) (billing.CheckParticipantBillRunResponseObject, error) {
	check, err := a.Billing.Runs.CheckRun(ctx, request.Principal(ctx), ofParticipant(r.ParticipantId), fromAPIRunCreation(*r.Body))
	if err != nil {
		return nil, err
	}
	return billing.CheckParticipantBillRun200JSONResponse(toAPICheck(ctx, check)), nil
}

func (a API) GetLastParticipantBillRun(ctx context.Context, r billing.GetLastParticipantBillRunRequestObject) (billing.GetLastParticipantBillRunResponseObject, error) {
	run, err := a.lastRun(ctx, ofParticipant(r.ParticipantId))
	if err != nil {
		return nil, err
	}
	if run == nil {
		return billing.GetLastParticipantBillRun204Response{}, nil
	}
	return billing.GetLastParticipantBillRun200JSONResponse(*run), nil
}

func (a API) GetParticipantBillRun(ctx context.Context, r billing.GetParticipantBillRunRequestObject) (billing.GetParticipantBillRunResponseObject, error) {
	run, err := a.Billing.Runs.Run(ctx, request.Principal(ctx), ofParticipant(r.ParticipantId), id.ID(r.RunId))
	if err != nil {
		return nil, err
	}
	return billing.GetParticipantBillRun200JSONResponse(toAPIRun(run, request.Language(ctx))), nil
}
