// Package search holds the command that looks for things.
package search

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// New is the command.
func New(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "search <text>…",
		Short: "Find operations, sites, clients, issuers, plans and invoices",
		Long: `Find what you may read whose name or number holds all the words, capitals and accents aside:
operations, sites (also by PRM or EAN), clients, issuers, plans, published invoices.`,
		Example: "  pmoctl search boulangerie\n  pmoctl search 30001444 -o json",
		Args:    cobra.MinimumNArgs(1),
	}
	each := cmd.Flags().Int("each", 20, "how many of each kind")
	cmd.RunE = func(cmd *cobra.Command, words []string) error {
		c, err := f.Client()
		if err != nil {
			return err
		}
		reply, err := c.SearchWithResponse(cmd.Context(), &pmo.SearchParams{Q: strings.Join(words, " "), Each: each})
		found, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		t := output.NewTable("kind", "name", "detail", "operation", "id")
		for _, g := range found.Groups {
			for _, h := range g.Hits {
				t.Add(string(g.Kind), h.Name, output.Or(h.Detail), h.OperationName, h.Id)
			}
			if g.Total > len(g.Hits) {
				fmt.Fprintf(f.Err, "%s: %d of %d\n", g.Kind, len(g.Hits), g.Total)
			}
		}
		return f.Print(reply.Body, t)
	}
	return cmd
}
