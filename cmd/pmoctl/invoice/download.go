package invoice

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/download"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

type downloadOptions struct {
	operation, dir, language string
	force, electronic        bool
	selection                selection
}

func newDownload(f *factory.Factory) *cobra.Command {
	var o downloadOptions
	cmd := &cobra.Command{
		Use:   "download [ID|NUMBER...]",
		Short: "Save the documents of invoices, under the names the server gives",
		Long: `Save the documents of invoices into a folder: by id or number, the published ones of
a run, or all published ones. A file that is there already is not written again
unless --force is said.`,
		Example: `  pmoctl invoice download COM-2026-0001 --operation ACC00000001
  pmoctl invoice download --all --operation ACC00000001 --dir factures
  pmoctl invoice download --all --e-invoice --operation ACC00000001 --dir xml`,
	}
	operation := factory.OperationFlag(cmd)
	o.selection.flags(cmd, "all published invoices of the operation")
	cmd.Flags().StringVar(&o.dir, "dir", ".", "folder to save to; it is made when it is not there")
	cmd.Flags().StringVar(&o.language, "language", "", "fr or nl; of a published invoice this is a translation")
	cmd.Flags().BoolVar(&o.electronic, "e-invoice", false, "the e-invoices (XML) of published invoices in place of their documents")
	cmd.Flags().BoolVar(&o.force, "force", false, "write over files that are there")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		o.operation = *operation
		if err := o.selection.check(args); err != nil {
			return err
		}
		return downloadAll(cmd.Context(), f, o)
	}
	return cmd
}

// saved is a document on the disk.
type saved struct {
	InvoiceID pmo.Id `json:"invoiceId,omitempty"` // none: an archive of several
	download.File
}

func downloadAll(ctx context.Context, f *factory.Factory, o downloadOptions) error {
	params := pmo.DownloadOperationInvoiceParams{}
	if o.language != "" {
		if params.Language = new(pmo.Language(o.language)); !params.Language.Valid() {
			return exit.Usagef("--language is fr or nl, not %q", o.language)
		}
	}
	if o.electronic && o.language != "" {
		return exit.Usagef("--e-invoice has no --language: it is the invoice itself")
	}
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
	if err := os.MkdirAll(o.dir, 0o755); err != nil {
		return err
	}
	files, failed := []saved{}, 0
	for _, i := range invoices {
		file, err := downloadOne(ctx, c, id, i, params, o)
		switch {
		case err == nil:
			files = append(files, file)
		case len(invoices) == 1 || pmo.StatusOf(err) == 0:
			return err
		default: // refused; the others may not be
			failed++
			f.Note("%s:", cmp.Or(output.Or(i.Number), i.Id))
			f.Fail(err)
		}
	}
	if err := printSaved(f, files); err != nil {
		return err
	}
	if failed > 0 {
		return exit.Partialf("%d of %d were not saved", failed, len(invoices))
	}
	return nil
}

func downloadOne(ctx context.Context, c *pmo.ClientWithResponses, operationID pmo.Id, i pmo.Invoice, params pmo.DownloadOperationInvoiceParams, o downloadOptions) (saved, error) {
	ask, ending := func() (*http.Response, error) { return c.DownloadOperationInvoice(ctx, operationID, i.Id, &params) }, ".pdf"
	if o.electronic {
		ask, ending = func() (*http.Response, error) { return c.DownloadOperationEInvoice(ctx, operationID, i.Id) }, ".xml"
	}
	response, err := ask()
	if err != nil {
		return saved{}, err
	}
	file, err := download.Save(response, o.dir, cmp.Or(output.Or(i.Number), i.Id)+ending, o.force)
	return saved{i.Id, file}, err
}

func printSaved(f *factory.Factory, files []saved) error {
	t := output.NewTable("invoice_id", "file", ">bytes", "skipped")
	for _, s := range files {
		t.Add(s.InvoiceID, s.Path, fmt.Sprint(s.Bytes), output.Yes(s.Skipped))
	}
	raw, err := json.Marshal(files)
	if err != nil {
		return err
	}
	return f.Print(raw, t)
}
