package httpapi

import (
	"context"
	"errors"

	"github.com/openpmo/pmo/adapters/httpapi/gen/job"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// jobAPI serves the tag job. A job has the id of the object it works on, so that each
// context answers for its own.
type jobAPI struct{ *API }

var _ job.StrictServerInterface = jobAPI{}

// jobReaders are asked one after the other; notFound means that the next one may know.
func (a jobAPI) jobReaders() []func(context.Context, id.ID) (model.Job, error) {
	return []func(context.Context, id.ID) (model.Job, error){a.importJob, a.runJob, a.replayJob}
}

func (a jobAPI) importJob(ctx context.Context, jobID id.ID) (model.Job, error) {
	i, err := a.deps.Metering.ImportJob(ctx, principal(ctx), jobID)
	if err != nil {
		return model.Job{}, err
	}
	return toAPIImportJob(i, callerLanguage(ctx))
}

func (a jobAPI) runJob(ctx context.Context, jobID id.ID) (model.Job, error) {
	run, err := a.deps.Billing.RunJob(ctx, principal(ctx), jobID)
	if err != nil {
		return model.Job{}, err
	}
	return toAPIRunJob(run, callerLanguage(ctx)), nil
}

func (a jobAPI) replayJob(ctx context.Context, jobID id.ID) (model.Job, error) {
	r, err := a.deps.Allocation.ReplayJob(ctx, principal(ctx), jobID)
	if err != nil {
		return model.Job{}, err
	}
	return toAPIReplayJob(r, callerLanguage(ctx))
}

func (a jobAPI) GetJob(ctx context.Context, r job.GetJobRequestObject) (job.GetJobResponseObject, error) {
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
