package curve

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

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
