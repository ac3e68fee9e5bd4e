// Package client holds the commands of the clients of invoices of an operation.
package client

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
	cmd := entity.Kind[pmo.BillableEntity]{
		Noun: "client", Article: "a", Short: "Clients of invoices (billable entities)",
		Fields: append(fields.Identity(),
			fields.Field{Flag: "consumer-type", Name: "consumerType", Values: []string{"professional", "individual"}},
			fields.Field{Flag: "public-body", Name: "publicBody", Kind: fields.Switch, Usage: "paid by a public accountant"},
			fields.Field{Flag: "service-code", Name: "serviceCode", Usage: "service of a public body that takes the invoice"},
			fields.Field{Flag: "commitment", Name: "commitmentNumber", Usage: "number of its order"},
			fields.Field{Flag: "commitment-required", Name: "commitmentRequired", Kind: fields.Switch, Usage: "publish nothing without that number"},
			fields.Field{Flag: "contract", Name: "contractNumber", Usage: "its own number of the contract that invoices are under"},
			fields.Field{Flag: "channel", Name: "invoiceChannel", Usage: "how invoices reach it", Values: []string{"MAIL", "EINVOICE", "PUBLIC_PORTAL", "PRINT"}},
			fields.Field{Flag: "iban", Name: "iban", Usage: "where money goes back to, and comes from by direct debit"},
			fields.Field{Flag: "bic", Name: "bic"},
			fields.Field{Flag: "reference", Name: "reference", Usage: "your own"},
			fields.Field{Flag: "tag", Name: "tags", Kind: fields.Texts, Usage: "your own words, in place of those there"},
			fields.Field{Flag: "language", Name: "language", Usage: "of its invoices", Values: []string{"fr", "nl"}}),
		Site: "consumer", SiteField: "consumerIds",
		CreateExample: "  pmoctl client create --operation ACC00000001 --name 'Boulangerie Martin' --consumer-type professional --legal-number 444608442 --consumer 99100000000017",
		UpdateExample: "  pmoctl client update 'Boulangerie Martin' --operation ACC00000001 --clear email",
		Columns:       []string{"id", "name", "consumer_type", "legal_number", "email", "city", "language", ">consumers", "complete"},
		Row:           row, Calls: calls,
	}.New(f)
	cmd.AddCommand(newFromSites(f), newImport(f), newBalance(f))
	return cmd
}

func row(e pmo.BillableEntity) []string {
	return []string{e.Id, e.Name, string(e.ConsumerType), output.Or(e.LegalNumber), output.Or(e.Email), output.Or(e.City),
		output.Or(e.Language), fmt.Sprint(len(e.ConsumerIds)), output.Yes(e.Complete)}
}

var calls = entity.Calls[pmo.BillableEntity]{
	Find: func(ctx context.Context, f *factory.Factory, operationID pmo.Id, name string) (pmo.Id, error) {
		return f.BillingClient(ctx, operationID, name)
	},
	List: func(ctx context.Context, c *pmo.ClientWithResponses, operationID pmo.Id) (entity.Read[[]pmo.BillableEntity], error) {
		return c.ListOperationBillableEntitiesWithResponse(ctx, operationID, nil)
	},
	Get: func(ctx context.Context, c *pmo.ClientWithResponses, operationID, entityID pmo.Id) (entity.Read[pmo.BillableEntity], error) {
		return c.GetOperationBillableEntityWithResponse(ctx, operationID, entityID)
	},
	Create: func(ctx context.Context, c *pmo.ClientWithResponses, operationID pmo.Id, body io.Reader) (entity.Made[pmo.BillableEntity], error) {
		return c.CreateOperationBillableEntityWithBodyWithResponse(ctx, operationID, nil, entity.JSON, body)
	},
	Update: func(ctx context.Context, c *pmo.ClientWithResponses, operationID, entityID pmo.Id, body io.Reader) (entity.Read[pmo.BillableEntity], error) {
		return c.UpdateOperationBillableEntityWithBodyWithResponse(ctx, operationID, entityID, nil, entity.JSON, body)
	},
}
