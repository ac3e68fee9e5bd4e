package invoice

import (
	"context"
	"os"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/download"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

type zipOptions struct {
	operation, dir string
	force          bool
	selection      selection
}

func newZip(f *factory.Factory) *cobra.Command {
	var o zipOptions
	cmd := &cobra.Command{
		Use:   "zip [ID|NUMBER...]",
		Short: "Save the documents of published invoices as one archive",
		Long: `Save the documents of published invoices as one archive, under the name the server
gives: by id or number, those of a run, or all of the operation; at most 2 000. An
archive that is there already is not written again unless --force is said.`,
		Example: `  pmoctl invoice zip COM-2026-0001 COM-2026-0002 --operation ACC00000001
  pmoctl invoice zip --run last --operation ACC00000001 --dir factures`,
	}
	operation := factory.OperationFlag(cmd)
	o.selection.flags(cmd, "all published invoices of the operation")
	cmd.Flags().StringVar(&o.dir, "dir", ".", "folder to save to; it is made when it is not there")
	cmd.Flags().BoolVar(&o.force, "force", false, "write over an archive that is there")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		o.operation = *operation
		if err := o.selection.check(args); err != nil {
			return err
		}
		return zip(cmd.Context(), f, o)
	}
	return cmd
}

func zip(ctx context.Context, f *factory.Factory, o zipOptions) error {
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
	response, err := c.ExportOperationInvoices(ctx, id, pmo.InvoiceSelection{Ids: &chosen})
	if err != nil {
		return err
	}
	file, err := download.Save(response, o.dir, "invoices.zip", o.force)
	if err != nil {
		return err
	}
	return printSaved(f, []saved{{File: file}})
}
