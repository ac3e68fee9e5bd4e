package run

import (
	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
)

func newLast(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "last", Short: "Show the latest run", Args: cobra.NoArgs}
	operation := factory.OperationFlag(cmd)
	wait := factory.WaitFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		return show(cmd.Context(), f, *operation, "last", *wait)
	}
	return cmd
}
