package factory

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// Waiting is how long to wait for work that goes on at the server.
type Waiting struct {
	On    bool          // --wait
	Limit time.Duration // --timeout
}

// WaitFlags adds --wait and --timeout.
func WaitFlags(cmd *cobra.Command) *Waiting {
	w := &Waiting{}
	cmd.Flags().BoolVar(&w.On, "wait", false, "wait until it has ended")
	cmd.Flags().DurationVar(&w.Limit, "timeout", 30*time.Minute, "how long to wait at most; then exit code 8")
	return w
}

// WaitJob waits for a job. Exit 8 when the time is over first.
func (f *Factory) WaitJob(ctx context.Context, c *pmo.ClientWithResponses, id pmo.Id, w Waiting) (*pmo.GetJobResponse, error) {
	return await(ctx, f, w, "job "+id, func(ctx context.Context, p pmo.Wait) (*pmo.GetJobResponse, error) {
		return c.WaitJob(ctx, id, p)
	})
}

// WaitRun waits for a bill run of an operation. Exit 8 when the time is over first.
func (f *Factory) WaitRun(ctx context.Context, c *pmo.ClientWithResponses, operationID, id pmo.Id, w Waiting) (*pmo.GetOperationBillRunResponse, error) {
	return await(ctx, f, w, "run "+id, func(ctx context.Context, p pmo.Wait) (*pmo.GetOperationBillRunResponse, error) {
		return c.WaitOperationBillRun(ctx, operationID, id, p)
	})
}

func await[T any](ctx context.Context, f *Factory, w Waiting, what string, wait func(context.Context, pmo.Wait) (T, error)) (T, error) {
	progress := f.Progress(what)
	defer progress.End()
	limited, cancel := context.WithTimeout(ctx, w.Limit)
	defer cancel()
	v, err := wait(limited, pmo.Wait{Each: progress.Each})
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return v, exit.Partialf("%s still goes on after %s", what, w.Limit)
	}
	return v, err
}
