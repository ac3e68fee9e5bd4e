package client

import (
	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newShow(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "show CLIENT", Short: "Show one client", Args: cobra.ExactArgs(1)}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		entityID, err := f.BillingClient(cmd.Context(), id, args[0])
		if err != nil {
			return err
		}
		reply, err := c.GetOperationBillableEntityWithResponse(cmd.Context(), id, entityID)
		e, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, output.One(columns()...).Add(row(*e)...))
	}
	return cmd
}
