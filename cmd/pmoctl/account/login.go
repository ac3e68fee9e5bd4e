// Package account holds the commands of who is signed in.
package account

import (
	"cmp"
	"context"
	"net/url"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

type loginOptions struct {
	url, email, name, code string
	passwordStdin          bool
}

// NewLogin signs in and keeps an API token.
func NewLogin(f *factory.Factory) *cobra.Command {
	var o loginOptions
	cmd := &cobra.Command{
		Use:   "login [URL]",
		Short: "Sign in: make an API token and keep it in your config folder",
		Long: `Sign in with e-mail and password, and a code where the account has a second factor, make an API token and keep it, with the address
of the server, in your config folder (readable by you alone). The password is not
kept. It goes into the context of that server, or the one that --context names, which
becomes the current one; the token that context had before is revoked.`,
		Example: `  pmoctl login https://pmo.example.org --email camille@example.org
  pmoctl login https://test.example.org --context test --email camille@example.org
  pmoctl login --email organizer@demo.pmo --password-stdin < password.txt`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				o.url = args[0]
			}
			return login(cmd.Context(), f, o)
		},
	}
	cmd.Flags().StringVar(&o.email, "email", "", "your e-mail address (asked on a terminal)")
	cmd.Flags().BoolVar(&o.passwordStdin, "password-stdin", false, "read the password from standard input")
	cmd.Flags().StringVar(&o.code, "code", "", "code of the second factor (asked on a terminal)")
	cmd.Flags().StringVar(&o.name, "name", "", "name of the token (default pmoctl@<this machine>)")
	return cmd
}

func login(ctx context.Context, f *factory.Factory, o loginOptions) error {
	saved, err := factory.LoadSettings()
	if err != nil {
		return err
	}
	kept, err := contextFor(saved, f.ContextName, strings.TrimSpace(cmp.Or(o.url, os.Getenv("PMO_URL"))))
	if err != nil {
		return err
	}
	before := kept
	o.url = kept.URL
	if _, err := pmo.Connect(o.url); err != nil {
		return exit.AsUsage(err)
	}
	if unprotected(o.url) {
		f.Note("warning: %s is not encrypted, your password can be read on the way", o.url)
	}
	if o.email == "" {
		if o.email, err = f.Ask(ctx, "E-mail", false); err != nil {
			return err
		}
	}
	password, err := f.Secret(ctx, o.passwordStdin, "Password")
	if err != nil {
		return err
	}
	code := func(ctx context.Context) (string, error) {
		if o.code != "" {
			return o.code, nil
		}
		return f.Ask(ctx, "Code of your authenticator app, or a recovery code", false)
	}
	token, err := pmo.SignInWithCode(ctx, o.url, o.email, password, code, cmp.Or(o.name, tokenName()), f.Options()...)
	if err != nil {
		return err
	}
	kept.Token, kept.TokenID, kept.Email = *token.Secret, token.Id, o.email
	saved.Put(kept)
	saved.Current = kept.Name
	if err := factory.SaveSettings(saved); err != nil {
		return err
	}
	if before.TokenID != "" {
		_ = f.Revoke(ctx, before) // the earlier token is of no use any more; it may be gone already
	}
	f.Note("signed in at %s as %s", o.url, o.email)
	return nil
}

// contextFor is the context that a login fills: the named one, else that of the server,
// else a new one. Without an address it is the server of the context that holds.
func contextFor(saved factory.Settings, name, address string) (factory.Context, error) {
	current, _ := saved.Named(saved.Current)
	if name == "" {
		address = cmp.Or(address, current.URL, factory.DefaultURL)
		if c, ok := saved.At(address); ok {
			return c, nil
		}
		return factory.Context{Name: saved.NewName(address), URL: address}, nil
	}
	c, ok := saved.Named(name)
	switch {
	case !ok:
		return factory.Context{Name: name, URL: cmp.Or(address, factory.DefaultURL)}, nil
	case address != "" && !factory.SameServer(address, c.URL):
		return c, exit.Usagef("the context %q is of %s, not of %s", name, c.URL, address)
	}
	return c, nil
}

// tokenName tells the person later, in the list of tokens, which machine it is on.
func tokenName() string {
	host, err := os.Hostname()
	if err != nil || host == "" {
		return "pmoctl"
	}
	name := "pmoctl@" + host
	return name[:min(len(name), 100)]
}

// unprotected reports whether what is sent there can be read by others.
func unprotected(address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" {
		return false
	}
	host := u.Hostname()
	return host != "localhost" && host != "::1" && !strings.HasPrefix(host, "127.")
}
