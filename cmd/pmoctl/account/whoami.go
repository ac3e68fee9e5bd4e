package account

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// NewWhoami shows whom the token stands for.
func NewWhoami(f *factory.Factory) *cobra.Command {
	return &cobra.Command{
		Use:   "whoami",
		Short: "Show who is signed in, where, and with which role",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := f.Client()
			if err != nil {
				return err
			}
			reply, err := c.GetSessionWithResponse(cmd.Context())
			s, err := pmo.OK(reply, err)
			if err != nil {
				return err
			}
			address, _, err := f.Server()
			if err != nil {
				return err
			}
			name := strings.TrimSpace(output.Or(s.Firstname) + " " + output.Or(s.Lastname))
			return f.Print(reply.Body, output.One("email", "name", "role", "language", "initialized", "terms_accepted", "server").
				Add(s.Email, name, string(s.Role), string(s.Language), output.Yes(s.Initialized), output.Yes(s.HasAcceptedCgu), address))
		},
	}
}
