package httpapi

import (
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/allocation"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	core "github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/id"
)

func (a allocationAPI) SimulateAllocation(ctx context.Context, r allocation.SimulateAllocationRequestObject) (allocation.SimulateAllocationResponseObject, error) {
	simulation, err := a.deps.Allocation.Simulate(ctx, principal(ctx), fromAPIAllocationSimulation(id.ID(r.OperationId), *r.Body))
	if err != nil {
		return nil, err
	}
	return allocation.SimulateAllocation200JSONResponse(toAPIAllocationSimulation(simulation)), nil
}

func (a allocationAPI) GetAllocationExplanation(ctx context.Context, r allocation.GetAllocationExplanationRequestObject) (allocation.GetAllocationExplanationResponseObject, error) {
	in := core.ExplainInput{OperationID: id.ID(r.OperationId), At: r.Params.At,
		ParticipantID: id.ID(textOf(r.Params.ParticipantId)), ConfigID: id.ID(textOf(r.Params.ConfigId))}
	explained, err := a.deps.Allocation.Explain(ctx, principal(ctx), in)
	if err != nil {
		return nil, err
	}
	return allocation.GetAllocationExplanation200JSONResponse{Body: toAPIExplanation(explained, callerLanguage(ctx))}, nil
}

func (a allocationAPI) GetAllocationMatrix(ctx context.Context, r allocation.GetAllocationMatrixRequestObject) (allocation.GetAllocationMatrixResponseObject, error) {
	m, err := a.deps.Allocation.Matrix(ctx, principal(ctx), id.ID(r.OperationId), wireDays(r.Params.DateFrom, r.Params.DateTo))
	if err != nil {
		return nil, err
	}
	return allocation.GetAllocationMatrix200JSONResponse{Body: toAPIMatrix(m)}, nil
}

func (a allocationAPI) GetAllocationDrift(ctx context.Context, r allocation.GetAllocationDriftRequestObject) (allocation.GetAllocationDriftResponseObject, error) {
	d, err := a.deps.Allocation.Drift(ctx, principal(ctx), id.ID(r.OperationId), wireDays(r.Params.DateFrom, r.Params.DateTo), r.Params.Threshold)
	if err != nil {
		return nil, err
	}
	return allocation.GetAllocationDrift200JSONResponse{Body: toAPIDrift(d)}, nil
}

func (a allocationAPI) StartAllocationReplay(ctx context.Context, r allocation.StartAllocationReplayRequestObject) (allocation.StartAllocationReplayResponseObject, error) {
	replay, err := a.deps.Allocation.StartReplay(ctx, principal(ctx), core.ReplayInput{OperationID: id.ID(r.OperationId),
		Days: wireDays(r.Body.DateFrom, r.Body.DateTo), Verify: isTrue(r.Body.Verify)})
	if err != nil {
		return nil, err
	}
	body, err := toAPIReplayJob(replay, callerLanguage(ctx))
	location := apiBase + "/jobs/" + string(replay.ID)
	return allocation.StartAllocationReplay202JSONResponse{Body: body, Headers: allocation.StartAllocationReplay202ResponseHeaders{Location: &location}}, err
}

func (a allocationAPI) ListAllocationReplays(ctx context.Context, r allocation.ListAllocationReplaysRequestObject) (allocation.ListAllocationReplaysResponseObject, error) {
	list, err := a.deps.Allocation.ListReplays(ctx, principal(ctx), id.ID(r.OperationId))
	if err != nil {
		return nil, err
	}
	body := make([]model.AllocationReplay, len(list))
	for i, replay := range list {
		body[i] = toAPIReplay(replay)
	}
	return allocation.ListAllocationReplays200JSONResponse{Body: body}, nil
}
