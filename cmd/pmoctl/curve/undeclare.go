package curve

import (
	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

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
