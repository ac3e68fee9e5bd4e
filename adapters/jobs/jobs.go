// Package jobs runs what does not fit in a request, by River: rows of the same
// database, written with the change that wants them.
//
// A job takes at most 30 seconds and can run twice without harm; its arguments are
// ids; its kind carries a version (curve_import_v1), so that a new form of its
// arguments never meets an old one. Each kind has a file of its own here, with its
// arguments and a function that adds its Handler to the workers.
package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
)

const (
	// fetchCooldown is how long a process rests between two looks at the queue.
	// River's own 100 ms limits it to 200 short jobs a second.
	fetchCooldown = 10 * time.Millisecond
	jobTimeout    = time.Minute
	// rescueAfter is when a job whose process died is given to another one.
	rescueAfter = 2 * time.Minute
	maxAttempts = 5 // after about 1, 16, 81 and 256 seconds
	maxWorkers  = 4 // of the default queue, in one process
	// carrierWorkers is how many carriers one process speaks with at once.
	carrierWorkers = 4
)

// CarrierQueue works some at a time in a process, so that a platform that answers slowly holds up no
// other work.
const CarrierQueue = "carriers"

// Options of a client.
type Options struct {
	// Work makes this process work; without it, it only enqueues.
	Work bool
	// Workers holds a Handler for every kind (see Add). Needed to enqueue, too: a
	// kind that nobody can work is refused.
	Workers *river.Workers
	// Queues with the number of jobs that one process works at once; none = the
	// default queue with 4, that of pulls with 1, and that of carriers with 4.
	Queues map[string]int
	// Sweeps run at intervals, in one process at a time.
	Sweeps []Sweep
	// TxFrom is the transaction of a context (postgres.TxFrom).
	TxFrom func(context.Context) (pgx.Tx, bool)
	Log    *slog.Logger
}

// Client enqueues jobs and works them.
type Client struct {
	river  *river.Client[pgx.Tx]
	txFrom func(context.Context) (pgx.Tx, bool)
	work   bool
}

// New makes a client; nothing runs before Start.
func New(pool *pgxpool.Pool, o Options) (*Client, error) {
	if o.TxFrom == nil {
		return nil, errors.New("jobs: no TxFrom")
	}
	if o.Workers == nil {
		o.Workers = river.NewWorkers()
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	periodic, err := addSweeps(o.Workers, o.Sweeps)
	if err != nil {
		return nil, err
	}
	config := &river.Config{
		Workers: o.Workers, Logger: o.Log, FetchCooldown: fetchCooldown, JobTimeout: jobTimeout,
		RescueStuckJobsAfter: rescueAfter, MaxAttempts: maxAttempts,
	}
	if o.Work {
		config.PeriodicJobs = periodic
		config.Queues = map[string]river.QueueConfig{}
		for name, workers := range o.Queues {
			config.Queues[name] = river.QueueConfig{MaxWorkers: workers}
		}
		if len(o.Queues) == 0 {
			config.Queues[river.QueueDefault] = river.QueueConfig{MaxWorkers: maxWorkers}
			config.Queues[pullQueue] = river.QueueConfig{MaxWorkers: 1}
			config.Queues[CarrierQueue] = river.QueueConfig{MaxWorkers: carrierWorkers}
		}
	}
	client, err := river.NewClient(riverpgxv5.New(pool), config)
	if err != nil {
		return nil, fmt.Errorf("jobs: %w", err)
	}
	return &Client{river: client, txFrom: o.TxFrom, work: o.Work}, nil
}

// Start begins to work, when this client does. Jobs live longer than ctx: they end
// with Stop.
func (c *Client) Start(ctx context.Context) error {
	if !c.work {
		return nil
	}
	return c.river.Start(context.WithoutCancel(ctx))
}

// Stop takes no more jobs and waits for the running ones as long as ctx allows;
// then it cancels them and waits for that. What was cancelled is tried again.
func (c *Client) Stop(ctx context.Context) error {
	if !c.work {
		return nil
	}
	if err := c.river.Stop(ctx); err == nil {
		return nil
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	return c.river.StopAndCancel(last)
}

// Enqueue writes a job in the transaction of ctx and returns its number: it begins
// when that commits, and never when it does not. Outside a transaction it refuses.
func (c *Client) Enqueue(ctx context.Context, args river.JobArgs, opts *river.InsertOpts) (int64, error) {
	tx, ok := c.txFrom(ctx)
	if !ok {
		return 0, fmt.Errorf("jobs: %s outside a transaction", args.Kind())
	}
	inserted, err := c.river.InsertTx(ctx, tx, args, opts)
	if err != nil {
		return 0, fmt.Errorf("jobs: %s: %w", args.Kind(), err)
	}
	return inserted.Job.ID, nil
}

// enqueueEach queues a job for each of some things, in the transaction of ctx.
func enqueueEach[T any](ctx context.Context, c *Client, all []T, args func(T) river.JobArgs) error {
	list := make([]river.InsertManyParams, len(all))
	for n, one := range all {
		list[n] = river.InsertManyParams{Args: args(one)}
	}
	return c.EnqueueMany(ctx, list)
}

// EnqueueMany is Enqueue for many jobs in one statement.
func (c *Client) EnqueueMany(ctx context.Context, jobs []river.InsertManyParams) error {
	if len(jobs) == 0 {
		return nil
	}
	tx, ok := c.txFrom(ctx)
	if !ok {
		return fmt.Errorf("jobs: %s outside a transaction", jobs[0].Args.Kind())
	}
	_, err := c.river.InsertManyFastTx(ctx, tx, jobs)
	return err
}
