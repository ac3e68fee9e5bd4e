package jobs_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/riverqueue/river"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/jobs"
	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/pgtest"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/tx"
)

type noteArgs struct {
	Text string `json:"text"`
}

func (noteArgs) Kind() string { return "note_v1" }

// diary collects what handlers did.
type diary struct {
	mu    sync.Mutex
	lines []string
}

func (d *diary) add(line string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.lines = append(d.lines, line)
}

func (d *diary) read() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return append([]string{}, d.lines...)
}

func start(t *testing.T, db *postgres.DB, o jobs.Options) *jobs.Client {
	t.Helper()
	o.Work, o.TxFrom = true, postgres.TxFrom
	client, err := jobs.New(db.Pool(), o)
	require.NoError(t, err)
	require.NoError(t, client.Start(t.Context()))
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), 5*time.Minute)
		defer cancel()
		if err := client.Stop(ctx); err != nil {
			t.Errorf("stopping: %v", err)
		}
	})
	return client
}

func enqueue(t *testing.T, db *postgres.DB, client *jobs.Client, args river.JobArgs, opts *river.InsertOpts, then error) {
	t.Helper()
	err := db.InTx(t.Context(), tx.Change{Action: "note:create"}, func(ctx context.Context) error {
		_, err := client.Enqueue(ctx, args, opts)
		return errors.Join(err, then)
	})
	require.ErrorIs(t, err, then)
}

func TestAJobBelongsToItsTransaction(t *testing.T) {
	t.Parallel()
	db, seen, workers := pgtest.New(t), &diary{}, river.NewWorkers()
	jobs.Add(workers, jobs.Handler[noteArgs]{Do: func(_ context.Context, args noteArgs) error {
		seen.add(args.Text)
		return nil
	}})
	client := start(t, db, jobs.Options{Workers: workers})
	enqueue(t, db, client, noteArgs{"rolled back"}, nil, errors.New("no"))
	enqueue(t, db, client, noteArgs{"committed"}, nil, nil)
	require.Eventually(t, func() bool { return len(seen.read()) > 0 }, 5*time.Minute, 5*time.Millisecond)
	require.Equal(t, []string{"committed"}, seen.read())
	_, err := client.Enqueue(t.Context(), noteArgs{"alone"}, nil)
	require.ErrorContains(t, err, "outside a transaction")
	require.ErrorContains(t, client.EnqueueMany(t.Context(), []river.InsertManyParams{{Args: noteArgs{}}}), "outside a transaction")
}

func TestWhatFailsForGoodIsClosedOnce(t *testing.T) {
	t.Parallel()
	conflict := fault.New(fault.Conflict, "planAlreadyInvoiced")
	for name, c := range map[string]struct {
		do   func() error
		opts *river.InsertOpts
		want []string
		end  string
	}{
		"fault":        {func() error { return conflict }, nil, []string{"do", "close planAlreadyInvoiced"}, "cancelled"},
		"last attempt": {func() error { return errors.New("disk") }, &river.InsertOpts{MaxAttempts: 1}, []string{"do", "close internal"}, "discarded"},
		"panic":        {func() error { panic("slip") }, &river.InsertOpts{MaxAttempts: 1}, []string{"do", "close internal"}, "discarded"},
		"tried again":  {func() error { return fault.New(fault.Unavailable, "mail.unavailable") }, nil, []string{"do"}, "retryable"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db, seen, workers := pgtest.New(t), &diary{}, river.NewWorkers()
			jobs.Add(workers, jobs.Handler[noteArgs]{
				Do: func(context.Context, noteArgs) error {
					seen.add("do")
					return c.do()
				},
				Close: func(_ context.Context, _ noteArgs, cause error) error {
					seen.add("close " + fault.KeyOf(cause))
					return nil
				},
			})
			client := start(t, db, jobs.Options{Workers: workers})
			enqueue(t, db, client, noteArgs{"x"}, c.opts, nil)
			require.Eventually(t, func() bool {
				var found bool
				err := db.Pool().QueryRow(t.Context(), "select exists (select from river_job where kind = 'note_v1' and state::text = $1)", c.end).Scan(&found)
				return err == nil && found
			}, 5*time.Minute, 5*time.Millisecond)
			require.Equal(t, c.want, seen.read()[:len(c.want)])
		})
	}
}

func TestSweepsRunOnceForAllProcesses(t *testing.T) {
	t.Parallel()
	db, seen := pgtest.New(t), &diary{}
	sweep := jobs.Sweep{Name: "old_keys", Every: time.Hour, Run: func(context.Context) error {
		seen.add("swept")
		return nil
	}}
	for range 2 {
		start(t, db, jobs.Options{Sweeps: []jobs.Sweep{sweep}})
	}
	require.Eventually(t, func() bool { return len(seen.read()) > 0 }, 5*time.Minute, 10*time.Millisecond)
	require.Equal(t, []string{"swept"}, seen.read())

	for _, bad := range [][]jobs.Sweep{{sweep, sweep}, {{Name: "x"}}} {
		_, err := jobs.New(db.Pool(), jobs.Options{Sweeps: bad, TxFrom: postgres.TxFrom})
		require.Error(t, err)
	}
}

func TestWithoutWorkNothingRuns(t *testing.T) {
	t.Parallel()
	db, workers := pgtest.New(t), river.NewWorkers()
	jobs.Add(workers, jobs.Handler[noteArgs]{Do: func(context.Context, noteArgs) error { return nil }})
	client, err := jobs.New(db.Pool(), jobs.Options{Workers: workers, TxFrom: postgres.TxFrom})
	require.NoError(t, err)
	require.NoError(t, client.Start(t.Context()))
	require.NoError(t, db.Enclose(t.Context(), func(ctx context.Context) error {
		return client.EnqueueMany(ctx, []river.InsertManyParams{{Args: noteArgs{"a"}}, {Args: noteArgs{"b"}}})
	}))
	var waiting int
	require.NoError(t, db.Pool().QueryRow(t.Context(), "select count(*) from river_job where state = 'available'").Scan(&waiting))
	require.Equal(t, 2, waiting)
	require.NoError(t, client.Stop(t.Context()))
	_, err = jobs.New(db.Pool(), jobs.Options{})
	require.Error(t, err)
}
