package curve

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// lookTime is how long a look at files may take.
const lookTime = 10 * time.Minute

func newPreview(f *factory.Factory) *cobra.Command {
	o := importOptions{dryRun: true}
	cmd := &cobra.Command{
		Use:   "preview FILES|FOLDERS...|-",
		Short: "Show how curve files are understood, and what they leave open",
		Long: `Read curve files without storing anything, and show what was understood of each: layout,
clock, labels, unit, step and range. What a file of an unusual layout does not say is
a question; while one is open the command ends with 8. -o json shows all columns.

` + answersHelp,
		Example: `  pmoctl curve preview onduleur.csv --operation ACC00000001
  pmoctl curve preview onduleur.csv --operation ACC00000001 --mapping onduleur.yaml`,
		Args: cobra.MinimumNArgs(1),
	}
	operation := factory.OperationFlag(cmd)
	nameFlag(cmd, &o.name)
	mappingFlag(cmd, &o.mappings)
	cmd.Flags().DurationVar(&o.wait.Limit, "timeout", lookTime, "how long to wait at most; then exit code 8")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		o.operation = *operation
		end, result, err := look(cmd.Context(), f, args, o)
		if err != nil {
			return err
		}
		return printFiles(f, end, result)
	}
	return cmd
}

// look waits for a dry run. The result is nil when the files were refused.
func look(ctx context.Context, f *factory.Factory, args []string, o importOptions) (*pmo.GetJobResponse, *pmo.CurveImportResult, error) {
	c, _, job, err := send(ctx, f, args, o)
	if err != nil {
		return nil, nil, err
	}
	end, err := f.WaitJob(ctx, c, job.Id, o.wait)
	if err != nil {
		return nil, nil, err
	}
	result, err := end.CurveImportResult()
	return end, result, err
}

func printFiles(f *factory.Factory, end *pmo.GetJobResponse, result *pmo.CurveImportResult) error {
	if result == nil {
		return f.PrintImport(end)
	}
	files := []pmo.FileUnderstanding{}
	if result.Files != nil {
		files = *result.Files
	}
	t := output.NewTable("file", "format", "mapping", "clock", "labels", "unit", "step", "from", "to", ">rows", ">questions", "fingerprint")
	for _, file := range files {
		rows := ""
		if file.Rows != nil {
			rows = fmt.Sprint(*file.Rows)
		}
		t.Add(file.FileName, file.Format, output.Or(file.MappingName), output.Or(file.Zone), output.Or(file.Labels), output.Or(file.Unit),
			output.Or(file.Step), instant(file.From), instant(file.To), rows, fmt.Sprint(len(file.Questions)), output.Or(file.Fingerprint))
	}
	open := f.Understood(*result)
	if err := f.Print(end.Body, t); err != nil {
		return err
	}
	return factory.OpenEnd(open)
}

func instant(at *time.Time) string {
	if at == nil {
		return ""
	}
	return at.Format(time.RFC3339)
}
