// Package participant holds the commands of the sites of an operation.
package participant

import (
	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// New is the noun with its verbs.
func New(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "participant", Short: "The sites of an operation", Aliases: []string{"participants"}}
	cmd.AddCommand(newList(f), newCreate(f), newImport(f))
	return cmd
}

func columns() []string {
	return []string{"id", "dso_id", "name", "energy_type", "status", "entry", "exit", "segment", ">power_kw", "city"}
}

func row(p pmo.Participant) []string {
	power := ""
	if p.ContractPower != nil {
		power = output.Number(*p.ContractPower, 3)
	}
	return []string{p.Id, p.DsoId, p.Name, string(p.EnergyType), string(p.Status),
		output.Or(p.ActivationRange.Entry), output.Or(p.ActivationRange.Exit), output.Or(p.Segment), power, output.Or(p.City)}
}
