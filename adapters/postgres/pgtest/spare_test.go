package pgtest

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
)

func TestADatabaseIsEmptiedForTheNext(t *testing.T) {
	t.Parallel()
	s, err := shared()
	require.NoError(t, err)
	if !s.thrownAway {
		t.Skip("databases are given back on servers that are thrown away")
	}
	conn := func(t *testing.T, url string) *pgx.Conn {
		t.Helper()
		c, err := pgx.Connect(t.Context(), url)
		require.NoError(t, err)
		t.Cleanup(func() { _ = c.Close(context.WithoutCancel(t.Context())) })
		return c
	}
	name := s.clone(t, s.template)
	t.Cleanup(func() { require.NoError(t, s.giveBack(context.WithoutCancel(t.Context()), name)) })
	c := conn(t, s.url(name))
	const counts = `select (select count(*) from users)::text || ' ' || (select count(*) from river_queue) || ' ' || (select count(*) from legal_texts) || ' ' || nextval('river_job_id_seq')`
	var before, after string
	require.NoError(t, c.QueryRow(t.Context(), counts).Scan(&before))
	_, err = c.Exec(t.Context(), "insert into river_queue (name, updated_at) values ('x', now())")
	require.NoError(t, err)
	require.NoError(t, s.empty(t.Context(), name))
	require.NoError(t, c.QueryRow(t.Context(), counts).Scan(&after))
	require.Equal(t, before, after, "rows of tests go, given rows stay, sequences begin again")

	for _, change := range []string{
		"alter table users add column nickname text",
		"alter table invoices disable trigger user",
		"drop index invoices_list",
		"delete from legal_texts where ctid = (select min(ctid) from legal_texts)",
		"update goose_db_version set is_applied = not is_applied",
		"create function f() returns int language sql as 'select 1'",
	} {
		t.Run(change, func(t *testing.T) {
			other := s.clone(t, s.template)
			t.Cleanup(func() { require.NoError(t, s.giveBack(context.WithoutCancel(t.Context()), other)) })
			_, err := conn(t, s.url(other)).Exec(t.Context(), change)
			require.NoError(t, err)
			require.ErrorIs(t, s.empty(t.Context(), other), errChanged)
		})
	}
}
