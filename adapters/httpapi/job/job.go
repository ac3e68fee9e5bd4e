// Package job answers how far a job is.
package job

import (
	"context"
	"errors"

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
	meteringassembly "github.com/openpmo/pmo/core/metering/assembly"
	"github.com/openpmo/pmo/core/policy"
)

// API serves the tag job. A job has the id of the object it works on, so that each
// context answers for its own.
type API struct {
	Allocation *allocationassembly.Services
	Billing    billingassembly.Services
	Metering   *meteringassembly.Services
}

var _ job.StrictServerInterface = API{}

// Endpoints are the operations of the tag.
func (a API) Endpoints() []endpoint.Endpoint { return job.Endpoints(a) }

// jobReaders are asked one after the other; notFound means that the next one may know.
func (a API) jobReaders() []func(context.Context, id.ID) (model.Job, error) {
	return []func(context.Context, id.ID) (model.Job, error){a.importJob, a.runJob, a.replayJob}
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
	for _, read := range a.jobReaders() {
		found, err := read(ctx, id.ID(r.JobId))
		if errors.Is(err, policy.ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		return job.GetJob200JSONResponse(found), nil
	}
	return nil, policy.ErrNotFound
}
