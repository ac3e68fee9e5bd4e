package account

import (
	"context"
	"net/http"
	"os"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// NewLogout revokes the saved token and forgets it.
func NewLogout(f *factory.Factory) *cobra.Command {
	return &cobra.Command{
		Use:   "logout",
		Short: "Revoke the saved API token and forget it",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return logout(cmd.Context(), f) },
	}
}

func logout(ctx context.Context, f *factory.Factory) error {
	saved, err := factory.LoadSettings()
	if err != nil {
		return err
	}
	if saved.Token == "" {
		return exit.Authf("nobody is signed in here")
	}
	err = revoke(ctx, f, saved)
	switch pmo.StatusOf(err) {
	case http.StatusUnauthorized, http.StatusNotFound: // revoked already, elsewhere
		err = nil
	}
	if err != nil {
		return err
	}
	if err := factory.RemoveSettings(); err != nil {
		return err
	}
	f.Note("signed out at %s", saved.URL)
	if os.Getenv("PMO_TOKEN") != "" {
		f.Note("PMO_TOKEN is still set")
	}
	return nil
}
