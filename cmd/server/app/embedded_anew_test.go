package app

import (
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/pgembed"
	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/pgtest"
)

// A database from before the first release does not start, and the one who started it is
// told the command that makes a new one.
func TestADatabaseFromBeforeTheRelease(t *testing.T) {
	t.Parallel()
	old := func(url string) {
		conn, err := pgx.Connect(t.Context(), url)
		require.NoError(t, err)
		_, err = conn.Exec(t.Context(), `create table goose_db_version (id integer, version_id bigint, is_applied boolean);
			insert into goose_db_version values (1, 202611200800, true)`)
		require.NoError(t, err)
		require.NoError(t, conn.Close(t.Context()))
	}
	elsewhere := pgtest.Empty(t)
	old(elsewhere)
	_, err := Start(t.Context(), Config{DatabaseURL: elsewhere, DataDir: t.TempDir()}, Options{})
	require.ErrorIs(t, err, postgres.ErrBeforeRelease)
	require.ErrorContains(t, err, `psql "$PMO_DATABASE_URL" -c 'create database pmo_new'`)

	folder := t.TempDir()
	server, err := pgembed.Start(t.Context(), pgembed.Options{DataDir: folder + "/postgres"})
	require.NoError(t, err)
	old(server.URL())
	require.NoError(t, server.Stop())
	_, err = Start(t.Context(), Config{Embedded: true, DataDir: folder}, Options{})
	require.ErrorIs(t, err, postgres.ErrBeforeRelease)
	require.ErrorContains(t, err, "make run")
	require.ErrorContains(t, err, fmt.Sprintf("mv %q %q", folder, folder+"-before"))
}
