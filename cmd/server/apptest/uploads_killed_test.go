package apptest_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/app"
	"github.com/openpmo/pmo/cmd/server/apptest"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering/ingest"
	"github.com/openpmo/pmo/core/policy"
)

// received is files as a handler hands them on.
func received(files []apptest.File) (out []ingest.ReceivedFile) {
	for _, f := range files {
		sum := sha256.Sum256(f.Content)
		out = append(out, ingest.ReceivedFile{Name: f.Name, Size: int64(len(f.Content)), SHA256: hex.EncodeToString(sum[:]),
			Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(f.Content)), nil }})
	}
	return out
}

// killMidway starts an upload and kills the process that stores it with SIGKILL, when
// the curves are written and the registers are not.
func (b *brussels) killMidway(db *pgx.Conn, data string, user id.ID, files []apptest.File) ingest.Import {
	b.Helper()
	first, err := app.Start(b.Context(), workerConfig(b.server.DatabaseURL, data), app.Options{Now: func() time.Time { return apptest.Today }})
	require.NoError(b, err)
	defer first.Close()
	_, err = db.Exec(b.Context(), "begin; lock table register_volumes in share mode")
	require.NoError(b, err)
	kill := startWorker(b.T, b.server.DatabaseURL, data)
	operationID := id.ID(b.operation)
	principal := policy.Principal{UserID: user, Role: policy.RoleOrganizer, Operations: []id.ID{operationID}}
	upload, err := first.Services.Metering.Ingest.StartImport(b.Context(), principal,
		ingest.ImportInput{OperationID: operationID, Kind: ingest.KindUpload, Confirmed: true, Files: received(files)})
	require.NoError(b, err)
	require.Eventually(b, func() bool {
		return b.count(db, "select count(*) from pg_locks where relation = 'register_volumes'::regclass and not granted") > 0
	}, apptest.Patience, 20*time.Millisecond, "the curves are written, the registers wait")
	kill()
	_, err = db.Exec(b.Context(), "rollback")
	require.NoError(b, err)
	return upload
}

func (b *brussels) count(db *pgx.Conn, sql string, args ...any) (n int) {
	b.Helper()
	require.NoError(b, db.QueryRow(b.Context(), sql, args...).Scan(&n))
	return n
}

// TestAnUploadOutlivesAKill: nothing of an upload that was killed midway is seen, no
// second one is taken meanwhile, and another process ends it once, with every point.
func TestAnUploadOutlivesAKill(t *testing.T) {
	t.Parallel()
	b := newBrussels(t)
	user := b.Get("/session").Map()["id"].(string)
	files, data := b.files(), t.TempDir()
	before := fingerprint(t, b.server)
	b.server.App.Close()
	db, err := pgx.Connect(t.Context(), b.server.DatabaseURL)
	require.NoError(t, err)
	defer func() { _ = db.Close(context.WithoutCancel(t.Context())) }()
	const ofOperation = "select count(*) from curve_imports where operation_id = $1 and kind = 'upload'"
	uploads := b.count(db, ofOperation, b.operation)
	upload := b.killMidway(db, data, id.ID(user), files)

	second := apptest.New(t, apptest.Today.Add(10*time.Minute), func(config *app.Config, _ *app.Options) {
		config.DatabaseURL, config.DataDir = b.server.DatabaseURL, data
	})
	b.Client = second.As("organizer-be@demo.pmo")
	require.Equal(t, "started", b.Get(b.path + "/upload-event").Map()["status"])
	refused := b.Upload(b.path+"/upload-permanent-dataset", "files", files, nil)
	require.Equal(t, []any{http.StatusConflict, "UploadInProgress", string(upload.ID)},
		[]any{refused.Status, refused.Key(), refused.Map()["params"].(map[string]any)["id"]})
	after := fingerprintNow(t, second)
	for _, table := range []string{"series_months", "register_volumes", "operation_months"} {
		require.NotEmpty(t, before[table])
		require.Equal(t, before[table], after[table], "%s: half an upload is none", table)
	}

	// Two minutes pass: the killed process leads no longer, and a job without a sign of
	// life is given to another one.
	_, err = db.Exec(t.Context(), "delete from river_leader; update river_job set attempted_at = attempted_at - interval '1 hour' where state = 'running'")
	require.NoError(t, err)
	job := b.WaitJob(string(upload.ID))
	require.Equal(t, "SUCCESS", job["status"], "%v", job["errors"])
	require.Equal(t, "succeeded", b.Get(b.path + "/upload-event").Map()["status"])
	require.Equal(t, 2, b.count(db, "select max(attempt) from river_job where args->>'jobId' = $1", string(upload.ID)), "one that was killed, one that ended")
	require.Equal(t, uploads+1, b.count(db, ofOperation, b.operation))
	again := b.upload(files...)
	require.Equal(t, true, again["unchanged"], "no point is lost, and none is there twice: %v", again)
}

// startWorker starts a process that works on jobs, and tells how to kill it.
func startWorker(t *testing.T, url, data string) (kill func()) {
	t.Helper()
	worker := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestWorkerProcess$")
	worker.Env = append(os.Environ(), workerURL+"="+url, workerData+"="+data)
	worker.Stdout, worker.Stderr = t.Output(), t.Output()
	require.NoError(t, worker.Start())
	return func() {
		require.NoError(t, worker.Process.Kill())
		_ = worker.Wait()
	}
}
