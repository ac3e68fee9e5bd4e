package subscription

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newDelete(f *factory.Factory) *cobra.Command {
	yes := false
	cmd := &cobra.Command{
		Use:   "delete ID...",
		Short: "Delete subscriptions that are not invoiced, and all later ones of their pairs",
		Args:  cobra.MinimumNArgs(1),
	}
	operation := factory.OperationFlag(cmd)
	cmd.Flags().BoolVar(&yes, "yes", false, "do not ask")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := f.Confirm(cmd.Context(), yes, fmt.Sprintf("Delete %d subscriptions, and all later ones of their pairs", len(args))); err != nil {
			return err
		}
		return remove(cmd.Context(), f, *operation, args)
	}
	return cmd
}

// remove deletes one after the other; a refusal does not stop the next.
func remove(ctx context.Context, f *factory.Factory, operation string, ids []string) error {
	c, err := f.Client()
	if err != nil {
		return err
	}
	operationID, err := f.Operation(ctx, operation)
	if err != nil {
		return err
	}
	failed := 0
	for _, id := range ids {
		err := pmo.Done(c.DeleteOperationSubscriptionWithResponse(ctx, operationID, id))
		switch {
		case err == nil:
			f.Note("deleted %s", id)
		case len(ids) == 1 || pmo.StatusOf(err) == 0:
			return err
		default:
			failed++
			f.Note("%s:", id)
			f.Fail(err)
		}
	}
	if failed > 0 {
		return exit.Partialf("%d of %d were not deleted", failed, len(ids))
	}
	return nil
}
