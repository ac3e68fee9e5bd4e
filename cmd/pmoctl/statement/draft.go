package statement

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newDraft(f *factory.Factory) *cobra.Command {
	var upTo string
	cmd := &cobra.Command{
		Use:   "draft",
		Short: "Draft anew all that producers are owed up to a day",
		Long: `Draft anew all that producers are owed up to a day, today unless told, and that is on no
published statement. What cannot be stated is named with its reason, and the exit code is 8.`,
		Example: "  pmoctl statement draft --operation BE00000001 --bill-up-to 2026-10-31",
		Args:    cobra.NoArgs,
	}
	operation := factory.OperationFlag(cmd)
	cmd.Flags().StringVar(&upTo, "bill-up-to", "", "last day of periods, YYYY-MM-DD")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		body := pmo.StatementDrafting{}
		if body.BillUpTo, err = factory.DayOr("bill-up-to", upTo); err != nil {
			return err
		}
		reply, err := c.DraftStatementsWithResponse(cmd.Context(), id, nil, body)
		made, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		for _, r := range made.Refused {
			f.Note("%s, %s to %s: %s", r.ProducerName, r.PeriodStart, r.PeriodEnd, output.Item(r.Problem))
		}
		if err := f.Print(reply.Body, table(output.NewTable(columns()...), made.Statements...)); err != nil {
			return err
		}
		if n := len(made.Refused); n > 0 {
			return exit.Partialf("%d periods were left out", n)
		}
		return nil
	}
	return cmd
}

// outcome prints what became of each; refused ones are exit code 8.
func outcome(f *factory.Factory, raw []byte, list []pmo.ProducerStatement, results []pmo.BulkResult, done string) error {
	names := map[pmo.Id]pmo.ProducerStatement{}
	for _, s := range list {
		names[s.Id] = s
	}
	t, refused := output.NewTable("id", "producer", "from", "to", "status", "problem"), 0
	for _, r := range results {
		s, problem := names[r.Id], ""
		if r.Problem != nil {
			refused++
			problem = (&pmo.ProblemError{StatusCode: r.Problem.Status, Problem: *r.Problem}).Error()
		}
		t.Add(r.Id, s.ProducerName, s.PeriodStart.String(), s.PeriodEnd.String(), string(r.Status), problem)
	}
	if err := f.Print(raw, t); err != nil {
		return err
	}
	f.Note("%d %s, %d refused", len(results)-refused, done, refused)
	if refused > 0 {
		return exit.Partialf("%d statements were refused", refused)
	}
	return nil
}

func newPublish(f *factory.Factory) *cobra.Command {
	var yes bool
	cmd := &cobra.Command{
		Use:     "publish [ID...]",
		Short:   "Publish drafts: they get their numbers and never change again",
		Long:    "Publish drafts, all of the operation unless some are named: they get their numbers and never change again. One whose figures have changed since is refused.",
		Example: "  pmoctl statement publish --operation BE00000001 --yes",
	}
	operation := factory.OperationFlag(cmd)
	cmd.Flags().BoolVar(&yes, "yes", false, "do not ask")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		list, err := find(cmd.Context(), c, id, args, pmo.StatementStatusDRAFT)
		if err != nil {
			return err
		}
		if len(list) == 0 {
			f.Note("there is no draft")
			return nil
		}
		if err := f.Confirm(cmd.Context(), yes, fmt.Sprintf("Publish %d statements, %s EUR in all", len(list), output.Euro(total(list)))); err != nil {
			return err
		}
		reply, err := c.PublishStatementsWithResponse(cmd.Context(), id, nil, pmo.StatementSelection{Ids: ids(list)})
		r, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return outcome(f, reply.Body, list, r.Results, "published")
	}
	return cmd
}

func newSend(f *factory.Factory) *cobra.Command {
	var yes bool
	cmd := &cobra.Command{Use: "send ID|NUMBER...", Short: "Mail published statements to those whom they are owed, again where that is asked", Args: cobra.MinimumNArgs(1)}
	operation := factory.OperationFlag(cmd)
	cmd.Flags().BoolVar(&yes, "yes", false, "do not ask")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		list, err := find(cmd.Context(), c, id, args, "")
		if err != nil {
			return err
		}
		if err := f.Confirm(cmd.Context(), yes, fmt.Sprintf("Mail %d statements", len(list))); err != nil {
			return err
		}
		reply, err := c.SendStatementsWithResponse(cmd.Context(), id, nil, pmo.StatementSelection{Ids: ids(list)})
		r, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return outcome(f, reply.Body, list, r.Results, "queued")
	}
	return cmd
}

func newDelete(f *factory.Factory) *cobra.Command {
	var yes bool
	cmd := &cobra.Command{Use: "delete ID", Short: "Delete a draft", Args: cobra.ExactArgs(1)}
	operation := factory.OperationFlag(cmd)
	cmd.Flags().BoolVar(&yes, "yes", false, "do not ask")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		if err := f.Confirm(cmd.Context(), yes, "Delete this draft"); err != nil {
			return err
		}
		reply, err := c.DeleteStatementWithResponse(cmd.Context(), id, args[0])
		return pmo.Done(reply, err)
	}
	return cmd
}

func newCancel(f *factory.Factory) *cobra.Command {
	var yes bool
	var reason string
	cmd := &cobra.Command{
		Use:   "cancel ID|NUMBER",
		Short: "Take a published statement back",
		Long:  "Take a published statement back: it stays with its number, and its days are stated anew. An invoice of the producer is taken back by the producer alone.",
		Args:  cobra.ExactArgs(1),
	}
	operation := factory.OperationFlag(cmd)
	cmd.Flags().StringVar(&reason, "reason", "", "why (500 characters at most)")
	cmd.Flags().BoolVar(&yes, "yes", false, "do not ask")
	_ = cmd.MarkFlagRequired("reason")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		list, err := find(cmd.Context(), c, id, args, "")
		if err != nil {
			return err
		}
		if err := f.Confirm(cmd.Context(), yes, "Take this statement back"); err != nil {
			return err
		}
		reply, err := c.CancelStatementWithResponse(cmd.Context(), id, list[0].Id, nil, pmo.StatementCancellation{Reason: reason})
		s, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, table(output.One(columns()...), *s))
	}
	return cmd
}
