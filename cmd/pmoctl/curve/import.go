package curve

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

type importOptions struct {
	operation string
	dryRun    bool
	status    string
	wait      factory.Waiting
}

func newImport(f *factory.Factory) *cobra.Command {
	var o importOptions
	cmd := &cobra.Command{
		Use:   "import FILES|FOLDERS...",
		Short: "Import curve files, all or none, and tell what changed",
		Long: `Import the curve files (also zipped) of the grid operator into an operation. Folders
are taken with all they hold. One import takes at most 200 files and is done whole
or not at all. The same files again change nothing.

--dry-run shows what the files hold and what would change; it always waits.
--status definitive declares files that do not say so themselves.`,
		Example: `  pmoctl curve import CDC_ACC00000001_202610_1.csv --operation ACC00000001 --dry-run
  pmoctl curve import octobre/ --operation ACC00000001 --wait`,
		Args: cobra.MinimumNArgs(1),
	}
	operation := factory.OperationFlag(cmd)
	cmd.Flags().BoolVar(&o.dryRun, "dry-run", false, "read and compare only, change nothing")
	cmd.Flags().StringVar(&o.status, "status", "", "'definitive': files without a status of their own are definitive")
	_ = cmd.RegisterFlagCompletionFunc("status", cobra.FixedCompletions([]string{"definitive"}, cobra.ShellCompDirectiveNoFileComp))
	wait := factory.WaitFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		o.operation, o.wait = *operation, *wait
		return importCurves(cmd.Context(), f, args, o)
	}
	return cmd
}

func importCurves(ctx context.Context, f *factory.Factory, args []string, o importOptions) error {
	values := []pmo.Part{}
	switch o.status {
	case "":
	case string(pmo.Definitive):
		values = append(values, pmo.Part{Name: "status", Value: o.status})
	default:
		return exit.Usagef("--status is definitive or left out, not %q", o.status)
	}
	if o.dryRun {
		values = append(values, pmo.Part{Name: "dryRun", Value: "true"})
	}
	files, err := gather(args)
	if err != nil {
		return err
	}
	c, err := f.Client()
	if err != nil {
		return err
	}
	id, err := f.Operation(ctx, o.operation)
	if err != nil {
		return err
	}
	contentType, body := pmo.Files("files", files, values...)
	reply, err := c.ImportCurvesWithBodyWithResponse(ctx, id, nil, contentType, body)
	job, err := pmo.Accepted(reply, err)
	if err != nil {
		return err
	}
	f.Note("%d files sent, job %s", len(files), job.Id)
	if !o.wait.On && !o.dryRun {
		return f.PrintJob(reply.Body, *job)
	}
	end, err := f.WaitJob(ctx, c, job.Id, o.wait)
	if err != nil {
		return err
	}
	return f.PrintImport(end)
}
