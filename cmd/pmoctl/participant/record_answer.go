package participant

import (
	"bytes"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/fields"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newRecordAnswer(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "record-answer SITE",
		Short: "Write down what the operator answered about a site",
		Long: `Write down what the operator answered to the entry or the exit of a site, where
nothing connects to it. It takes the place of an earlier answer.`,
		Example:           "  pmoctl participant record-answer 99100000000017 --operation ACC00000001 --request ENTRY --answer ACCEPTED --date 2026-10-01",
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: f.CompleteSites,
	}
	operation := factory.OperationFlag(cmd)
	body := fields.Bind(cmd, []fields.Field{
		{Flag: "request", Name: "request", Values: []string{"ENTRY", "EXIT"}, Usage: "what was asked"},
		{Flag: "answer", Name: "answer", Values: []string{"ACCEPTED", "REFUSED", "WAITING"}},
		{Flag: "date", Name: "date", Kind: fields.Day, Usage: "with ACCEPTED: first day in the perimeter, or last one (default: the day that is stored)"},
		{Flag: "reason", Name: "reason", Usage: "with REFUSED: what the operator said"},
	})
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		raw, err := body.JSON(f.In)
		if err != nil {
			return err
		}
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		siteID, err := f.Participant(cmd.Context(), id, args[0])
		if err != nil {
			return err
		}
		reply, err := c.RecordParticipantDsoAnswerWithBodyWithResponse(cmd.Context(), siteID, nil, "application/json", bytes.NewReader(raw))
		site, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		noteTouched(f, site.TouchedInvoices)
		return f.Print(reply.Body, output.One(columns()...).Add(row(*site)...))
	}
	return cmd
}
