// Package job answers how far a job is.
package job

import (
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/allocation"
	"github.com/openpmo/pmo/adapters/httpapi/billing"
	"github.com/openpmo/pmo/adapters/httpapi/gen/job"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/metering"
	"github.com/openpmo/pmo/adapters/httpapi/transport/endpoint"
	"github.com/openpmo/pmo/adapters/httpapi/transport/problem"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/allocation/replay"
	corebilling "github.com/openpmo/pmo/core/billing"
	billingassembly "github.com/openpmo/pmo/core/billing/assembly"
	"github.com/openpmo/pmo/core/id"
	corejob "github.com/openpmo/pmo/core/job"
	meteringassembly "github.com/openpmo/pmo/core/metering/assembly"
	"github.com/openpmo/pmo/core/metering/ingest"
)

// API serves the tag job: Jobs knows a job, and who may follow it; imports and runs have more to
// say of theirs.
type API struct {
	Jobs     *corejob.Service
	Billing  billingassembly.Services
	Metering *meteringassembly.Services
}

var _ job.StrictServerInterface = API{}

// Endpoints are the operations of the tag.
func (a API) Endpoints() []endpoint.Endpoint { return job.Endpoints(a) }

// show answers about a job whose kind has more to say than the job itself. Who follows it was
// asked by Find.
func (a API) show(ctx context.Context, j corejob.Job) (model.Job, error) {
	lang := request.Language(ctx)
	switch j.Kind {
	case ingest.JobKind:
		i, err := a.Metering.Ingest.ImportOf(ctx, j)
		if err != nil {
			return model.Job{}, err
		}
		return metering.ToAPIImportJob(i, lang)
	case corebilling.RunJob:
		run, err := a.Billing.Runs.RunOf(ctx, j)
		return billing.ToAPIRunJob(run, lang), err
	case replay.JobKind:
		r, err := replay.Of(j)
		if err != nil {
			return model.Job{}, err
		}
		return allocation.ToAPIReplayJob(r, lang)
	}
	return toAPIJob(j, lang)
}

// toAPIJob is a job as it is: any other kind needs nothing here.
func toAPIJob(j corejob.Job, lang string) (model.Job, error) {
	p := j.Progress
	if p.Total == 0 {
		p.Total = 1
	}
	out := model.Job{Id: string(j.ID), Kind: string(j.Kind), Status: model.JobStatus(j.Status), CreatedAt: wire.InParis(j.CreatedAt),
		FinishedAt: wire.OptionalInParis(j.FinishedAt)}
	switch j.Status {
	case corejob.Success:
		out.Progress = model.Progress{Success: p.Total, Total: p.Total}
	case corejob.Failure:
		out.Progress = model.Progress{Failure: p.Total, Total: p.Total}
	default:
		out.Progress = model.Progress{Pending: p.Total - p.Done, Success: p.Done, Total: p.Total}
	}
	if items := problem.Items(j.Errors, lang); len(items) > 0 {
		out.Errors = &items
	}
	if len(j.Result) == 0 {
		return out, nil
	}
	var err error
	out.Result, err = wire.JobResult(j.Result)
	return out, err
}

func (a API) GetJob(ctx context.Context, r job.GetJobRequestObject) (job.GetJobResponseObject, error) {
	found, err := a.Jobs.Find(ctx, request.Principal(ctx), id.ID(r.JobId))
	if err != nil {
		return nil, err
	}
	out, err := a.show(ctx, found)
	return job.GetJob200JSONResponse(out), err
}

func (a API) ListOwnJobs(ctx context.Context, _ job.ListOwnJobsRequestObject) (job.ListOwnJobsResponseObject, error) {
	own, err := a.Jobs.Own(ctx, request.Principal(ctx))
	if err != nil {
		return nil, err
	}
	out := make([]model.OwnJob, len(own))
	for i, j := range own {
		shown, err := a.show(ctx, j)
		if err != nil {
			return nil, err
		}
		out[i] = model.OwnJob{Id: shown.Id, OperationId: string(j.OperationID), Kind: shown.Kind, Status: shown.Status, Progress: shown.Progress,
			CreatedAt: shown.CreatedAt, FinishedAt: shown.FinishedAt}
	}
	return job.ListOwnJobs200JSONResponse{Body: out}, nil
}
