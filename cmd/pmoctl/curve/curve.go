// Package curve holds the commands of load curves and what is made of them:
// imports, curves, metrics, distribution.
package curve

import (
	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
)

// New is the noun with its verbs.
func New(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "curve", Short: "Load curves", Aliases: []string{"curves"}}
	cmd.AddCommand(newImport(f), newImports(f), newShow(f), newDeclare(f), newUndeclare(f))
	return cmd
}
