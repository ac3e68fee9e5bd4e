package postgres_test

import (
	"context"
	"testing"
	"time"

	"github.com/pressly/goose/v3/lock"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/pgtest"
)

func open(t *testing.T, url string) *postgres.DB {
	t.Helper()
	db, err := postgres.Open(t.Context(), url, postgres.Options{MaxConns: 6})
	require.NoError(t, err)
	t.Cleanup(db.Close)
	return db
}

func TestProcessesThatStartTogetherMigrateOnce(t *testing.T) {
	t.Parallel()
	url := pgtest.Empty(t)
	done := make(chan error, 3)
	for range cap(done) {
		db := open(t, url)
		go func() { done <- db.Migrate(t.Context()) }()
	}
	for range cap(done) {
		require.NoError(t, <-done)
	}
	db := open(t, url)
	require.NoError(t, db.Migrate(t.Context()))
	require.Len(t, column(t, db, "select version_id::text from goose_db_version where version_id = 202611200800"), 1)
	require.NotEmpty(t, column(t, db, "select to_regclass('river_job')::text"))
	require.Equal(t, []string{"btree_gist"}, column(t, db, "select extname::text from pg_extension where extname = 'btree_gist'"))
}

func TestRefusesADatabaseFromTheFuture(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	_, err := db.Pool().Exec(t.Context(), "insert into goose_db_version (version_id, is_applied) values (299901010000, true)")
	require.NoError(t, err)
	err = db.Migrate(t.Context())
	require.ErrorIs(t, err, postgres.ErrNewer)
	require.ErrorContains(t, err, "299901010000")
	require.ErrorContains(t, err, "pmo-server restore")

	db = pgtest.New(t)
	_, err = db.Pool().Exec(t.Context(), "insert into river_migration (line, version) values ('main', 9999)")
	require.NoError(t, err)
	require.ErrorContains(t, db.Migrate(t.Context()), "job queue 9999")
}

func TestFingerprintIsStable(t *testing.T) {
	t.Parallel()
	first, err := postgres.SchemaFingerprint()
	require.NoError(t, err)
	second, err := postgres.SchemaFingerprint()
	require.NoError(t, err)
	require.Equal(t, first, second)
	require.Len(t, first, 12)
}

// A database that is up to date is left alone: a process that migrates elsewhere, or hangs
// in it, keeps nobody from starting.
func TestNothingToMigrateWaitsForNobody(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	conn, err := db.Pool().Acquire(t.Context())
	require.NoError(t, err)
	defer conn.Release()
	_, err = conn.Exec(t.Context(), "select pg_advisory_lock($1)", lock.DefaultLockID)
	require.NoError(t, err)
	require.NoError(t, db.Migrate(t.Context()))

	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	_, err = db.Pool().Exec(ctx, "delete from goose_db_version where version_id = 202611200800")
	require.NoError(t, err)
	require.Error(t, db.Migrate(ctx), "one is missing: it waits for the lock")
}
