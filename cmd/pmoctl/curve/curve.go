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
	cmd.AddCommand(newPreview(f), newImport(f), newUpload(f), newImports(f), newConfirm(f), newUndo(f), newPull(f), newPulls(f), newLook(f), newExpected(f), newMapping(f), newShow(f), newExport(f), newProfile(f), newHeatMap(f), newHealth(f), newReadings(f), newDeclare(f), newUndeclare(f))
	return cmd
}
