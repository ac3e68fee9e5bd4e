package curve

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

type importOptions struct {
	operation string
	name      string // of standard input
	dryRun    bool
	status    string
	accept    bool
	mappings  []string
	wait      factory.Waiting
}

func newImport(f *factory.Factory) *cobra.Command {
	var o importOptions
	cmd := &cobra.Command{
		Use:   "import FILES|FOLDERS...|-",
		Short: "Import curve files, all or none, and tell what changed",
		Long: `Import the curve files (also zipped) of the grid operator into an operation. Folders
are taken with all they hold. One import takes at most 200 files and is done whole
or not at all. The same files again change nothing.

--dry-run shows what the files hold and what would change; it always waits, and ends
with 8 when something is open: a question of a file, or values that look like a mistake.
Values far from those they replace, or above what the contract of a site allows, are
stored only with --accept-suspected, or when somebody agrees: see curve confirm.
--status definitive declares files that do not say so themselves.
--mapping answers what a file of an unusual layout does not say (see curve preview):
a file with one object or a list of them, as YAML or JSON.`,
		Example: `  pmoctl curve import CDC_ACC00000001_202610_1.csv --operation ACC00000001 --dry-run
  pmoctl curve import octobre/ --operation ACC00000001 --wait
  pmoctl curve import onduleur.xlsx --operation ACC00000001 --mapping onduleur.yaml
  curl -s https://example.org/courbes | pmoctl curve import - --operation ACC00000001 --name courbes.csv`,
		Args: cobra.MinimumNArgs(1),
	}
	operation := factory.OperationFlag(cmd)
	cmd.Flags().BoolVar(&o.dryRun, "dry-run", false, "read and compare only, change nothing")
	cmd.Flags().StringVar(&o.status, "status", "", "'definitive': files without a status of their own are definitive")
	_ = cmd.RegisterFlagCompletionFunc("status", cobra.FixedCompletions([]string{"definitive"}, cobra.ShellCompDirectiveNoFileComp))
	nameFlag(cmd, &o.name)
	cmd.Flags().BoolVar(&o.accept, "accept-suspected", false, "store values that look like a mistake, too")
	mappingFlag(cmd, &o.mappings)
	wait := factory.WaitFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		o.operation, o.wait = *operation, *wait
		return importCurves(cmd.Context(), f, args, o)
	}
	return cmd
}

func importCurves(ctx context.Context, f *factory.Factory, args []string, o importOptions) error {
	c, reply, job, err := send(ctx, f, args, o)
	if err != nil {
		return err
	}
	if !o.wait.On && !o.dryRun {
		return f.PrintJob(reply, *job)
	}
	end, err := f.WaitJob(ctx, c, job.Id, o.wait)
	if err != nil {
		return err
	}
	return f.PrintImport(end)
}

// send starts the job of an import.
func send(ctx context.Context, f *factory.Factory, args []string, o importOptions) (*pmo.ClientWithResponses, []byte, *pmo.Job, error) {
	values, err := partsOf(f, o)
	if err != nil {
		return nil, nil, nil, err
	}
	if slices.Contains(args, "-") && slices.Contains(o.mappings, "-") {
		return nil, nil, nil, exit.Usagef("standard input is read once: - as the file or as the mapping")
	}
	files, err := uploads(args, f.In, o.name)
	if err != nil {
		return nil, nil, nil, err
	}
	c, id, err := f.At(ctx, o.operation)
	if err != nil {
		return nil, nil, nil, err
	}
	contentType, body := pmo.Upload("files", files, values...)
	reply, err := c.ImportCurvesWithBodyWithResponse(ctx, id, nil, contentType, body)
	job, err := pmo.Accepted(reply, err)
	if err != nil {
		return nil, nil, nil, err
	}
	f.Note("%s sent, job %s", factory.Count(len(files), "file"), job.Id)
	return c, reply.Body, job, nil
}

// partsOf is what is sent beside the files.
func partsOf(f *factory.Factory, o importOptions) ([]pmo.Part, error) {
	values := []pmo.Part{}
	switch o.status {
	case "":
	case string(pmo.Definitive):
		values = append(values, pmo.Part{Name: "status", Value: o.status})
	default:
		return nil, exit.Usagef("--status is definitive or left out, not %q", o.status)
	}
	if o.dryRun {
		values = append(values, pmo.Part{Name: "dryRun", Value: "true"})
	}
	if o.accept {
		values = append(values, pmo.Part{Name: "acceptSuspected", Value: "true"})
	}
	for _, path := range o.mappings {
		answers, err := answersIn(path, f.In)
		if err != nil {
			return nil, err
		}
		for _, one := range answers {
			values = append(values, pmo.Part{Name: "mapping", Value: string(one), Type: "application/json"})
		}
	}
	return values, nil
}

func newImports(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "imports", Short: "List the imports of an operation, newest first", Args: cobra.NoArgs}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, err := f.Client()
		if err != nil {
			return err
		}
		id, err := f.Operation(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		list, raw, err := pmo.Collect(c.CurveImports(cmd.Context(), id))
		if err != nil {
			return err
		}
		t := output.NewTable("id", "created", "by", "status", ">changed_sites", ">changed_days", "files")
		for _, i := range list {
			t.Add(importRow(i)...)
		}
		return f.Print(raw, t)
	}
	return cmd
}

func importRow(i pmo.CurveImport) []string {
	names := make([]string, len(i.Files))
	for n, file := range i.Files {
		names[n] = file.Name
	}
	sites, days := "", ""
	if i.Result != nil {
		sites, days = fmt.Sprint(i.Result.ChangedSites), fmt.Sprint(i.Result.ChangedDays)
	}
	return []string{i.Id, i.CreatedAt.Format(time.RFC3339), output.Or(i.CreatedBy), string(i.Status), sites, days, strings.Join(names, " ")}
}

func newConfirm(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "confirm IMPORT",
		Short: "Agree to what looks like a mistake in an import that waits for it",
		Long: `Store an import that is SUSPECTED: far from the values that it replaces, above what the
contract of a site allows, or a thousand times the month before. What would change is
compared with what was listed; if it is not the same any more, the import waits again.`,
		Example: `  pmoctl curve confirm 0198c3f0-6f1c-7c60-9d5e-1f2a3b4c5d6e --operation ACC00000001 --wait`,
		Args:    cobra.ExactArgs(1),
	}
	operation := factory.OperationFlag(cmd)
	wait := factory.WaitFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		reply, err := c.ConfirmCurveImportWithResponse(cmd.Context(), id, args[0], nil)
		job, err := pmo.Accepted(reply, err)
		if err != nil {
			return err
		}
		if !wait.On {
			return f.PrintJob(reply.Body, *job)
		}
		end, err := f.WaitJob(cmd.Context(), c, job.Id, *wait)
		if err != nil {
			return err
		}
		return f.PrintImport(end)
	}
	return cmd
}

func newUndo(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "undo IMPORT",
		Short: "Take back an import: what it replaced is there again",
		Long: `Take back what an import stored, so that the months, lines of a monthly file and readings
that it replaced are there again. It is refused once a month of it is invoiced, or a
later import has replaced what it stored: undo that one first. An import that waits for
a yes is given up.`,
		Example: `  pmoctl curve undo 0198c3f0-6f1c-7c60-9d5e-1f2a3b4c5d6e --operation ACC00000001`,
		Args:    cobra.ExactArgs(1),
	}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		reply, err := c.UndoCurveImportWithResponse(cmd.Context(), id, args[0], nil)
		undone, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		t := output.NewTable("id", "created", "by", "status", ">changed_sites", ">changed_days", "files")
		return f.Print(reply.Body, t.Add(importRow(*undone)...))
	}
	return cmd
}
