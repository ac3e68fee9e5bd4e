// Package issuer holds the commands of the issuers of invoices of an operation.
package issuer

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/entity"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/fields"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// New is the noun with its verbs.
func New(f *factory.Factory) *cobra.Command {
	cmd := entity.Kind[pmo.BillingEntity]{
		Noun: "issuer", Article: "an", Short: "Issuers of invoices (billing entities)",
		Fields: append(fields.Identity(),
			fields.Field{Flag: "vat-exemption-text", Name: "vatExemptionText", Usage: "article to print with the exemption regime"},
			fields.Field{Flag: "legal-form", Name: "legalForm", Usage: "as in the register: SAS, commune"},
			fields.Field{Flag: "share-capital-cents", Name: "shareCapitalCents", Kind: fields.Whole},
			fields.Field{Flag: "registration-court", Name: "registrationCourt", Usage: "city of the register (RCS, RPM)"},
			fields.Field{Flag: "franchise-form", Name: "franchiseForm", Usage: "how e-invoices say the franchise", Values: []string{"EXEMPT_LEGAL_NUMBER", "EXEMPT_VAT_NUMBER", "ZERO_RATE"}},
			fields.Field{Flag: "vat-on-debits", Name: "vatOnDebits", Kind: fields.Switch},
			fields.Field{Flag: "billing-mandate-date", Name: "billingMandateDate", Kind: fields.Day, Usage: "since when the PMO may bill in its name"},
			fields.Field{Flag: "billing-mandate-reference", Name: "billingMandateReference"},
			fields.Field{Flag: "iban", Name: "iban"},
			fields.Field{Flag: "bic", Name: "bic"},
			fields.Field{Flag: "series", Name: "seriesCode", Usage: "first part of the invoice numbers"}),
		Changes: []fields.Field{{Flag: "first-number", Name: "firstNumber", Kind: fields.Whole, Usage: "where the numbers of another tool go on, this year; once"}},
		Site:    "producer", SiteField: "producerIds",
		CreateExample: "  pmoctl issuer create --operation ACC00000001 --name 'Commune de Fougères' --legal-number 444608442 --vat-regime normal --series COM --producer 99100000000031",
		UpdateExample: "  pmoctl issuer update 'Commune de Fougères' --operation ACC00000001 --city Fougères",
		Columns:       []string{"id", "name", "legal_number", "vat_regime", "city", "iban", "series", ">producers", "own", "complete", "claim"},
		Row:           row, Calls: calls,
	}.New(f)
	cmd.AddCommand(newLogo(f), newClaims(f),
		newDecide(f, "confirm", "Let an operation issue for a legal person (back-office)", pmo.CONFIRMED),
		newDecide(f, "deny", "Refuse that an operation issues for a legal person (back-office)", pmo.DENIED))
	return cmd
}

func row(e pmo.BillingEntity) []string {
	return []string{e.Id, e.Name, output.Or(e.LegalNumber), string(e.VatRegime), output.Or(e.City), output.Or(e.Iban),
		output.Or(e.SeriesCode), fmt.Sprint(len(e.ProducerIds)), output.Yes(e.OwnedByOperation), output.Yes(e.Complete), claimOf(e)}
}

// claimOf is whether the operation may issue; empty without a legal number.
func claimOf(e pmo.BillingEntity) string {
	if e.Claim == nil {
		return ""
	}
	return string(*e.Claim)
}

var calls = entity.Calls[pmo.BillingEntity]{
	Find: func(ctx context.Context, f *factory.Factory, operationID pmo.Id, name string) (pmo.Id, error) {
		return f.Issuer(ctx, operationID, name)
	},
	List: func(ctx context.Context, c *pmo.ClientWithResponses, operationID pmo.Id) (entity.Read[[]pmo.BillingEntity], error) {
		return c.ListOperationBillingEntitiesWithResponse(ctx, operationID, nil)
	},
	Get: func(ctx context.Context, c *pmo.ClientWithResponses, operationID, entityID pmo.Id) (entity.Read[pmo.BillingEntity], error) {
		return c.GetOperationBillingEntityWithResponse(ctx, operationID, entityID)
	},
	Create: func(ctx context.Context, c *pmo.ClientWithResponses, operationID pmo.Id, body io.Reader) (entity.Made[pmo.BillingEntity], error) {
		return c.CreateOperationBillingEntityWithBodyWithResponse(ctx, operationID, nil, entity.JSON, body)
	},
	Update: func(ctx context.Context, c *pmo.ClientWithResponses, operationID, entityID pmo.Id, body io.Reader) (entity.Read[pmo.BillingEntity], error) {
		return c.UpdateOperationBillingEntityWithBodyWithResponse(ctx, operationID, entityID, nil, entity.JSON, body)
	},
}
