package allocation

import (
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/allocation"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/contract"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/allocation/analysis"
	"github.com/openpmo/pmo/core/allocation/replay"
	"github.com/openpmo/pmo/core/id"
)

func (a API) SimulateAllocation(ctx context.Context, r allocation.SimulateAllocationRequestObject) (allocation.SimulateAllocationResponseObject, error) {
	simulation, err := a.Economy.Simulate(ctx, request.Principal(ctx), fromAPIAllocationSimulation(id.ID(r.OperationId), *r.Body))
	if err != nil {
		return nil, err
	}
	return allocation.SimulateAllocation200JSONResponse(toAPIAllocationSimulation(simulation)), nil
}

func (a API) GetAllocationExplanation(ctx context.Context, r allocation.GetAllocationExplanationRequestObject) (allocation.GetAllocationExplanationResponseObject, error) {
	in := analysis.ExplainInput{OperationID: id.ID(r.OperationId), At: r.Params.At,
		ParticipantID: id.ID(wire.Text(r.Params.ParticipantId)), ConfigID: id.ID(wire.Text(r.Params.ConfigId))}
	explained, err := a.Allocation.Analysis.Explain(ctx, request.Principal(ctx), in)
	if err != nil {
		return nil, err
	}
	return allocation.GetAllocationExplanation200JSONResponse{Body: toAPIExplanation(explained, request.Language(ctx))}, nil
}

func (a API) GetAllocationMatrix(ctx context.Context, r allocation.GetAllocationMatrixRequestObject) (allocation.GetAllocationMatrixResponseObject, error) {
	m, err := a.Allocation.Analysis.Matrix(ctx, request.Principal(ctx), id.ID(r.OperationId), wire.Days(r.Params.DateFrom, r.Params.DateTo))
	if err != nil {
		return nil, err
	}
	return allocation.GetAllocationMatrix200JSONResponse{Body: toAPIMatrix(m)}, nil
}

func (a API) GetAllocationDrift(ctx context.Context, r allocation.GetAllocationDriftRequestObject) (allocation.GetAllocationDriftResponseObject, error) {
	d, err := a.Allocation.Analysis.Drift(ctx, request.Principal(ctx), id.ID(r.OperationId), wire.Days(r.Params.DateFrom, r.Params.DateTo), r.Params.Threshold)
	if err != nil {
		return nil, err
	}
	return allocation.GetAllocationDrift200JSONResponse{Body: toAPIDrift(d)}, nil
}

func (a API) StartAllocationReplay(ctx context.Context, r allocation.StartAllocationReplayRequestObject) (allocation.StartAllocationReplayResponseObject, error) {
	replay, err := a.Allocation.Replay.StartReplay(ctx, request.Principal(ctx), replay.ReplayInput{OperationID: id.ID(r.OperationId),
		Days: wire.Days(r.Body.DateFrom, r.Body.DateTo), Verify: wire.IsTrue(r.Body.Verify)})
	if err != nil {
		return nil, err
	}
	body, err := ToAPIReplayJob(replay, request.Language(ctx))
	location := contract.Base + "/jobs/" + string(replay.ID)
	return allocation.StartAllocationReplay202JSONResponse{Body: body, Headers: allocation.StartAllocationReplay202ResponseHeaders{Location: &location}}, err
}

func (a API) ListAllocationReplays(ctx context.Context, r allocation.ListAllocationReplaysRequestObject) (allocation.ListAllocationReplaysResponseObject, error) {
	list, err := a.Allocation.Replay.ListReplays(ctx, request.Principal(ctx), id.ID(r.OperationId))
	if err != nil {
		return nil, err
	}
	body := make([]model.AllocationReplay, len(list))
	for i, replay := range list {
		body[i] = toAPIReplay(replay)
	}
	return allocation.ListAllocationReplays200JSONResponse{Body: body}, nil
}
