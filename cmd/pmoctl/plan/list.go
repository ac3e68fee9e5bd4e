package plan

import (
	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newList(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "list", Short: "List the plans of an operation", Args: cobra.NoArgs}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		reply, err := c.ListOperationPlansWithResponse(cmd.Context(), id, nil)
		list, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		t := output.NewTable(columns()...)
		for _, p := range *list {
			t.Add(row(p)...)
		}
		return f.Print(reply.Body, t)
	}
	return cmd
}
