package mandate

import (
	"bytes"
	"encoding/csv"
	stdjson "encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// importColumns are the columns of a list of mandates, named as in the contract.
var importColumns = []string{"participantId", "dsoId", "mandateId", "debtorName", "iban", "bic", "scheme", "signatureDate", "bankReconciliationId"}

func newImport(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "import FILE",
		Short: "Keep the mandates of a CSV file, all or none",
		Long: `Keep the mandates of a CSV file, all or none; each row that is wrong is told with its
row and field. The first line names the columns, by ; or ,: ` + strings.Join(importColumns, ", ") + `.
A check (--dry-run) exits 8 while a row is rejected. Rows that are kept already change
nothing, so that a file may be sent again.`,
		Example: "  pmoctl mandate import mandats.csv --operation ACC00000001 --issuer 'Commune de Fougères' --dry-run",
		Args:    cobra.ExactArgs(1),
	}
	operation, issuer := factory.OperationFlag(cmd), issuerFlag(cmd)
	dryRun := cmd.Flags().Bool("dry-run", false, "check only, change nothing")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		raw, err := os.ReadFile(args[0])
		if err != nil {
			return exit.AsUsage(err)
		}
		rows, err := readRows(raw)
		if err != nil {
			return exit.Usagef("%s: %s", args[0], err)
		}
		body, err := stdjson.Marshal(map[string]any{"mandates": rows})
		if err != nil {
			return err
		}
		c, issuerID, err := at(cmd.Context(), f, *operation, *issuer)
		if err != nil {
			return err
		}
		reply, err := c.ImportMandatesByBillingEntityWithBodyWithResponse(cmd.Context(), issuerID, &pmo.ImportMandatesByBillingEntityParams{DryRun: dryRun}, json, bytes.NewReader(body))
		r, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		if r.DryRun {
			f.Items(r.Errors)
			f.Note("checked only, nothing was changed")
		}
		err = f.Print(reply.Body, output.One("created", "unchanged", "rejected", "dry_run").
			Add(fmt.Sprint(r.Created), fmt.Sprint(r.Unchanged), fmt.Sprint(r.Rejected), output.Yes(r.DryRun)))
		if err == nil && r.Rejected > 0 {
			return exit.Partialf("%d rows cannot be taken: correct them, nothing is imported while there is one", r.Rejected)
		}
		return err
	}
	return cmd
}

// readRows reads the lines of a file below that of the columns.
func readRows(raw []byte) ([]map[string]string, error) {
	raw = bytes.TrimPrefix(raw, []byte("\ufeff"))
	head, _, _ := bytes.Cut(raw, []byte("\n"))
	r := csv.NewReader(bytes.NewReader(raw))
	if bytes.Contains(head, []byte(";")) {
		r.Comma = ';'
	}
	lines, err := r.ReadAll()
	if err != nil || len(lines) == 0 {
		return nil, err
	}
	for i, name := range lines[0] {
		lines[0][i] = strings.TrimSpace(name)
		if !slices.Contains(importColumns, lines[0][i]) {
			return nil, fmt.Errorf("there is no column %q; columns are %s", name, strings.Join(importColumns, ", "))
		}
		if slices.Contains(lines[0][:i], lines[0][i]) {
			return nil, fmt.Errorf("the column %q is there twice", lines[0][i])
		}
	}
	rows := make([]map[string]string, 0, len(lines)-1)
	for _, line := range lines[1:] {
		row := map[string]string{}
		for i, value := range line {
			if value != "" {
				row[lines[0][i]] = value
			}
		}
		rows = append(rows, row)
	}
	return rows, nil
}
