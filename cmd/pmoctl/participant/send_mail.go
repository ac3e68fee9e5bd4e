package participant

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/invitationmail"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newSendMail(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "send-mail SITE",
		Short: "Send again the mail that a site waits for",
		Long: `Send again the mail that a site waits for: the activation of its account, or the
invitation of the address that it was proposed to, which then stands for thirty days anew.`,
		Example: "  pmoctl participant send-mail 99100000000017 --operation ACC00000001",
		Args:    cobra.ExactArgs(1),
	}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return sendMail(cmd.Context(), f, *operation, args[0]) }
	return cmd
}

func sendMail(ctx context.Context, f *factory.Factory, operation, name string) error {
	c, id, err := f.At(ctx, operation)
	if err != nil {
		return err
	}
	siteID, err := f.Participant(ctx, id, name)
	if err != nil {
		return err
	}
	if err := pmo.Done(c.SendParticipantAccountMailWithResponse(ctx, siteID, nil)); err != nil {
		return err
	}
	f.Note("the mail is on its way")
	return nil
}

func newMails(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:               "mails SITE",
		Short:             "List the mails that invited somebody to follow a site, and what became of them",
		Example:           "  pmoctl participant mails 99100000000017 --operation ACC00000001",
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
		reply, err := c.ListParticipantInvitationMailsWithResponse(cmd.Context(), id, nil)
		list, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, invitationmail.Table(*list))
	}
	return cmd
}
