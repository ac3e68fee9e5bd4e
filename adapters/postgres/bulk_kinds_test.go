package postgres_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/pgtest"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/id"
)

// The database reads each kind of value as it would from text.
func TestBulkWritesWhatTheDatabaseReads(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	_, err := db.Pool().Exec(t.Context(), "create table kinds (a uuid, b uuid, c text, d bytea, e jsonb, f integer, g bigint, h boolean, i date, j timestamptz)")
	require.NoError(t, err)
	one, at := id.New(), time.Date(1999, 12, 31, 23, 59, 59, 123456000, time.UTC)
	require.NoError(t, db.Enclose(t.Context(), func(ctx context.Context) error {
		return postgres.CopyOneOfEachKind(ctx, "kinds", one, coretest.Date("1998-02-28"), at)
	}))
	var n int
	require.NoError(t, db.Pool().QueryRow(t.Context(), `select count(*) from kinds where a = $1 and b is null and c = 'été' and d = '\x00ff' and e = '{"k": 1}'
		and f = -7 and g = -9223372036854775808 and h and j = '1999-12-31T23:59:59.123456Z' and i in ('1998-02-28', 'infinity')`, one).Scan(&n))
	require.Equal(t, 2, n)
}
