// Package client holds the commands of the clients of invoices of an operation.
package client

import (
	"context"
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
	cmd.AddCommand(newList(f), newCreate(f), newUpdate(f))
	return cmd
}

func entityFields() []fields.Field {
	return []fields.Field{
		{Flag: "name", Name: "name"},
		{Flag: "address", Name: "address"},
		{Flag: "post-code", Name: "postCode"},
		{Flag: "city", Name: "city"},
		{Flag: "country", Name: "country", Usage: "ISO 3166-1, as FR or BE"},
		{Flag: "email", Name: "email"},
		{Flag: "phone", Name: "phoneNumber"},
		{Flag: "legal-number", Name: "legalNumber", Usage: "SIREN or SIRET, or BCE number"},
		{Flag: "tax-id", Name: "taxId", Usage: "VAT number"},
		{Flag: "vat-regime", Name: "vatRegime", Values: []string{"franchise", "exemption", "simplified", "normal",
			"agricultural_simplified", "agricultural_flat_rate", "none"}},
		{Flag: "consumer-type", Name: "consumerType", Values: []string{"professional", "individual"}},
		{Flag: "language", Name: "language", Usage: "of its invoices", Values: []string{"fr", "nl"}},
	}
}

const consumerHelp = "its consumer sites: id, PRM or EAN"

// setConsumers puts the sites into the body when they are given.
func setConsumers(ctx context.Context, f *factory.Factory, body *fields.Body, operationID pmo.Id, names []string) error {
	if len(names) == 0 {
		return nil
	}
	ids, err := f.Participants(ctx, operationID, names)
	if err != nil {
		return err
	}
	body.Set("consumerIds", ids)
	return nil
}

func columns() []string {
	return []string{"id", "name", "consumer_type", "legal_number", "email", "city", "language", ">consumers", "complete"}
}

func row(e pmo.BillableEntity) []string {
	return []string{e.Id, e.Name, string(e.ConsumerType), output.Or(e.LegalNumber), output.Or(e.Email), output.Or(e.City),
		output.Or(e.Language), fmt.Sprint(len(e.ConsumerIds)), output.Yes(e.Complete)}
}
