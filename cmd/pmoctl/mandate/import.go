package mandate

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newImport(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "import FILE",
		Short: "Keep the mandates of a workbook or a CSV file, all or none",
		Long: `Keep the mandates of a file (.xlsx or .csv), all or none; what is wrong is told with its line
and field. The first line names the columns, in any order: prm or ean (dsoId), rum (mandateId),
debiteur (debtorName), iban, date_signature (signatureDate), and as wanted bic, schema (scheme),
rapprochement (bankReconciliationId); participant (participantId) may stand in place of prm.
At most 1000 lines. A check (--dry-run) exits 8 while a row is rejected. Mandates that are kept
already change nothing, so that a file may be sent again. mandate template saves a file to fill.`,
		Example: "  pmoctl mandate import mandats.xlsx --operation ACC00000001 --issuer 'Commune de Fougères' --dry-run",
		Args:    cobra.ExactArgs(1),
	}
	operation, issuer := factory.OperationFlag(cmd), issuerFlag(cmd)
	dryRun := cmd.Flags().Bool("dry-run", false, "check only, change nothing")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if info, err := os.Stat(args[0]); err != nil {
			return exit.AsUsage(err)
		} else if !info.Mode().IsRegular() {
			return exit.Usagef("%s is not a file", args[0])
		}
		c, issuerID, err := at(cmd.Context(), f, *operation, *issuer)
		if err != nil {
			return err
		}
		contentType, body := pmo.Files("file", []string{args[0]})
		reply, err := c.ImportMandateFileByBillingEntityWithBodyWithResponse(cmd.Context(), issuerID, &pmo.ImportMandateFileByBillingEntityParams{DryRun: dryRun}, contentType, body)
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

func newTemplate(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "template",
		Short: "Save a list of mandates to be filled, as a workbook",
		Long: `Save a list of mandates to be filled and imported, with the sites that consume and have no
mandate that holds. - writes it to the standard output.`,
		Example: "  pmoctl mandate template --operation ACC00000001 --issuer 'Commune de Fougères' --out mandats.xlsx",
		Args:    cobra.NoArgs,
	}
	operation, issuer := factory.OperationFlag(cmd), issuerFlag(cmd)
	out := cmd.Flags().String("out", "", "where to; a file that is there is written over")
	_ = cmd.MarkFlagRequired("out")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, issuerID, err := at(cmd.Context(), f, *operation, *issuer)
		if err != nil {
			return err
		}
		reply, err := c.GetMandateImportTemplateWithResponse(cmd.Context(), issuerID)
		if err != nil {
			return err
		}
		if reply.StatusCode() != 200 {
			return pmo.Refused(reply.StatusCode(), reply.Body)
		}
		if *out == "-" {
			_, err := f.Out.Write(reply.Body)
			return err
		}
		if err := os.WriteFile(*out, reply.Body, 0o600); err != nil {
			return err
		}
		f.Note("saved %s", *out)
		return nil
	}
	return cmd
}
