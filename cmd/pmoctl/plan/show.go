package plan

import (
	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newShow(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "show PLAN", Short: "Show one plan", Args: cobra.ExactArgs(1)}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		planID, err := f.Plan(cmd.Context(), id, args[0])
		if err != nil {
			return err
		}
		reply, err := c.GetOperationPlanWithResponse(cmd.Context(), id, planID)
		p, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return printOne(f, reply.Body, *p)
	}
	return cmd
}
