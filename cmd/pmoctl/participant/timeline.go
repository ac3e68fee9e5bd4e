package participant

import (
	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newTimeline(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:               "timeline SITE",
		Short:             "How a site came in and left, and why its status is what it is",
		Example:           "  pmoctl participant timeline 99100000000017 --operation ACC00000001",
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: f.CompleteSites,
	}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, operationID, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		id, err := f.Participant(cmd.Context(), operationID, args[0])
		if err != nil {
			return err
		}
		reply, err := c.GetParticipantTimelineWithResponse(cmd.Context(), id)
		told, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		f.Note("%s: %s", told.Reason.Status, output.Plain(told.Reason.Text))
		t := output.NewTable("step", "state", "date", "invoice", "reason")
		for _, s := range told.Steps {
			t.Add(string(s.Kind), string(s.State), output.Or(s.Date), output.Or(s.InvoiceNumber), output.Plain(output.Or(s.Reason)))
		}
		return f.Print(reply.Body, t)
	}
	return cmd
}
