package curve

import (
	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

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
