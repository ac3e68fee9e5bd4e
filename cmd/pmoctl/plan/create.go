package plan

import (
	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/fields"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newCreate(f *factory.Factory) *cobra.Command {
	var flags []string
	cmd := &cobra.Command{
		Use:   "create",
		Short: "Add a plan to an operation",
		Example: `  pmoctl plan create --operation ACC00000001 --name 'Plan solaire' --period MONTHLY --payment-method transfer --payment-term 30 \
    --charge code=ENERGIE,type=PER_UNIT,usage=ENERGY,price=0.10 --charge code=ABONNEMENT,type=FIXED,price=2`,
		Args: cobra.NoArgs,
	}
	operation := factory.OperationFlag(cmd)
	body := fields.Bind(cmd, planFields())
	cmd.Flags().StringArrayVar(&flags, "charge", nil, chargeHelp)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := charges(body, flags); err != nil {
			return err
		}
		c, id, content, err := f.WrittenAt(cmd.Context(), *operation, body)
		if err != nil {
			return err
		}
		reply, err := c.CreateOperationPlanWithBodyWithResponse(cmd.Context(), id, nil, "application/json", content)
		p, err := pmo.Created(reply, err)
		if err != nil {
			return err
		}
		return printOne(f, reply.Body, *p)
	}
	return cmd
}
