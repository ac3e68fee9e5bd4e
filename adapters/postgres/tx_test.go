package postgres_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/pgtest"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/tx"
)

var errStop = errors.New("stop")

func change(action string) tx.Change {
	return tx.Change{ActorID: id.New(), Action: action, ObjectKind: "plan", ObjectID: id.New()}
}

// notes is a database with a table to write to, and what is in it.
func notes(t *testing.T) (*postgres.DB, func(ctx context.Context, text string) error, func() []string) {
	t.Helper()
	db := pgtest.Open(t, postgres.Options{MaxConns: 8, RequestID: func(context.Context) string { return "r-1" }})
	_, err := db.Pool().Exec(t.Context(), "create table notes (text text primary key)")
	require.NoError(t, err)
	add := func(ctx context.Context, text string) error {
		begun, ok := postgres.TxFrom(ctx)
		require.True(t, ok)
		_, err := begun.Exec(ctx, "insert into notes values ($1)", text)
		return err
	}
	return db, add, func() []string {
		return pgtest.Column(t, db, "select text from notes order by 1")
	}
}

const audited = "select action from audit_entries order by at"

func TestChangeAndAuditLineAreOne(t *testing.T) {
	t.Parallel()
	db, add, stored := notes(t)
	c := change("plan:create")
	c.OperationID, c.Agent, c.Details = id.New(), "job", map[string]any{"charges": 2}
	require.NoError(t, db.InTx(t.Context(), c, func(ctx context.Context) error {
		require.NoError(t, add(ctx, "a"))
		return db.InTx(ctx, change("key:update"), func(ctx context.Context) error { return add(ctx, "b") })
	}))
	require.Equal(t, []string{"a", "b"}, stored())
	require.Equal(t, []string{"plan:create", "key:update"}, pgtest.Column(t, db, audited))

	var actor, operation, object id.ID
	var details, request string
	require.NoError(t, db.Pool().QueryRow(t.Context(), `select actor_id, operation_id, object_id, details->>'charges', request_id
		from audit_entries where action = 'plan:create' and agent = 'job' and object_kind = 'plan'`).
		Scan(&actor, &operation, &object, &details, &request))
	require.Equal(t, []id.ID{c.ActorID, c.OperationID, c.ObjectID}, []id.ID{actor, operation, object})
	require.Equal(t, []string{"2", "r-1"}, []string{details, request})
}

// TestAuditLinesBearTheClockOfTheCore: an instant, and a microsecond more for each line of a
// transaction.
func TestAuditLinesBearTheClockOfTheCore(t *testing.T) {
	t.Parallel()
	at := time.Date(2031, 3, 30, 1, 0, 0, 0, time.UTC)
	db := pgtest.Open(t, postgres.Options{MaxConns: 2, Now: func() time.Time { return at }})
	require.NoError(t, db.InTx(t.Context(), change("plan:create"), func(ctx context.Context) error {
		return db.InTx(ctx, change("key:update"), func(context.Context) error { return nil })
	}))
	require.Equal(t, []string{"plan:create 2031-03-30 01:00:00+00", "key:update 2031-03-30 01:00:00.000001+00"},
		pgtest.Column(t, db, "select action || ' ' || at from audit_entries order by at"))
}

func TestAFailureLeavesNothing(t *testing.T) {
	t.Parallel()
	db, add, stored := notes(t)
	require.ErrorIs(t, db.InTx(t.Context(), change("plan:create"), func(ctx context.Context) error {
		require.NoError(t, add(ctx, "a"))
		return errStop
	}), errStop)
	require.Panics(t, func() {
		_ = db.InTx(t.Context(), change("plan:create"), func(ctx context.Context) error {
			require.NoError(t, add(ctx, "b"))
			panic("slip")
		})
	})
	unaudited := change("plan:create")
	unaudited.Details = map[string]any{"channel": make(chan int)}
	require.ErrorContains(t, db.InTx(t.Context(), unaudited, func(ctx context.Context) error { return add(ctx, "c") }), "audit")
	require.Error(t, db.InTx(t.Context(), tx.Change{}, func(ctx context.Context) error { return add(ctx, "d") }))
	require.Empty(t, stored())
	require.Empty(t, pgtest.Column(t, db, audited))
}

func TestAnInnerFailureUndoesTheInnerPartOnly(t *testing.T) {
	t.Parallel()
	db, add, stored := notes(t)
	require.NoError(t, db.Enclose(t.Context(), func(ctx context.Context) error {
		for _, text := range []string{"a", "b", "c"} {
			err := db.InTx(ctx, change("note:"+text), func(ctx context.Context) error {
				if err := add(ctx, text); err != nil || text != "b" {
					return err
				}
				return add(ctx, "b") // the key is taken: a failure of the database itself
			})
			require.Equal(t, text == "b", err != nil, text)
		}
		return nil
	}))
	require.Equal(t, []string{"a", "c"}, stored())
	require.Equal(t, []string{"note:a", "note:c"}, pgtest.Column(t, db, audited))
}

func TestClashesAreRepeatedByTheOutermost(t *testing.T) {
	t.Parallel()
	db, add, stored := notes(t)
	outer, inner := 0, 0
	require.NoError(t, db.InTx(t.Context(), change("plan:create"), func(ctx context.Context) error {
		outer++
		require.NoError(t, add(ctx, "a"))
		err := db.InTx(ctx, change("key:update"), func(ctx context.Context) error {
			if inner++; inner <= 2 {
				return &pgconn.PgError{Code: "40P01"}
			}
			return add(ctx, "b")
		})
		if inner == 1 {
			return nil // swallowed: the whole must be repeated all the same
		}
		return err
	}))
	require.Equal(t, []int{3, 3}, []int{outer, inner})
	require.Equal(t, []string{"a", "b"}, stored())
	require.Len(t, pgtest.Column(t, db, audited), 2)

	tries := 0
	err := db.InTx(t.Context(), change("plan:create"), func(context.Context) error {
		tries++
		return &pgconn.PgError{Code: "40001"}
	})
	require.Error(t, err)
	require.Equal(t, 4, tries)
}

func TestDeadlockOfTwoIsNoError(t *testing.T) {
	t.Parallel()
	db, add, _ := notes(t)
	require.NoError(t, db.InTx(t.Context(), change("note:create"), func(ctx context.Context) error {
		return errors.Join(add(ctx, "a"), add(ctx, "b"))
	}))
	var met sync.WaitGroup // both have their first note before either asks for the other
	met.Add(2)
	visit := func(first, second string) error {
		var once sync.Once
		return db.InTx(t.Context(), change("note:update"), func(ctx context.Context) error {
			begun, _ := postgres.TxFrom(ctx)
			if _, err := begun.Exec(ctx, "select from notes where text = $1 for update", first); err != nil {
				return err
			}
			once.Do(met.Done)
			met.Wait()
			_, err := begun.Exec(ctx, "select from notes where text = $1 for update", second)
			return err
		})
	}
	done := make(chan error, 2)
	go func() { done <- visit("a", "b") }()
	go func() { done <- visit("b", "a") }()
	require.NoError(t, errors.Join(<-done, <-done))
}

func TestDeadlineEndsTheQueryInTheServerToo(t *testing.T) {
	t.Parallel()
	db, _, _ := notes(t)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	err := db.InTx(ctx, change("plan:create"), func(ctx context.Context) error {
		begun, _ := postgres.TxFrom(ctx)
		_, err := begun.Exec(ctx, "select pg_sleep(600)")
		return err
	})
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.Eventually(t, func() bool {
		return len(pgtest.Column(t, db, `select query from pg_stat_activity
			where datname = current_database() and state = 'active' and query like '%pg_sleep(600)%' and pid <> pg_backend_pid()`)) == 0
	}, 5*time.Minute, 20*time.Millisecond)
}

func TestAuditLogIsAppendOnly(t *testing.T) {
	t.Parallel()
	db, _, _ := notes(t)
	require.NoError(t, db.InTx(t.Context(), change("plan:create"), func(context.Context) error { return nil }))
	for _, sql := range []string{"update audit_entries set action = 'x'", "delete from audit_entries", "truncate audit_entries, audit_objects",
		"update audit_objects set object_kind = 'x'", "delete from audit_objects", "truncate audit_objects"} {
		_, err := db.Pool().Exec(t.Context(), sql)
		require.ErrorContains(t, err, "append-only", sql)
	}
	require.Equal(t, []string{"plan:create"}, pgtest.Column(t, db, audited))
}
