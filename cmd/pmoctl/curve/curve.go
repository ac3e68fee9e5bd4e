// Package curve holds the commands of load curves and what is made of them:
// imports, curves, metrics, distribution.
package curve

import (
	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// New is the noun with its verbs.
func New(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "curve", Short: "Load curves", Aliases: []string{"curves"}}
	cmd.AddCommand(newPreview(f), newImport(f), newUpload(f), newImports(f), newConfirm(f), newUndo(f), newPull(f), newPulls(f), newLook(f), newExpected(f), newMapping(f), newShow(f), newExport(f), newProfile(f), newHeatMap(f), newBalance(f), newHealth(f), newReadings(f), newDeclare(f), newUndeclare(f))
	return cmd
}

// scopeFlag is the side of a site that is looked at, in the words of the contract.
type scopeFlag string

func (s *scopeFlag) add(cmd *cobra.Command) {
	cmd.Flags().StringVar((*string)(s), "scope", "", "the side of the site: Consommateur, Producteur, or Global for both of a prosumer")
	words := []string{string(pmo.Consommateur), string(pmo.Producteur), string(pmo.Global)}
	_ = cmd.RegisterFlagCompletionFunc("scope", cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
}

// of a site; nil lets the server choose.
func (s scopeFlag) of(participant string) (*pmo.Scope, error) {
	scope := pmo.Scope(s)
	switch {
	case s == "":
		return nil, nil
	case !scope.Valid():
		return nil, exit.Usagef("--scope is Consommateur, Producteur or Global, not %q", string(s))
	case participant == "":
		return nil, exit.Usagef("--scope says which side of a site is meant: name the site by --participant")
	}
	return &scope, nil
}
