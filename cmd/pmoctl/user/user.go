// Package user holds the commands of accounts, for the back-office.
package user

import (
	"time"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// New is the noun with its verbs.
func New(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "user", Short: "Accounts (administrators only)", Aliases: []string{"users"}}
	cmd.AddCommand(newList(f), newCreate(f), newSendActivation(f), newResetSecondFactor(f))
	return cmd
}

func columns() []string {
	return []string{"id", "email", "role", "firstname", "lastname", "structure", "initialized", "active", "activation_error", "last_login"}
}

func row(u pmo.AdminUser) []string {
	last := ""
	if u.LastLoginAt != nil {
		last = u.LastLoginAt.Format(time.RFC3339)
	}
	return []string{u.Id, u.Email, string(u.Role), output.Or(u.Firstname), output.Or(u.Lastname), output.Or(u.Structure),
		output.Yes(u.Initialized), output.Yes(u.Active), output.Or(u.ActivationError), last}
}
