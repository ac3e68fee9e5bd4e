package subscription

import (
	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newList(f *factory.Factory) *cobra.Command {
	var status string
	cmd := &cobra.Command{Use: "list", Short: "List the subscriptions of an operation", Args: cobra.NoArgs}
	operation := factory.OperationFlag(cmd)
	cmd.Flags().StringVar(&status, "status", "", "ACTIVE (running today), UPCOMING or ENDED")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		params := pmo.ListOperationSubscriptionsParams{}
		if status != "" {
			if params.Status = new(pmo.SubscriptionStatus(status)); !params.Status.Valid() {
				return exit.Usagef("--status is ACTIVE, UPCOMING or ENDED, not %q", status)
			}
		}
		c, err := f.Client()
		if err != nil {
			return err
		}
		id, err := f.Operation(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		reply, err := c.ListOperationSubscriptionsWithResponse(cmd.Context(), id, &params)
		list, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, table(*list))
	}
	return cmd
}
