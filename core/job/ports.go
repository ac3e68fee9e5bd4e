package job

import (
	"context"
	"time"

	"github.com/openpmo/pmo/core/id"
)

// Jobs stores them.
type Jobs interface {
	// Add stores a pending one. Where another of its kind is live on the same it stores nothing
	// and says which.
	Add(ctx context.Context, j Job) (live id.ID, err error)
	// ByID finds one; ok is false where there is none.
	ByID(ctx context.Context, jobID id.ID) (j Job, ok bool, err error)
	// Live is the pending one of a kind that is alone on something.
	Live(ctx context.Context, kind Kind, aloneOn id.ID) (jobID id.ID, ok bool, err error)
	// Latest lists those of a kind of an operation, newest first.
	Latest(ctx context.Context, operationID id.ID, kind Kind, limit int) ([]Job, error)
	// Own lists those that somebody asked for and that are pending or ended after an instant, newest
	// first.
	Own(ctx context.Context, askedBy id.ID, endedAfter time.Time, limit int) ([]Job, error)
	// Begin counts an attempt of a pending one; ok is false when it is over.
	Begin(ctx context.Context, jobID id.ID, at time.Time) (j Job, ok bool, err error)
	// Advance notes how far a pending one is, outside the transaction of ctx.
	Advance(ctx context.Context, jobID id.ID, p Progress, at time.Time) error
	// Touch notes a sign of life, and keeps others from it until the transaction of ctx ends.
	Touch(ctx context.Context, jobID id.ID, at time.Time) error
	// Finish ends a pending one; ok is false when it is over already.
	Finish(ctx context.Context, jobID id.ID, o Outcome, at time.Time) (ok bool, err error)
	// Reopen makes one that is over pending again, without what became of it; live is another
	// one that is alone on the same, and then nothing changes.
	Reopen(ctx context.Context, jobID id.ID, at time.Time) (live id.ID, err error)
	// Silent lists pending ones without a sign of life since an instant, the longest first.
	Silent(ctx context.Context, since time.Time, limit int) ([]Job, error)
}

// Queue has Service.Work done for parts of a job when the transaction of ctx commits.
type Queue interface {
	Enqueue(ctx context.Context, kind Kind, jobID id.ID, parts []int) error
}
