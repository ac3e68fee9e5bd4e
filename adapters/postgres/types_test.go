package postgres_test

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/pgtest"
	"github.com/openpmo/pmo/core/id"
)

func TestIdentifiersTravelEveryWay(t *testing.T) {
	t.Parallel()
	ctx, pool := t.Context(), pgtest.New(t).Pool()
	_, err := pool.Exec(ctx, "create table things (one uuid not null, maybe uuid, many uuid[] not null)")
	require.NoError(t, err)
	a, b := id.New(), id.New()
	if b < a { // made in the same millisecond
		a, b = b, a
	}

	_, err = pool.Exec(ctx, "insert into things values ($1, $2, $3)", a, &b, []id.ID{b, a})
	require.NoError(t, err)
	n, err := pool.CopyFrom(ctx, pgx.Identifier{"things"}, []string{"one", "maybe", "many"},
		pgx.CopyFromRows([][]any{{b, (*id.ID)(nil), []id.ID{}}, {id.New(), &a, []id.ID{a}}}))
	require.NoError(t, err)
	require.EqualValues(t, 2, n)

	type thing struct {
		One   id.ID
		Maybe *id.ID
		Many  []id.ID
	}
	rows, err := pool.Query(ctx, "select * from things where one = any($1) order by one", []id.ID{a, b})
	require.NoError(t, err)
	got, err := pgx.CollectRows(rows, pgx.RowToStructByPos[thing])
	require.NoError(t, err)
	require.Equal(t, []thing{{a, &b, []id.ID{b, a}}, {b, nil, []id.ID{}}}, got)

	// The way of a connection behind a pooler that allows no prepared statement.
	var echo id.ID
	require.NoError(t, pool.QueryRow(ctx, "select $1::uuid", pgx.QueryExecModeSimpleProtocol, a).Scan(&echo))
	require.Equal(t, a, echo)
	require.NoError(t, pool.QueryRow(ctx, "select $1::uuid", pgx.QueryExecModeExec, a).Scan(&echo))
	require.NoError(t, pool.QueryRow(ctx, "select coalesce(max(one::text), '') from things where one = $1", b).Scan(&echo))
	require.Equal(t, b, echo)
}

func TestNoIdentifierIsNeverStoredAsOne(t *testing.T) {
	t.Parallel()
	ctx, pool := t.Context(), pgtest.New(t).Pool()
	var echo id.ID
	require.ErrorContains(t, pool.QueryRow(ctx, "select $1::uuid", id.ID("")).Scan(&echo), "empty id.ID")
	require.Error(t, pool.QueryRow(ctx, "select $1::uuid", id.ID("zzzzzzzz-0000-7000-8000-000000000000")).Scan(&echo))
	require.Error(t, pool.QueryRow(ctx, "select $1::uuid[]", []id.ID{""}).Scan(&[]id.ID{}))
	require.ErrorContains(t, pool.QueryRow(ctx, "select null::uuid").Scan(&echo), "NULL")
	maybe := &echo
	require.NoError(t, pool.QueryRow(ctx, "select null::uuid").Scan(&maybe))
	require.Nil(t, maybe)
}

func TestInstantsAreInUTC(t *testing.T) {
	t.Parallel()
	var at time.Time
	var many []time.Time
	pool := pgtest.New(t).Pool()
	require.NoError(t, pool.QueryRow(t.Context(), "select '2026-03-29 03:00+02'::timestamptz, array['2026-01-01 00:00+01'::timestamptz]").Scan(&at, &many))
	require.Equal(t, time.Date(2026, 3, 29, 1, 0, 0, 0, time.UTC), at)
	require.Equal(t, []time.Time{time.Date(2025, 12, 31, 23, 0, 0, 0, time.UTC)}, many)
}
