package user

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newSendActivation(f *factory.Factory) *cobra.Command {
	return &cobra.Command{
		Use:   "send-activation USER",
		Short: "Send the activation mail of an account again",
		Long: `Send the mail with the one-time link again, to the present address of an account
that has no password of its own yet. USER is its id or e-mail.`,
		Example: "  pmoctl user send-activation noe@example.org",
		Args:    cobra.ExactArgs(1),
		RunE:    func(cmd *cobra.Command, args []string) error { return sendActivation(cmd.Context(), f, args[0]) },
	}
}

func sendActivation(ctx context.Context, f *factory.Factory, name string) error {
	c, err := f.Client()
	if err != nil {
		return err
	}
	id, err := idOf(ctx, c, name)
	if err != nil {
		return err
	}
	if err := pmo.Done(c.SendUserActivationMailWithResponse(ctx, id, nil)); err != nil {
		return err
	}
	f.Note("the activation mail is on its way")
	return nil
}

// idOf is the id of an account that is named by it or by its e-mail.
func idOf(ctx context.Context, c *pmo.ClientWithResponses, name string) (string, error) {
	if !strings.Contains(name, "@") {
		return name, nil
	}
	params, err := listParams("", name)
	if err != nil {
		return "", err
	}
	users, _, err := pmo.Collect(c.AdminUsers(ctx, params))
	if err != nil {
		return "", err
	}
	for _, u := range users {
		if strings.EqualFold(u.Email, name) {
			return u.Id, nil
		}
	}
	return "", exit.Usagef("no account %q", name)
}
