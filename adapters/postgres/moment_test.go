package postgres_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/pgtest"
)

// counters is a database with rows that writers count up, and a read of them that says how often it was made.
func counters(t *testing.T, n int) (db *postgres.DB, read func(context.Context) (string, error), made *atomic.Int64) {
	t.Helper()
	db = pgtest.Open(t, postgres.Options{MaxConns: 8})
	_, err := db.Pool().Exec(t.Context(), "create table counters (id int primary key, n bigint not null)")
	require.NoError(t, err)
	_, err = db.Pool().Exec(t.Context(), "insert into counters select i, 0 from generate_series(1, $1) i", n)
	require.NoError(t, err)
	made = new(atomic.Int64)
	return db, func(ctx context.Context) (all string, err error) {
		made.Add(1)
		err = db.Conn(ctx).QueryRow(ctx, "select string_agg(n::text, ' ' order by id) from counters").Scan(&all)
		return all, err
	}, made
}

// write counts one or two rows up in one transaction, in their order, so that writers never wait for each other in a
// circle: each in a savepoint, some of them undone, and every fifth transaction too.
func write(ctx context.Context, db *postgres.DB, rng *rand.Rand, rows int) error {
	begun, err := db.Pool().Begin(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = begun.Rollback(ctx) }()
	first := 1 + rng.IntN(rows-1)
	for id := first; id <= first+rng.IntN(2); id++ {
		point, err := begun.Begin(ctx)
		if err == nil {
			_, err = point.Exec(ctx, "update counters set n = n + 1 where id = $1", id)
		}
		if err == nil && rng.IntN(3) > 0 {
			err = point.Commit(ctx)
		} else if err == nil {
			err = point.Rollback(ctx)
		}
		if err != nil {
			return err
		}
	}
	if rng.IntN(5) == 0 {
		return nil
	}
	return begun.Commit(ctx)
}

// TestOneMomentShowsOneState: writers commit, undo and wait; whatever readers see in equal moments is equal. Moments are
// taken in the same statement as what they name.
func TestOneMomentShowsOneState(t *testing.T) {
	t.Parallel()
	const rows = 4
	db, _, _ := counters(t, rows)
	ctx, stop := context.WithTimeout(t.Context(), 20*time.Second)
	defer stop()
	seen, again, states := sync.Map{}, atomic.Int64{}, atomic.Int64{}
	var readers, writers sync.WaitGroup
	done := make(chan struct{})
	for i := range 3 {
		writers.Go(func() {
			rng := rand.New(rand.NewPCG(uint64(i), 7))
			for range 150 {
				if err := write(ctx, db, rng, rows); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	for range 3 {
		readers.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				var moment, state string
				err := db.Pool().QueryRow(ctx, `select pg_current_snapshot()::text || ' ' || pg_postmaster_start_time()::text,
					string_agg(n::text, ' ' order by id) from counters`).Scan(&moment, &state)
				if err != nil {
					t.Error(err)
					return
				}
				before, twice := seen.LoadOrStore(moment, state)
				if !twice {
					states.Add(1)
				} else if again.Add(1); before != state {
					t.Errorf("in %s one saw %s, another %s", moment, before, state)
				}
			}
		})
	}
	writers.Wait()
	close(done)
	readers.Wait()
	require.Greater(t, states.Load(), int64(20), "the writers were seen at work")
	require.Positive(t, again.Load(), "moments were seen twice")
}

// TestAKeptReadIsNeverOlderThanOneThatIsMade: who wrote sees what was written, whoever else reads and writes beside it.
func TestAKeptReadIsNeverOlderThanOneThatIsMade(t *testing.T) {
	t.Parallel()
	const writers, times = 4, 120
	db, _, _ := counters(t, writers)
	kept := postgres.NewKept[int, int64](db, writers)
	var all sync.WaitGroup
	for id := 1; id <= writers; id++ {
		all.Go(func() {
			for want := int64(1); want <= times; want++ {
				if _, err := db.Pool().Exec(t.Context(), "update counters set n = $1 where id = $2", want, id); err != nil {
					t.Error(err)
					return
				}
				for range 2 {
					ctx := t.Context()
					if want%2 == 0 {
						ctx = postgres.InOneMoment(ctx)
					}
					got, err := kept.Read(ctx, id, func(ctx context.Context) (n int64, err error) {
						err = db.Conn(ctx).QueryRow(ctx, "select n from counters where id = $1", id).Scan(&n)
						return n, err
					})
					if err != nil || got != want {
						t.Errorf("%d was written to %d, %d was read (%v)", want, id, got, err)
						return
					}
				}
			}
		})
	}
	all.Wait()
}

// TestAReadThatIsOvertakenIsNotKept: by a write between it and the end of its answer, and by a transaction that was at
// work before and ends after others that began later. It is tried again and again: where other tests write in between
// nothing is kept, and nothing shown.
func TestAReadThatIsOvertakenIsNotKept(t *testing.T) {
	t.Parallel()
	db, read, _ := counters(t, 2)
	exec := func(in interface {
		Exec(context.Context, string, ...any) (pgconn.CommandTag, error)
	}, sql string,
	) {
		_, err := in.Exec(t.Context(), sql)
		require.NoError(t, err)
	}
	for i := range 20 {
		want := strconv.Itoa(i + 1)
		kept := postgres.NewKept[string, string](db, 1)
		_, err := kept.Read(t.Context(), "all", func(ctx context.Context) (string, error) {
			old, err := read(ctx)
			exec(db.Pool(), "update counters set n = "+want)
			return old, err
		})
		require.NoError(t, err)
		got, err := kept.Read(t.Context(), "all", read)
		require.NoError(t, err)
		require.Equal(t, want+" "+want, got)

		slow, err := db.Pool().Begin(t.Context())
		require.NoError(t, err)
		exec(slow, "update counters set n = 0 where id = 1")
		exec(db.Pool(), "update counters set n = 0 where id = 2") // began later, ends before
		got, err = kept.Read(t.Context(), "all", read)
		require.NoError(t, err)
		require.Equal(t, want+" 0", got)
		require.NoError(t, slow.Commit(t.Context()))
		got, err = kept.Read(t.Context(), "all", read)
		require.NoError(t, err)
		require.Equal(t, "0 0", got)
	}
}

// TestAKeptReadIsMadeOnceWhileNothingChanges. All databases of a server share its moments, and other tests write to
// theirs: it is tried until nobody did in between.
func TestAKeptReadIsMadeOnceWhileNothingChanges(t *testing.T) {
	t.Parallel()
	db, read, made := counters(t, 1)
	kept := postgres.NewKept[string, string](db, 2)
	quiet := func(ctx func() context.Context) func() bool {
		return func() bool {
			c := ctx()
			_, err := kept.Read(c, "all", read)
			require.NoError(t, err)
			before := made.Load()
			got, err := kept.Read(c, "all", read)
			require.NoError(t, err)
			require.Equal(t, "0", got)
			return made.Load() == before
		}
	}
	require.Eventually(t, quiet(t.Context), 20*time.Second, time.Millisecond)

	// A request that only asks has one moment, in which nothing changes: two reads, whatever others write.
	q := postgres.InOneMoment(t.Context())
	require.Equal(t, q, postgres.InOneMoment(q), "a page and the questions that it puts share theirs")
	require.True(t, quiet(func() context.Context { return q })())
	_, err := db.Pool().Exec(t.Context(), "update counters set n = 1")
	require.NoError(t, err)
	require.True(t, quiet(func() context.Context { return q })(), "it stays in its moment")
	got, err := kept.Read(postgres.InOneMoment(t.Context()), "all", read)
	require.NoError(t, err)
	require.Equal(t, "1", got, "another one has its own")

	// What it writes ends the moment, whichever way.
	for _, c := range []struct {
		want  string
		write func(ctx context.Context) error
	}{
		{"2", func(ctx context.Context) error {
			_, err := db.Conn(ctx).Exec(ctx, "update counters set n = 2")
			return err
		}},
		{"3", func(ctx context.Context) error {
			return db.InTx(ctx, change("counter:update"), func(ctx context.Context) error {
				_, err := db.Conn(ctx).Exec(ctx, "update counters set n = 3")
				require.NoError(t, err)
				got, err := kept.Read(ctx, "all", read)
				require.Equal(t, "3", got, "a transaction sees what it wrote")
				return err
			})
		}},
		{"4", func(ctx context.Context) error {
			b := &pgx.Batch{}
			b.Queue("update counters set n = 4")
			return db.Conn(ctx).SendBatch(ctx, b).Close()
		}},
		{"4 5", func(ctx context.Context) error {
			_, err := db.Conn(ctx).CopyFrom(ctx, pgx.Identifier{"counters"}, []string{"id", "n"}, pgx.CopyFromRows([][]any{{2, 5}}))
			return err
		}},
	} {
		q := postgres.InOneMoment(t.Context())
		_, err := kept.Read(q, "all", read)
		require.NoError(t, err)
		require.NoError(t, c.write(q))
		got, err := kept.Read(q, "all", read)
		require.NoError(t, err)
		require.Equal(t, c.want, got)
	}
}

// TestAKeptReadEndsWithItsConnection: a server that fell may have lost transactions whose numbers come again, and it cut
// all connections. Tried again and again: where other tests write in between nothing is shown.
func TestAKeptReadEndsWithItsConnection(t *testing.T) {
	t.Parallel()
	db, read, made := counters(t, 1)
	kept := postgres.NewKept[string, string](db, 1)
	for i := range 30 {
		db.Pool().Reset()
		_, err := kept.Read(t.Context(), "all", read)
		require.NoError(t, err)
		require.Equal(t, int64(i+1), made.Load())
	}
}

// TestWhatFailsIsNotKept: not an error, nor what an undone transaction saw.
func TestWhatFailsIsNotKept(t *testing.T) {
	t.Parallel()
	db, read, _ := counters(t, 1)
	kept := postgres.NewKept[string, string](db, 2)
	fails := errors.New("on purpose")
	_, err := kept.Read(t.Context(), "all", func(context.Context) (string, error) { return "half", fails })
	require.ErrorIs(t, err, fails)
	err = db.InTx(t.Context(), change("counter:update"), func(ctx context.Context) error {
		_, err := db.Conn(ctx).Exec(ctx, "update counters set n = 5")
		require.NoError(t, err)
		got, err := kept.Read(ctx, "all", read)
		require.NoError(t, err)
		require.Equal(t, "5", got)
		return fails
	})
	require.ErrorIs(t, err, fails)
	got, err := kept.Read(t.Context(), "all", read)
	require.NoError(t, err)
	require.Equal(t, "0", got)
	missing := postgres.NewKept[string, int](db, 2)
	_, err = missing.Read(t.Context(), "none", func(ctx context.Context) (n int, err error) {
		err = db.Conn(ctx).QueryRow(ctx, "select n from counters where id = 9").Scan(&n)
		return n, err
	})
	require.ErrorIs(t, err, pgx.ErrNoRows)
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	for range 2 { // with and without something kept
		_, err = kept.Read(gone, "all", read)
		require.ErrorIs(t, err, context.Canceled)
		kept = postgres.NewKept[string, string](db, 2)
	}
	require.Zero(t, db.Pool().Stat().AcquiredConns(), "connections are given back")
}
