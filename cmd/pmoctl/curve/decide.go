package curve

import (
	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

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
