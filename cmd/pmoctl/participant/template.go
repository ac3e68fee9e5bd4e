package participant

import (
	"os"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newTemplate(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "template",
		Short: "Save the sites that stand as a workbook, to be changed and imported again",
		Long: `Save a perimeter file of the operation, filled with its sites. Imported again as it is it
changes nothing. - writes it to the standard output.`,
		Example: "  pmoctl participant template --operation ACC00000001 --out sites.xlsx",
		Args:    cobra.NoArgs,
	}
	operation := factory.OperationFlag(cmd)
	out := cmd.Flags().String("out", "", "where to; a file that is there is written over")
	_ = cmd.MarkFlagRequired("out")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, operationID, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		reply, err := c.GetParticipantImportTemplateWithResponse(cmd.Context(), operationID)
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
