package participant

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newImport(f *factory.Factory) *cobra.Command {
	var o importOptions
	cmd := &cobra.Command{
		Use:   "import FILE",
		Short: "Add and update sites from a perimeter file, all rows or none",
		Long: `Add and update the sites of an operation from a perimeter file: .xlsx, or .csv
named PERIM_<operation>_<yyyymmdd>.csv. All rows are taken, or none; each row that
is wrong is told with its line and field. A check (--dry-run) names what every row
would do, with the fields that change, and exits 8 while a row is rejected. With
--annotated the checked file is saved as a workbook that says beside each row what
is wrong with it, to be mended and imported; it checks only.

Spreadsheets cut the zero that a number or a postal code begins with. Such a row is
asked about; --add-zeros says yes for all of them.`,
		Example: "  pmoctl participant import PERIM_ACC00000001_20261101.csv --operation ACC00000001 --dry-run",
		Args:    cobra.ExactArgs(1),
	}
	operation := factory.OperationFlag(cmd)
	cmd.Flags().BoolVar(&o.dryRun, "dry-run", false, "check only, change nothing")
	cmd.Flags().BoolVar(&o.addZeros, "add-zeros", false, "put back the zeros that a spreadsheet has cut")
	cmd.Flags().StringVar(&o.annotated, "annotated", "", "check only, and save the file with what is wrong beside each row here")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		o.dryRun = o.dryRun || o.annotated != ""
		return importSites(cmd.Context(), f, *operation, args[0], o)
	}
	return cmd
}

func importSites(ctx context.Context, f *factory.Factory, operation, path string, o importOptions) error {
	if info, err := os.Stat(path); err != nil {
		return exit.AsUsage(err)
	} else if !info.Mode().IsRegular() {
		return exit.Usagef("%s is not a file", path)
	}
	c, err := f.Client()
	if err != nil {
		return err
	}
	id, err := f.Operation(ctx, operation)
	if err != nil {
		return err
	}
	contentType, body := pmo.Files("file", []string{path})
	reply, err := c.ImportParticipantsWithBodyWithResponse(ctx, id, &pmo.ImportParticipantsParams{DryRun: &o.dryRun, AddZeros: &o.addZeros}, contentType, body)
	r, err := pmo.OK(reply, err)
	if err != nil {
		return err
	}
	tellImport(f, r)
	if o.annotated != "" {
		contentType, body := pmo.Files("file", []string{path})
		book, err := c.AnnotateParticipantImportWithBodyWithResponse(ctx, id, &pmo.AnnotateParticipantImportParams{AddZeros: &o.addZeros}, contentType, body)
		if err != nil {
			return err
		}
		if err := saveAnnotated(f, o.annotated, book.StatusCode(), book.Body); err != nil {
			return err
		}
	}
	return printImport(f, reply.Body, r)
}

// tellImport says what an import remarked, and with a check what each row would do.
func tellImport(f *factory.Factory, r *pmo.ImportReport) {
	if r.Warnings != nil && len(*r.Warnings) > 0 {
		f.Note("warnings:")
		f.Items(r.Warnings)
	}
	noteTouched(f, r.TouchedInvoices)
	if r.DryRun {
		noteRows(f, r.Rows)
		f.Items(r.Errors)
		f.Note("checked only, nothing was changed")
	}
}

// printImport prints the sums of an import; rows that cannot be taken are an exit code of their own.
func printImport(f *factory.Factory, raw []byte, r *pmo.ImportReport) error {
	rejected := 0
	if r.Rejected != nil {
		rejected = *r.Rejected
	}
	err := f.Print(raw, output.One("created", "updated", "unchanged", "dry_run").
		Add(fmt.Sprint(r.Created), fmt.Sprint(r.Updated), fmt.Sprint(r.Unchanged), output.Yes(r.DryRun)))
	if err == nil && rejected > 0 {
		return exit.Partialf("%d rows cannot be taken: correct them, nothing is imported while there is one", rejected)
	}
	return err
}

type importOptions struct {
	dryRun, addZeros bool
	annotated        string
}

// saveAnnotated saves the workbook that came back. A file that is there is written over.
func saveAnnotated(f *factory.Factory, path string, status int, book []byte) error {
	if status != 200 {
		return pmo.Refused(status, book)
	}
	if err := os.WriteFile(path, book, 0o600); err != nil {
		return err
	}
	f.Note("saved %s", path)
	return nil
}

// noteRows says on the error stream what each row of a checked file would do.
func noteRows(f *factory.Factory, rows *[]pmo.ImportRow) {
	if rows == nil {
		return
	}
	for _, row := range *rows {
		what := strings.ToLower(string(row.Outcome))
		if row.Changes != nil {
			for i, c := range *row.Changes {
				what += map[bool]string{true: ": ", false: ", "}[i == 0] + fmt.Sprintf("%s %q → %q", c.Field, c.Before, c.After)
			}
		}
		f.Note("row %d %s %s %s", row.Row, output.Plain(row.DsoId), output.Plain(row.Name), what)
	}
}

func newSync(f *factory.Factory) *cobra.Command {
	dryRun := false
	cmd := &cobra.Command{
		Use:   "sync",
		Short: "Ask the grid operator who takes part, and take its answer over",
		Long: `Ask the grid operator which sites take part in an operation, and take its answer in like a
perimeter file: all rows or none; sites that it does not name stay as they are. Only of operators
that can be asked; the others send files (participant import).`,
		Example: "  pmoctl participant sync --operation ACC00000001 --dry-run",
		Args:    cobra.NoArgs,
	}
	operation := factory.OperationFlag(cmd)
	cmd.Flags().BoolVar(&dryRun, "dry-run", false, "check only, change nothing")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		reply, err := c.SyncParticipantsWithResponse(cmd.Context(), id, &pmo.SyncParticipantsParams{DryRun: &dryRun})
		r, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		tellImport(f, r)
		return printImport(f, reply.Body, r)
	}
	return cmd
}
