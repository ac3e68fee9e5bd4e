package participant

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newSendMail(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "send-mail SITE",
		Short: "Send again the mail that a site waits for",
		Long: `Send again the mail that a site waits for: the activation of its account, or the
invitation of the address that it was proposed to.`,
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
