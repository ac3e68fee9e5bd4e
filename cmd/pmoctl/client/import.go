package client

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

// newImport adds and updates clients by a table.
func newImport(f *factory.Factory) *cobra.Command {
	var dryRun, addZeros bool
	cmd := &cobra.Command{
		Use:   "import FILE",
		Short: "Add and update clients from a table, all lines or none",
		Long: `A table (.xlsx or .csv) with the columns nom, adresse, code_postal, ville, and as wanted
complement, pays, email, telephone, contact, numero_legal, tva, contrat, type (particulier
or professionnel), langue, iban, bic, reference, etiquettes, sites (PRM or EAN); at most 500 lines.
A line is about the client with its reference, else with its name; empty cells leave what is
there. A check names what every line would do, and exits 8 while one is rejected; the same file
again changes nothing.`,
		Example: "  pmoctl client import clients.xlsx --operation ACC00000001 --dry-run",
		Args:    cobra.ExactArgs(1),
	}
	operation := factory.OperationFlag(cmd)
	cmd.Flags().BoolVar(&dryRun, "dry-run", false, "check only, change nothing")
	cmd.Flags().BoolVar(&addZeros, "add-zeros", false, "put back the zeros that a spreadsheet has cut")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return importClients(cmd.Context(), f, *operation, args[0], &pmo.ImportClientsParams{DryRun: &dryRun, AddZeros: &addZeros})
	}
	return cmd
}

func importClients(ctx context.Context, f *factory.Factory, operation, path string, params *pmo.ImportClientsParams) error {
	if info, err := os.Stat(path); err != nil {
		return exit.AsUsage(err)
	} else if !info.Mode().IsRegular() {
		return exit.Usagef("%s is not a file", path)
	}
	c, id, err := f.At(ctx, operation)
	if err != nil {
		return err
	}
	contentType, body := pmo.Files("file", []string{path})
	reply, err := c.ImportClientsWithBodyWithResponse(ctx, id, params, contentType, body)
	r, err := pmo.OK(reply, err)
	if err != nil {
		return err
	}
	if r.Warnings != nil && len(*r.Warnings) > 0 {
		f.Note("warnings:")
		f.Items(r.Warnings)
	}
	if r.DryRun {
		noteLines(f, r.Rows)
		f.Items(r.Errors)
		f.Note("checked only, nothing was changed")
	}
	err = f.Print(reply.Body, output.One("created", "updated", "unchanged", "dry_run").
		Add(fmt.Sprint(r.Created), fmt.Sprint(r.Updated), fmt.Sprint(r.Unchanged), output.Yes(r.DryRun)))
	if err == nil && r.Rejected != nil && *r.Rejected > 0 {
		return exit.Partialf("%d lines cannot be taken: correct them, nothing is imported while there is one", *r.Rejected)
	}
	return err
}

// noteLines says on the error stream what each line of a checked table would do.
func noteLines(f *factory.Factory, rows *[]pmo.ImportRow) {
	if rows == nil {
		return
	}
	for _, row := range *rows {
		said := []string{strings.ToLower(string(row.Outcome))}
		if row.Changes != nil {
			for _, c := range *row.Changes {
				said = append(said, fmt.Sprintf("%s %q → %q", c.Field, c.Before, c.After))
			}
		}
		f.Note("row %d %s %s", row.Row, output.Plain(row.Name), strings.Join(said, ", "))
	}
}
