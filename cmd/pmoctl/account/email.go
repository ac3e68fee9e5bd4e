package account

import (
	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newEmail(f *factory.Factory) *cobra.Command {
	passwordStdin := false
	cmd := &cobra.Command{
		Use:     "email ADDRESS",
		Short:   "Ask for another e-mail address; a link sent there confirms it, and the present one is told",
		Example: "  pmoctl account email camille@example.org",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := f.Client()
			if err != nil {
				return err
			}
			session, err := c.GetSessionWithResponse(cmd.Context())
			who, err := pmo.OK(session, err)
			if err != nil {
				return err
			}
			password, err := f.Secret(cmd.Context(), passwordStdin, "Password")
			if err != nil {
				return err
			}
			reply, err := c.CreateEmailChangeWithResponse(cmd.Context(), who.Id, pmo.EmailChange{Email: args[0], Password: password})
			asked, err := pmo.Accepted(reply, err)
			if err != nil {
				return err
			}
			return f.Print(reply.Body, output.One("email", "new_email").Add(asked.Email, output.Or(asked.NewEmail)))
		},
	}
	cmd.Flags().BoolVar(&passwordStdin, "password-stdin", false, "read the password from standard input")
	return cmd
}
