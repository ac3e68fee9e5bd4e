package participant

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newImport(f *factory.Factory) *cobra.Command {
	dryRun := false
	cmd := &cobra.Command{
		Use:   "import FILE",
		Short: "Add and update sites from a perimeter file, all rows or none",
		Long: `Add and update the sites of an operation from a perimeter file: .xlsx, or .csv
named PERIM_<operation>_<yyyymmdd>.csv. All rows are taken, or none; each row that
is wrong is told with its line and field.`,
		Example: "  pmoctl participant import PERIM_ACC00000001_20261101.csv --operation ACC00000001 --dry-run",
		Args:    cobra.ExactArgs(1),
	}
	operation := factory.OperationFlag(cmd)
	cmd.Flags().BoolVar(&dryRun, "dry-run", false, "check only, change nothing")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return importSites(cmd.Context(), f, *operation, args[0], dryRun)
	}
	return cmd
}

func importSites(ctx context.Context, f *factory.Factory, operation, path string, dryRun bool) error {
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
	reply, err := c.ImportParticipantsWithBodyWithResponse(ctx, id, &pmo.ImportParticipantsParams{DryRun: &dryRun}, contentType, body)
	r, err := pmo.OK(reply, err)
	if err != nil {
		return err
	}
	if r.Warnings != nil && len(*r.Warnings) > 0 {
		f.Note("warnings:")
		f.Items(r.Warnings)
	}
	noteTouched(f, r.TouchedInvoices)
	if r.DryRun {
		f.Note("checked only, nothing was changed")
	}
	return f.Print(reply.Body, output.One("created", "updated", "unchanged", "dry_run").
		Add(fmt.Sprint(r.Created), fmt.Sprint(r.Updated), fmt.Sprint(r.Unchanged), output.Yes(r.DryRun)))
}
