package account

import (
	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
)

// New is the noun with its verbs.
func New(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "account", Short: "Your own account"}
	cmd.AddCommand(newBilling(f), newColumns(f), newEmail(f), newSession(f), newSecondFactor(f))
	return cmd
}
