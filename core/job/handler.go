package job

import (
	"context"
	"encoding/json"
	"time"

	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// Handler is what the server knows of a kind of job.
type Handler struct {
	Kind       Kind
	Permission policy.Permission // to start one; the audit names it
	Object     string            // what the audit says it works on; "" = the name of the kind
	// InProgress refuses one while another is live on the same, with parameter id; nil = job.inProgress.
	InProgress *fault.Error
	// Abandoned closes one that nobody works on any more; nil = job.abandoned.
	Abandoned *fault.Error
	// Patience is how long one may give no sign of life: longer than an attempt and the pause
	// before the next one, unless it is resumed; 0 = 15 minutes.
	Patience time.Duration
	// Resumed is how long after it was asked for a silent one is queued again rather than closed.
	Resumed time.Duration

	do func(ctx context.Context, j Job, part int) (result any, err error)
	// fail closes what the job works on, with the job; nil = there is only the job.
	fail func(ctx context.Context, j Job, part int, cause *fault.Error) error
}

// Handle makes the handler of jobs of one part that are closed with what do returns, stored as
// JSON. An error that is a fault ends the job with it; after another one it is tried again. do may
// run twice, and its result may say more for the audit (Audited).
func Handle[In, Out any](kind Kind, permission policy.Permission, do func(ctx context.Context, j Job, asked In) (Out, error)) Handler {
	return Handler{Kind: kind, Permission: permission, do: func(ctx context.Context, j Job, _ int) (any, error) {
		var asked In
		if len(j.Input) > 0 {
			if err := json.Unmarshal(j.Input, &asked); err != nil {
				return nil, err
			}
		}
		return do(ctx, j, asked)
	}}
}

// HandleParts makes the handler of jobs whose end belongs to the change that they make: do ends
// the job with Service.Finish when its last part is done, and fail ends it when a part, or
// AllParts of it, will not be tried again.
func HandleParts(kind Kind, permission policy.Permission, do func(ctx context.Context, j Job, part int) error,
	fail func(ctx context.Context, j Job, part int, cause *fault.Error) error) Handler {
	return Handler{Kind: kind, Permission: permission, fail: fail, do: func(ctx context.Context, j Job, part int) (any, error) {
		return nil, do(ctx, j, part)
	}}
}

// AllParts stands for every part that is not done.
const AllParts = -1

// Audited is a result that says more of itself in the audit.
type Audited interface{ AuditDetails() map[string]any }

const usualPatience = 15 * time.Minute

// change starts the audit line of what becomes of a job.
func (h Handler) change(j Job, details map[string]any) tx.Change {
	change := j.Change(h.Permission, details)
	if h.Object != "" {
		change.ObjectKind = h.Object
	}
	if change.Action == "" { // of a kind that is no more
		change.Action = "job:abandon"
	}
	return change
}

func (h Handler) patience() time.Duration {
	if h.Patience > 0 {
		return h.Patience
	}
	return usualPatience
}

func (h Handler) inProgress() *fault.Error {
	if h.InProgress != nil {
		return h.InProgress
	}
	return ErrInProgress
}

func (h Handler) abandoned() *fault.Error {
	if h.Abandoned != nil {
		return h.Abandoned
	}
	return ErrAbandoned
}
