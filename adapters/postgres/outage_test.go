package postgres_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/pgtest"
	"github.com/openpmo/pmo/core/fault"
)

// TestOutages asks a real database that is slow, that throws its callers out, and that is not
// there.
func TestOutages(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	outage := func(err error) string {
		require.Error(t, err)
		f := db.Outage(fmt.Errorf("reading: %w", err))
		if f == nil {
			return ""
		}
		require.Equal(t, fault.Unavailable, f.Kind)
		require.NotZero(t, f.Params["retryAfterSeconds"])
		return f.Key
	}
	tx, err := db.Pool().Begin(t.Context())
	require.NoError(t, err)
	_, err = tx.Exec(t.Context(), "set local statement_timeout = 20")
	require.NoError(t, err)
	_, err = tx.Exec(t.Context(), "select pg_sleep(60)")
	require.Equal(t, "database.tooSlow", outage(err))
	require.NoError(t, tx.Rollback(t.Context()))

	_, err = db.Pool().Exec(t.Context(), "select pg_terminate_backend(pg_backend_pid())")
	require.Equal(t, "database.unavailable", outage(err))
	_, err = postgres.Open(t.Context(), "postgres://pmo@127.0.0.1:1/pmo", postgres.Options{})
	require.Equal(t, "database.unavailable", outage(err))
	for code, key := range map[string]string{"53100": "storage.full", "53300": "database.unavailable", "57P03": "database.unavailable",
		"08006": "database.unavailable", "57014": "database.tooSlow", "23505": "", "42601": "", "40001": ""} {
		require.Equal(t, key, outage(&pgconn.PgError{Code: code}), code)
	}
	require.Empty(t, outage(errors.New("something else")))

	var limit string
	require.NoError(t, db.Pool().QueryRow(t.Context(), "show statement_timeout").Scan(&limit))
	require.Equal(t, "1min", limit)
}
