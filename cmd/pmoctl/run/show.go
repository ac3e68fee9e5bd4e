package run

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newShow(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "show RUN",
		Short: "Show how far a run is, and what became of each client",
		Args:  cobra.ExactArgs(1),
	}
	operation := factory.OperationFlag(cmd)
	wait := factory.WaitFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return show(cmd.Context(), f, *operation, args[0], *wait)
	}
	return cmd
}

// show takes the id of a run, or "last".
func show(ctx context.Context, f *factory.Factory, operation, name string, wait factory.Waiting) error {
	c, err := f.Client()
	if err != nil {
		return err
	}
	operationID, err := f.Operation(ctx, operation)
	if err != nil {
		return err
	}
	id, err := f.Run(ctx, operationID, name)
	if err != nil {
		return err
	}
	if wait.On {
		end, err := f.WaitRun(ctx, c, operationID, id, wait)
		if err != nil {
			return err
		}
		return printRun(f, end.Body, *end.JSON200)
	}
	reply, err := c.GetOperationBillRunWithResponse(ctx, operationID, id)
	run, err := pmo.OK(reply, err)
	if err != nil {
		return err
	}
	return printRun(f, reply.Body, *run)
}
