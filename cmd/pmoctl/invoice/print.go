package invoice

import (
	"context"
	"net/http"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newPrint(f *factory.Factory) *cobra.Command {
	o := together{fallback: "invoices.pdf", ask: func(ctx context.Context, c *pmo.ClientWithResponses, operationID pmo.Id, chosen pmo.InvoiceSelection) (*http.Response, error) {
		return c.PrintDeliveries(ctx, operationID, nil, pmo.DeliveryBatch{Ids: chosen.Ids})
	}}
	return o.command(f, &cobra.Command{
		Use:   "print ID|NUMBER...",
		Short: "Save the documents that go on paper as one file, and mark them as printed",
		Long: `Save the documents of invoices that go to their clients on paper as one file, in the order in which
they are named, and mark them as printed; at most 200. What is printed already is given again.`,
		Example: "  pmoctl invoice print COM-2026-0001 COM-2026-0002 --operation ACC00000001",
	})
}
