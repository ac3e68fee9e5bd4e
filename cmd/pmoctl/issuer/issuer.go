// Package issuer holds the commands of the issuers of invoices of an operation.
package issuer

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
	cmd := &cobra.Command{Use: "issuer", Short: "Issuers of invoices (billing entities)", Aliases: []string{"issuers"}}
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
		{Flag: "vat-exemption-text", Name: "vatExemptionText", Usage: "article to print with the exemption regime"},
		{Flag: "iban", Name: "iban"},
		{Flag: "bic", Name: "bic"},
		{Flag: "series", Name: "seriesCode", Usage: "first part of the invoice numbers"},
	}
}

const producerHelp = "its producer sites: id, PRM or EAN"

// setProducers puts the sites into the body when they are given.
func setProducers(ctx context.Context, f *factory.Factory, body *fields.Body, operationID pmo.Id, names []string) error {
	if len(names) == 0 {
		return nil
	}
	ids, err := f.Participants(ctx, operationID, names)
	if err != nil {
		return err
	}
	body.Set("producerIds", ids)
	return nil
}

func columns() []string {
	return []string{"id", "name", "legal_number", "vat_regime", "city", "iban", "series", ">producers", "own", "complete"}
}

func row(e pmo.BillingEntity) []string {
	return []string{e.Id, e.Name, output.Or(e.LegalNumber), string(e.VatRegime), output.Or(e.City), output.Or(e.Iban),
		output.Or(e.SeriesCode), fmt.Sprint(len(e.ProducerIds)), output.Yes(e.OwnedByOperation), output.Yes(e.Complete)}
}
