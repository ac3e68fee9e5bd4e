// Package message holds the commands of messages to the people of an operation.
package message

import (
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// New is the group.
func New(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "message", Short: "Write to participants and observers, and see what became of it"}
	cmd.AddCommand(newSend(f), newRecipients(f), newList(f), newShow(f), newResend(f))
	return cmd
}

func newRecipients(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "recipients", Short: "List who can be written to, and at which address", Args: cobra.NoArgs}
	operation := factory.OperationFlag(cmd)
	group := cmd.Flags().String("group", "", "consumers, producers or observers (default all)")
	text := cmd.Flags().String("q", "", "words of the name, holder or address")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		params := &pmo.ListRecipientsParams{}
		if *group != "" {
			one := pmo.ParticipantGroup(*group)
			params.Group = &one
		}
		if *text != "" {
			params.Q = text
		}
		reply, err := c.ListRecipientsWithResponse(cmd.Context(), id, params)
		found, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		t := output.NewTable("name", "kind", "email", "reach", "language", "id")
		for _, r := range *found {
			t.Add(r.Name, string(r.Kind), output.Or(r.Email), string(r.Reach), string(r.Language), r.Id)
		}
		return f.Print(reply.Body, t)
	}
	return cmd
}

func newList(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "list", Short: "List the messages of an operation, newest first", Args: cobra.NoArgs}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		reply, err := c.ListMessagesWithResponse(cmd.Context(), id, &pmo.ListMessagesParams{})
		found, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		t := output.NewTable("sent_at", "subject", "author", "queued", "sent", "rejected", "failed", "unreached", "id")
		for _, m := range *found {
			t.Add(append([]string{m.SentAt.Format(time.DateTime), m.Subject, m.Author}, append(counts(m.Counts), m.Id)...)...)
		}
		return f.Print(reply.Body, t)
	}
	return cmd
}

func newShow(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "show ID", Short: "Show a message and what became of each mail", Args: cobra.ExactArgs(1)}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		reply, err := c.GetMessageWithResponse(cmd.Context(), id, args[0])
		m, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		f.Note("%s\n\n%s\n", m.Subject, m.Body)
		t := output.NewTable("status", "email", "recipients", "at")
		for _, d := range m.Deliveries {
			t.Add(string(d.Status), d.Email, names(d.Recipients), d.At.Format(time.DateTime))
		}
		for _, r := range m.Unreached {
			t.Add(string(r.Reach), output.Or(r.Email), r.Name, "")
		}
		return f.Print(reply.Body, t)
	}
	return cmd
}

func newResend(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "resend ID RECIPIENT", Short: "Send a message again to one recipient, at the address that it has now",
		Long: "Send a message again to one recipient (an id of 'pmoctl message show -o json'), at the address that it has now.", Args: cobra.ExactArgs(2)}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		reply, err := c.ResendMessageWithResponse(cmd.Context(), id, args[0], args[1], &pmo.ResendMessageParams{})
		d, err := pmo.Accepted(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, output.One("status", "email").Add(string(d.Status), d.Email))
	}
	return cmd
}

func names(rs []pmo.MessageRecipient) string {
	out := make([]string, len(rs))
	for n, r := range rs {
		out[n] = r.Name
	}
	return strings.Join(out, ", ")
}
