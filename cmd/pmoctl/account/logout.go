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
		Short: "Revoke the saved API token of the context and forget it",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return logout(cmd.Context(), f) },
	}
}

func logout(ctx context.Context, f *factory.Factory) error {
	saved, err := factory.LoadSettings()
	if err != nil {
		return err
	}
	kept, _, err := f.Context()
	if err != nil {
		return err
	}
	if kept.Token == "" {
		return exit.Authf("nobody is signed in here")
	}
	if kept.TokenID != "" { // else it was not made here, and is the person's to revoke
		err = f.Revoke(ctx, kept)
		switch pmo.StatusOf(err) {
		case http.StatusUnauthorized, http.StatusNotFound: // revoked already, elsewhere
			err = nil
		}
		if err != nil {
			return err
		}
	}
	kept.Token, kept.TokenID, kept.Email = "", "", ""
	saved.Put(kept)
	if kept.Operation == "" { // nothing is left that is worth a name
		saved.Remove(kept.Name)
	}
	if err := factory.SaveSettings(saved); err != nil {
		return err
	}
	f.Note("signed out at %s", kept.URL)
	if os.Getenv("PMO_TOKEN") != "" {
		f.Note("PMO_TOKEN is still set")
	}
	return nil
}
