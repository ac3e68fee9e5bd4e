package plan

import (
	"bytes"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/fields"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newUpdate(f *factory.Factory) *cobra.Command {
	var flags []string
	cmd := &cobra.Command{
		Use:     "update PLAN",
		Short:   "Change a plan; an invoiced one takes name and description only",
		Long:    "Change what the flags name, nothing else. --charge replaces all charges.",
		Example: "  pmoctl plan update 'Plan solaire' --operation ACC00000001 --name 'Plan solaire 2026'",
		Args:    cobra.ExactArgs(1),
	}
	operation := factory.OperationFlag(cmd)
	body := fields.BindUpdate(cmd, planFields())
	cmd.Flags().StringArrayVar(&flags, "charge", nil, chargeHelp)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := charges(body, flags); err != nil {
			return err
		}
		raw, err := body.JSON(f.In)
		if err != nil {
			return err
		}
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		planID, err := f.Plan(cmd.Context(), id, args[0])
		if err != nil {
			return err
		}
		reply, err := c.UpdateOperationPlanWithBodyWithResponse(cmd.Context(), id, planID, nil, "application/json", bytes.NewReader(raw))
		p, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return printOne(f, reply.Body, *p)
	}
	return cmd
}
