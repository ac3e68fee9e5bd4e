// Package operation holds the commands of operations.
package operation

import (
	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/fields"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// New is the noun with its verbs.
func New(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "operation", Short: "Sharing operations", Aliases: []string{"operations"}}
	cmd.AddCommand(newList(f), newGet(f), newCreate(f), newUpdate(f), newSetup(f), newExtent(f), newView(f), newTheme(f), newLogo(f), newMember(f), newMigrate(f))
	return cmd
}

// named is the operation of the arguments; "" stands for the default one.
func named(args []string) string {
	if len(args) == 0 {
		return ""
	}
	return args[0]
}

// descriptionFields are what may be said at the creation and changed afterwards.
func descriptionFields() []fields.Field {
	return []fields.Field{
		{Flag: "name", Name: "name", Usage: "name"},
		{Flag: "type", Name: "type", Values: []string{"OPEN", "PATRIMONIAL"}},
		{Flag: "bill-runs", Name: "jdbToggle", Kind: fields.Switch, Usage: "bill runs have a screen of their own"},
		{Flag: "functionality", Name: "functionalities", Kind: fields.Texts, Values: []string{"ACI", "GES_KPI"}},
		{Flag: "latitude", Name: "latitude", Kind: fields.Number, Usage: "degrees, -90 to 90"},
		{Flag: "longitude", Name: "longitude", Kind: fields.Number, Usage: "degrees, -180 to 180"},
		{Flag: "pmo-name", Name: "interlocutor.legalName", Usage: "legal name of the PMO"},
		{Flag: "pmo-legal-number", Name: "interlocutor.legalNumber", Usage: "SIRET, SIREN or BCE number of the PMO"},
		{Flag: "pmo-address", Name: "interlocutor.address"},
		{Flag: "pmo-post-code", Name: "interlocutor.postCode"},
		{Flag: "pmo-city", Name: "interlocutor.city"},
		{Flag: "pmo-email", Name: "interlocutor.email"},
	}
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
