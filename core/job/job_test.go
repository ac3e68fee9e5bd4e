package job_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/operationstore"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/job"
	"github.com/openpmo/pmo/core/policy"
)

// TestWhoMayFollowAJob: one rule for all kinds. Others learn not even that it is there.
func TestWhoMayFollowAJob(t *testing.T) {
	t.Parallel()
	w := coretest.New(t)
	w.Site("Mairie", "consumer", "")
	service := job.New(w.Guard, operationstore.NewJobs(w.DB))
	stranger := policy.Principal{UserID: id.New(), Role: policy.RoleOrganizer, Operations: []id.ID{id.New()}}
	for _, kind := range []job.Kind{job.CurveImport, job.BillRun, job.KeyReplay} {
		jobID := id.New()
		w.Exec("insert into jobs (id, operation_id, kind, asked_by) values ($1, $2, $3, $4)", jobID, w.Operation, string(kind), w.Organizer.UserID)
		found, err := service.Find(t.Context(), w.Organizer, jobID)
		require.NoError(t, err)
		require.Equal(t, job.Job{ID: jobID, OperationID: w.Operation, Kind: kind, AskedBy: w.Organizer.UserID}, found)
		for _, who := range []policy.Principal{stranger, w.Observer(), w.Account("Mairie")} {
			_, err = service.Find(t.Context(), who, jobID)
			require.Equal(t, "notFound", fault.KeyOf(err), who.Role)
		}
	}
	_, err := service.Find(t.Context(), w.Organizer, id.New())
	require.Equal(t, "notFound", fault.KeyOf(err))

	// One that the server began by itself has nobody who asked.
	own := id.New()
	w.Exec("insert into jobs (id, operation_id, kind) values ($1, $2, 'curveImport')", own, w.Operation)
	found, err := service.Find(t.Context(), w.Organizer, own)
	require.NoError(t, err)
	require.Empty(t, found.AskedBy)
}

// TestWhatGoesOnIsAJob: nothing is followed that no job stands for.
func TestWhatGoesOnIsAJob(t *testing.T) {
	t.Parallel()
	w := coretest.New(t)
	for _, table := range []string{"curve_imports", "bill_runs", "allocation_replays"} {
		var refers bool
		require.NoError(t, w.DB.Pool().QueryRow(t.Context(), `select exists (select from pg_constraint
			where contype = 'f' and conrelid = $1::regclass and confrelid = 'jobs'::regclass)`, table).Scan(&refers))
		require.True(t, refers, table)
	}
}
