package jobs_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/riverqueue/river"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/jobs"
	"github.com/openpmo/pmo/adapters/postgres/kernelstore"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/job"
)

// TestAnyKindOfJobIsWorked by its handler alone: parts side by side, an end with what was made or
// with what was wrong, and a name of its own in the queue.
func TestAnyKindOfJobIsWorked(t *testing.T) {
	t.Parallel()
	w, seen, workers := coretest.New(t), &diary{}, river.NewWorkers()
	var client *jobs.Client
	service := job.New(job.Deps{Guard: w.Guard, Tx: w.DB, Jobs: kernelstore.NewJobs(w.DB), Queue: jobs.JobQueue{Client: func() *jobs.Client { return client }}})
	refused := fault.New(fault.Conflict, "planAlreadyInvoiced")
	service.Handle(
		job.Handle("lampCheck", "key:replay", func(_ context.Context, _ job.Job, room string) (string, error) {
			if room == "cellar" {
				return "", refused
			}
			return room + " is lit", nil
		}),
		job.HandleParts("lampRepair", "key:replay", func(_ context.Context, j job.Job, part int) error {
			seen.add(string(rune('a' + part)))
			return nil
		}, func(context.Context, job.Job, int, *fault.Error) error { return errors.New("never") }),
	)
	jobs.AddJobs(workers, service, "lampCheck")
	client = start(t, w.DB, jobs.Options{Workers: workers})
	ask := func(kind job.Kind, input any, parts int) id.ID {
		j, err := service.Start(t.Context(), w.Organizer, job.Asked{OperationID: w.Operation, Kind: kind, Input: input, Parts: parts}, nil)
		require.NoError(t, err)
		return j.ID
	}
	hall, cellar := ask("lampCheck", "hall", 0), ask("lampCheck", "cellar", 0)
	ask("lampRepair", nil, 3)
	ended := func(jobID id.ID) (j job.Job) {
		require.Eventually(t, func() bool {
			var err error
			j, err = service.Find(t.Context(), w.Organizer, jobID)
			return err == nil && j.Status != job.Pending
		}, 5*time.Minute, 5*time.Millisecond)
		return j
	}
	require.JSONEq(t, `"hall is lit"`, string(ended(hall).Result))
	require.Equal(t, "planAlreadyInvoiced", ended(cellar).Errors[0].Key)
	require.Eventually(t, func() bool { return len(seen.read()) == 3 }, 5*time.Minute, 5*time.Millisecond)
	require.ElementsMatch(t, []string{"a", "b", "c"}, seen.read())
	named := 0
	require.NoError(t, w.DB.Pool().QueryRow(t.Context(), "select count(*) from river_job where kind in ('lamp_check_v1', 'lamp_repair_v1')").Scan(&named))
	require.Equal(t, 5, named)
}
