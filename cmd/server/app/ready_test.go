package app

import (
	"errors"
	"fmt"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/pgtest"
)

func TestReadinessSaysWhy(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	a := &App{db: db, config: Config{DataDir: t.TempDir()}}
	require.NoError(t, a.ready(t.Context()))
	require.Nil(t, a.outage(errors.New("something else")))
	require.NoError(t, a.ready(t.Context()))
	for _, full := range []error{
		fmt.Errorf("storing: %w", &pgconn.PgError{Code: "53100", Message: "could not extend file: No space left on device"}),
		fmt.Errorf("spooling: %w", syscall.ENOSPC),
	} {
		a.full = fullDisk{}
		require.ErrorIs(t, a.outage(full), postgres.ErrStorageFull)
		require.ErrorContains(t, a.ready(t.Context()), "disk is full")
		require.False(t, a.full.within(0))
	}
	a.full.at.Store(time.Now().Add(-time.Hour).UnixNano())
	require.NoError(t, a.ready(t.Context()), "there is room again")
	a.draining.Store(true)
	require.ErrorContains(t, a.ready(t.Context()), "draining")
	a.draining.Store(false)
	db.Close()
	require.ErrorContains(t, a.ready(t.Context()), "database")
}
