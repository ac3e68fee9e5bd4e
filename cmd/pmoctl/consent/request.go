package consent

import (
	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// NewRequests is the group of requests.
func NewRequests(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "request", Short: "What participants ask of who runs an operation, and what became of it"}
	cmd.AddCommand(newList(f), newAsk(f), newAnswer(f))
	return cmd
}

func table(rows []pmo.SiteRequest) *output.Table {
	t := output.NewTable("participant", "kind", "purpose", "day", "asked_at", "outcome", "note", "answer", "id")
	for _, r := range rows {
		purpose, day, outcome := "", "", ""
		if r.Purpose != nil {
			purpose = string(*r.Purpose)
		}
		if r.Day != nil {
			day = r.Day.String()
		}
		if r.Outcome != nil {
			outcome = string(*r.Outcome)
		}
		t.Add(r.ParticipantName, string(r.Kind), purpose, day, r.AskedAt.Format("2006-01-02"), outcome, output.Or(r.Note), output.Or(r.Answer), r.Id)
	}
	return t
}

func newList(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "list", Short: "What waits, oldest first, and then what was answered", Args: cobra.NoArgs}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		reply, err := c.ListSiteRequestsWithResponse(cmd.Context(), id, &pmo.ListSiteRequestsParams{})
		found, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, table(*found))
	}
	return cmd
}

func newAsk(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "ask SITE", Short: "Ask to leave the operation, or say that one moves out", Args: cobra.ExactArgs(1), ValidArgsFunction: f.CompleteSites}
	operation := factory.OperationFlag(cmd)
	kind := cmd.Flags().String("kind", "", "LEAVE or MOVE")
	on := cmd.Flags().String("day", "", "the last day, YYYY-MM-DD")
	note := cmd.Flags().String("note", "", "what is to be known of it")
	_ = cmd.MarkFlagRequired("kind")
	_ = cmd.MarkFlagRequired("day")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		day, err := factory.Day("day", *on)
		if err != nil {
			return err
		}
		body := pmo.SiteRequestAsk{Kind: pmo.SiteRequestAskKind(*kind), Day: day}
		if *note != "" {
			body.Note = note
		}
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		site, err := f.Participant(cmd.Context(), id, args[0])
		if err != nil {
			return err
		}
		reply, err := c.AskSiteRequestWithResponse(cmd.Context(), site, &pmo.AskSiteRequestParams{}, body)
		made, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, table([]pmo.SiteRequest{*made}))
	}
	return cmd
}

func newAnswer(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "answer ID", Short: "Say what became of a request", Args: cobra.ExactArgs(1)}
	operation := factory.OperationFlag(cmd)
	refused := cmd.Flags().Bool("refused", false, "it is refused; say why")
	note := cmd.Flags().String("note", "", "what is answered")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		body := pmo.SiteRequestAnswer{Outcome: pmo.SiteRequestOutcomeDONE}
		if *refused {
			body.Outcome = pmo.SiteRequestOutcomeREFUSED
		}
		if *note != "" {
			body.Note = note
		}
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		reply, err := c.AnswerSiteRequestWithResponse(cmd.Context(), id, args[0], &pmo.AnswerSiteRequestParams{}, body)
		answered, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, table([]pmo.SiteRequest{*answered}))
	}
	return cmd
}
