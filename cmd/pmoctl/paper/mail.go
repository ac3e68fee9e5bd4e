package paper

import (
	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func mailTable(rows []pmo.PaperMail) *output.Table {
	t := output.NewTable("asked_at", "kind", "email", "status", "reason", "asked_by")
	for _, m := range rows {
		t.Add(m.AskedAt.Format("2006-01-02 15:04"), string(m.Kind), m.Email, string(m.Status), output.Or(m.Reason), output.Or(m.AskedBy))
	}
	return t
}

func newMails(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "mails ID", Short: "List the mails to the account that a paper waits for, newest first", Args: cobra.ExactArgs(1)}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		reply, err := c.ListPaperMailsWithResponse(cmd.Context(), id, args[0], nil)
		found, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, mailTable(*found))
	}
	return cmd
}

func newMail(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "mail ID", Short: "Write again to the account that a paper waits for", Args: cobra.ExactArgs(1)}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		reply, err := c.SendPaperMailWithResponse(cmd.Context(), id, args[0], nil)
		sent, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, mailTable([]pmo.PaperMail{*sent}))
	}
	return cmd
}
