// Package client holds the commands of the clients of invoices of an operation.
package client

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/fields"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// New is the noun with its verbs.
func New(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "client", Short: "Clients of invoices (billable entities)", Aliases: []string{"clients"}}
	cmd.AddCommand(newList(f), newShow(f), newCreate(f), newUpdate(f))
	return cmd
}

func entityFields() []fields.Field {
	return append(fields.Identity(),
		fields.Field{Flag: "consumer-type", Name: "consumerType", Values: []string{"professional", "individual"}},
		fields.Field{Flag: "language", Name: "language", Usage: "of its invoices", Values: []string{"fr", "nl"}})
}

const consumerHelp = "its consumer sites: id, PRM or EAN"

func columns() []string {
	return []string{"id", "name", "consumer_type", "legal_number", "email", "city", "language", ">consumers", "complete"}
}

func row(e pmo.BillableEntity) []string {
	return []string{e.Id, e.Name, string(e.ConsumerType), output.Or(e.LegalNumber), output.Or(e.Email), output.Or(e.City),
		output.Or(e.Language), fmt.Sprint(len(e.ConsumerIds)), output.Yes(e.Complete)}
}
