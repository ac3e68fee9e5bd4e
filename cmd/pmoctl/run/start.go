package run

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

type startOptions struct {
	operation, upTo, mode string
	wait                  factory.Waiting
}

func newStart(f *factory.Factory) *cobra.Command {
	var o startOptions
	cmd := &cobra.Command{
		Use:   "start",
		Short: "Make drafts of everything that is due",
		Long: `Make drafts of all periods that end up to a day. A client that cannot be billed is
told and does not stop the others; the next run takes it first. SYNC answers when
all is done, ASYNC at once: --wait then waits.`,
		Example: "  pmoctl run start --operation ACC00000001 --bill-up-to 2026-10-31 --wait",
		Args:    cobra.NoArgs,
	}
	operation := factory.OperationFlag(cmd)
	alsoUpTo(cmd)
	cmd.Flags().StringVar(&o.upTo, "bill-up-to", "", "periods whose last day is not after it (default today)")
	cmd.Flags().StringVar(&o.mode, "mode", "ASYNC", "ASYNC or SYNC")
	_ = cmd.RegisterFlagCompletionFunc("mode", cobra.FixedCompletions([]string{"ASYNC", "SYNC"}, cobra.ShellCompDirectiveNoFileComp))
	wait := factory.WaitFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		o.operation, o.wait = *operation, *wait
		return start(cmd.Context(), f, o)
	}
	return cmd
}

func start(ctx context.Context, f *factory.Factory, o startOptions) error {
	mode := pmo.RunMode(o.mode)
	if !mode.Valid() {
		return exit.Usagef("--mode is ASYNC or SYNC, not %q", o.mode)
	}
	upTo, err := factory.DayOr("bill-up-to", o.upTo)
	if err != nil {
		return err
	}
	c, err := f.Client()
	if err != nil {
		return err
	}
	id, err := f.Operation(ctx, o.operation)
	if err != nil {
		return err
	}
	reply, err := c.StartOperationBillRunWithResponse(ctx, id, nil, pmo.BillRunCreation{BillUpTo: upTo, Mode: &mode})
	run, err := pmo.Accepted(reply, err)
	if err != nil {
		return err
	}
	if run.Status != pmo.JobStatusPENDING {
		return printRun(f, reply.Body, *run)
	}
	if !o.wait.On {
		err := printRun(f, reply.Body, *run)
		if exit.Code(err) == exit.Partial {
			return nil // it was asked to start, and it did
		}
		return err
	}
	end, err := f.WaitRun(ctx, c, id, run.Id, o.wait)
	if err != nil {
		return err
	}
	return printRun(f, end.Body, *end.JSON200)
}
