// Package operation holds the commands of operations.
package operation

import (
	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// New is the noun with its verbs.
func New(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "operation", Short: "Sharing operations", Aliases: []string{"operations"}}
	cmd.AddCommand(newList(f), newGet(f), newCreate(f))
	return cmd
}

func columns() []string {
	return []string{"id", "external_id", "name", "dso", "type", "billing_engine", ">consumers", ">producers", "latest_data"}
}

func row(o pmo.Operation) []string {
	engine := "old"
	if o.BillingEngine != nil {
		engine = string(*o.BillingEngine)
	}
	return []string{o.Id, o.ExternalId, o.Name, string(o.Dso), string(o.Type), engine,
		output.Or(&o.ConsumersNumber), output.Or(&o.ProducersNumber), output.Or(o.LatestData)}
}
