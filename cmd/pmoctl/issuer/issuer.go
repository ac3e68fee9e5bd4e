// Package issuer holds the commands of the issuers of invoices of an operation.
package issuer

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
	cmd := &cobra.Command{Use: "issuer", Short: "Issuers of invoices (billing entities)", Aliases: []string{"issuers"}}
	cmd.AddCommand(newList(f), newShow(f), newCreate(f), newUpdate(f))
	return cmd
}

func entityFields() []fields.Field {
	return append(fields.Identity(),
		fields.Field{Flag: "vat-exemption-text", Name: "vatExemptionText", Usage: "article to print with the exemption regime"},
		fields.Field{Flag: "iban", Name: "iban"},
		fields.Field{Flag: "bic", Name: "bic"},
		fields.Field{Flag: "series", Name: "seriesCode", Usage: "first part of the invoice numbers"})
}

const producerHelp = "its producer sites: id, PRM or EAN"

func columns() []string {
	return []string{"id", "name", "legal_number", "vat_regime", "city", "iban", "series", ">producers", "own", "complete"}
}

func row(e pmo.BillingEntity) []string {
	return []string{e.Id, e.Name, output.Or(e.LegalNumber), string(e.VatRegime), output.Or(e.City), output.Or(e.Iban),
		output.Or(e.SeriesCode), fmt.Sprint(len(e.ProducerIds)), output.Yes(e.OwnedByOperation), output.Yes(e.Complete)}
}
