package curve

import (
	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newDeclare(f *factory.Factory) *cobra.Command {
	var reason string
	cmd := &cobra.Command{
		Use:     "declare MONTH",
		Short:   "Declare the data of a past month definitive",
		Example: "  pmoctl curve declare 2026-10 --operation ACC00000001 --reason 'Checked with the grid operator'",
		Args:    cobra.ExactArgs(1),
	}
	operation := factory.OperationFlag(cmd)
	cmd.Flags().StringVar(&reason, "reason", "", "why; it is kept with the declaration")
	_ = cmd.MarkFlagRequired("reason")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, err := f.Client()
		if err != nil {
			return err
		}
		id, err := f.Operation(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		reply, err := c.CreateDefinitiveMonthWithResponse(cmd.Context(), id, nil, pmo.DefinitiveMonthCreation{Month: args[0], Reason: reason})
		m, err := pmo.Created(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, output.One("month", "reason", "declared_by").Add(m.Month, m.Reason, m.DeclaredBy))
	}
	return cmd
}

func newUndeclare(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "undeclare MONTH",
		Short: "Take the declaration of a month back, as long as no invoice rests on it",
		Args:  cobra.ExactArgs(1),
	}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, err := f.Client()
		if err != nil {
			return err
		}
		id, err := f.Operation(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		if err := pmo.Done(c.DeleteDefinitiveMonthWithResponse(cmd.Context(), id, args[0], nil)); err != nil {
			return err
		}
		f.Note("the declaration of %s is taken back", args[0])
		return nil
	}
	return cmd
}
