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
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	allocationassembly "github.com/openpmo/pmo/core/allocation/assembly"
	billingassembly "github.com/openpmo/pmo/core/billing/assembly"
	"github.com/openpmo/pmo/core/id"
	corejob "github.com/openpmo/pmo/core/job"
	meteringassembly "github.com/openpmo/pmo/core/metering/assembly"
)

// API serves the tag job: Jobs knows of what kind a job is, and who may follow it; the context
// of the kind says how far it is.
type API struct {
	Jobs       *corejob.Service
	Allocation *allocationassembly.Services
	Billing    billingassembly.Services
	Metering   *meteringassembly.Services
}

var _ job.StrictServerInterface = API{}

// Endpoints are the operations of the tag.
func (a API) Endpoints() []endpoint.Endpoint { return job.Endpoints(a) }

// progress reads a job of each kind.
func (a API) progress() map[corejob.Kind]func(context.Context, id.ID) (model.Job, error) {
	return map[corejob.Kind]func(context.Context, id.ID) (model.Job, error){
		corejob.CurveImport: a.importJob, corejob.BillRun: a.runJob, corejob.KeyReplay: a.replayJob,
	}
}

func (a API) importJob(ctx context.Context, jobID id.ID) (model.Job, error) {
	i, err := a.Metering.Ingest.ImportJob(ctx, request.Principal(ctx), jobID)
	if err != nil {
		return model.Job{}, err
	}
	return metering.ToAPIImportJob(i, request.Language(ctx))
}

func (a API) runJob(ctx context.Context, jobID id.ID) (model.Job, error) {
	run, err := a.Billing.Runs.RunJob(ctx, request.Principal(ctx), jobID)
	if err != nil {
		return model.Job{}, err
	}
	return billing.ToAPIRunJob(run, request.Language(ctx)), nil
}

func (a API) replayJob(ctx context.Context, jobID id.ID) (model.Job, error) {
	r, err := a.Allocation.Replay.ReplayJob(ctx, request.Principal(ctx), jobID)
	if err != nil {
		return model.Job{}, err
	}
	return allocation.ToAPIReplayJob(r, request.Language(ctx))
}

func (a API) GetJob(ctx context.Context, r job.GetJobRequestObject) (job.GetJobResponseObject, error) {
	found, err := a.Jobs.Find(ctx, request.Principal(ctx), id.ID(r.JobId))
	if err != nil {
		return nil, err
	}
	out, err := a.progress()[found.Kind](ctx, found.ID)
	return job.GetJob200JSONResponse(out), err
}
