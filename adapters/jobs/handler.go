package jobs

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/riverqueue/river"

	"github.com/openpmo/pmo/core/fault"
)

// closePatience is how long Close may take after the job's own time is over.
const closePatience = 10 * time.Second

// Handler says what a kind of job does.
type Handler[T river.JobArgs] struct {
	// Do does the work. A fault that would come again (all but internal,
	// unavailable and tooMany) ends the job; any other error has it tried again.
	Do func(ctx context.Context, args T) error
	// Close is told once when the job has failed for good, so that what waits for it
	// does not wait for ever; nil = nothing waits. Its own failure is repeated with
	// the whole job while attempts are left; after that a sweep has to find the row.
	Close func(ctx context.Context, args T, cause error) error
	// Timeout of one attempt; 0 = 1 minute.
	Timeout time.Duration
	// Pause before the attempt after so many failed ones; nil = longer each time, for
	// some minutes in all.
	Pause func(failed int) time.Duration
}

// Add registers the handler of one kind. It panics when the kind has one already.
func Add[T river.JobArgs](workers *river.Workers, h Handler[T]) {
	river.AddWorker(workers, &worker[T]{handler: h})
}

type worker[T river.JobArgs] struct {
	river.WorkerDefaults[T]
	handler Handler[T]
}

func (w *worker[T]) Timeout(*river.Job[T]) time.Duration { return w.handler.Timeout }

// NextRetry is when a failed attempt is repeated; the zero time leaves it to River.
func (w *worker[T]) NextRetry(job *river.Job[T]) time.Time {
	if w.handler.Pause == nil {
		return time.Time{}
	}
	return time.Now().Add(w.handler.Pause(job.Attempt))
}

func (w *worker[T]) Work(ctx context.Context, job *river.Job[T]) error {
	err := w.attempt(ctx, job.Args)
	var snoozed *river.JobSnoozeError
	if err == nil || errors.As(err, &snoozed) {
		return err
	}
	final := lasting(err)
	if !final && job.Attempt < job.MaxAttempts {
		return err
	}
	if w.handler.Close != nil {
		// The job's time may be what is over.
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), closePatience)
		defer cancel()
		if failed := w.handler.Close(last, job.Args, err); failed != nil {
			return errors.Join(err, fmt.Errorf("closing: %w", failed))
		}
	}
	if final {
		return river.JobCancel(err)
	}
	return err
}

// attempt turns a panic into an error, so that the last one closes the job too.
func (w *worker[T]) attempt(ctx context.Context, args T) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return w.handler.Do(ctx, args)
}

// lasting reports whether err comes again however often the job runs.
func lasting(err error) bool {
	var cancelled *river.JobCancelError
	if errors.As(err, &cancelled) {
		return true
	}
	f := fault.From(err)
	if f == nil {
		return false
	}
	switch f.Kind {
	case fault.Internal, fault.Unavailable, fault.TooMany:
		return false
	default:
		return true
	}
}
