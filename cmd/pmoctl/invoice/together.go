package invoice

import (
	"context"
	"net/http"
	"os"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/download"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// together is a file that the server makes of several published invoices.
type together struct {
	operation, dir string
	force          bool
	selection      selection
	fallback       string // name of the file where the server gives none
	ask            func(ctx context.Context, c *pmo.ClientWithResponses, operationID pmo.Id, chosen pmo.InvoiceSelection) (*http.Response, error)
}

func newZip(f *factory.Factory) *cobra.Command {
	o := together{fallback: "invoices.zip", ask: func(ctx context.Context, c *pmo.ClientWithResponses, operationID pmo.Id, chosen pmo.InvoiceSelection) (*http.Response, error) {
		return c.ExportOperationInvoices(ctx, operationID, chosen)
	}}
	return o.command(f, &cobra.Command{
		Use:   "zip [ID|NUMBER...]",
		Short: "Save the documents of published invoices as one archive",
		Long: `Save the documents of published invoices as one archive, under the name the server
gives: by id or number, those of a run, or all of the operation; at most 2 000. An
archive that is there already is not written again unless --force is said.`,
		Example: `  pmoctl invoice zip COM-2026-0001 COM-2026-0002 --operation ACC00000001
  pmoctl invoice zip --run last --operation ACC00000001 --dir factures`,
	})
}

func newAccounting(f *factory.Factory) *cobra.Command {
	o := together{fallback: "accounting.xlsx", ask: func(ctx context.Context, c *pmo.ClientWithResponses, operationID pmo.Id, chosen pmo.InvoiceSelection) (*http.Response, error) {
		return c.ExportOperationAccountingSummary(ctx, operationID, chosen)
	}}
	return o.command(f, &cobra.Command{
		Use:   "accounting [ID|NUMBER...]",
		Short: "Save what an accountant books of published invoices as a workbook",
		Long: `Save what an accountant books of published invoices as a workbook: a line an invoice
or credit note, which is negative, and what each issuer invoiced by VAT rate. By id or
number, those of a run, or all of the operation; at most 2 000. A workbook that is there
already is not written again unless --force is said.`,
		Example: `  pmoctl invoice accounting --run last --operation ACC00000001
  pmoctl invoice accounting --all --operation ACC00000001 --dir comptabilite --force`,
	})
}

func (o together) command(f *factory.Factory, cmd *cobra.Command) *cobra.Command {
	operation := factory.OperationFlag(cmd)
	o.selection.flags(cmd, "all published invoices of the operation")
	cmd.Flags().StringVar(&o.dir, "dir", ".", "folder to save to; it is made when it is not there")
	cmd.Flags().BoolVar(&o.force, "force", false, "write over a file that is there")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		o.operation = *operation
		if err := o.selection.check(args); err != nil {
			return err
		}
		return o.save(cmd.Context(), f)
	}
	return cmd
}

func (o together) save(ctx context.Context, f *factory.Factory) error {
	c, err := f.Client()
	if err != nil {
		return err
	}
	id, err := f.Operation(ctx, o.operation)
	if err != nil {
		return err
	}
	invoices, err := o.selection.find(ctx, f, id, pmo.InvoiceStatusFINALIZED, pmo.InvoiceStatusCANCELLED)
	if err != nil {
		return err
	}
	if len(invoices) == 0 {
		f.Note("no published invoices")
		return nil
	}
	if err := os.MkdirAll(o.dir, 0o755); err != nil {
		return err
	}
	chosen := ids(invoices)
	response, err := o.ask(ctx, c, id, pmo.InvoiceSelection{Ids: &chosen})
	if err != nil {
		return err
	}
	file, err := download.Save(response, o.dir, o.fallback, o.force)
	if err != nil {
		return err
	}
	return printSaved(f, []saved{{File: file}})
}

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
