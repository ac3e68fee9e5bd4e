package jobs

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/riverqueue/river"

	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/job"
)

// partArgs is a part of a job of core/job, whatever its kind.
type partArgs struct {
	JobID id.ID `json:"jobId"`
	Part  int   `json:"part"`
	kind  job.Kind
}

// Kind is the name of the kind in the queue: curve_import_v1 for curveImport.
func (a partArgs) Kind() string {
	var name strings.Builder
	for _, letter := range string(a.kind) {
		if unicode.IsUpper(letter) {
			name.WriteByte('_')
		}
		name.WriteRune(unicode.ToLower(letter))
	}
	return name.String() + "_v1"
}

// AddJobs registers the work of every kind that the service knows. For those that are large,
// memory is collected often while they run.
func AddJobs(workers *river.Workers, service *job.Service, large ...job.Kind) {
	for _, kind := range service.Kinds() {
		river.AddWorkerArgs(workers, partArgs{kind: kind}, &worker[partArgs]{handler: Handler[partArgs]{
			Do: func(ctx context.Context, a partArgs) error {
				if slices.Contains(large, kind) {
					defer Lean()()
				}
				return service.Work(ctx, a.JobID, a.Part)
			},
			Close: func(ctx context.Context, a partArgs, cause error) error {
				return service.Fail(ctx, a.JobID, a.Part, cause)
			},
		}})
	}
}

// JobSweep looks after jobs whose process died.
func JobSweep(service *job.Service) Sweep {
	return Sweep{Name: "jobs", Every: time.Minute, Run: service.Sweep}
}

// JobQueue queues parts of jobs (job.Queue).
type JobQueue struct{ Client func() *Client }

var _ job.Queue = JobQueue{}

// Enqueue queues them in the transaction of ctx.
func (q JobQueue) Enqueue(ctx context.Context, kind job.Kind, jobID id.ID, parts []int) error {
	return enqueueEach(ctx, q.Client(), parts, func(part int) river.JobArgs { return partArgs{jobID, part, kind} })
}
