package app

import (
	"context"
	"errors"
	"fmt"
	"net/url"

	"github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/mail"
	"github.com/openpmo/pmo/sdk/ui/catalogues"
)

// activationMail writes the mail with the one-time link (account.ActivationMail).
type activationMail struct{ *App }

func (m activationMail) SendActivation(ctx context.Context, u account.User, secret string) error {
	text := func(key string, params map[string]any) string {
		return catalogues.Text(string(u.Language), "mail", key, params)
	}
	name := u.Person.Firstname
	if name == "" {
		name = string(u.Email)
	}
	return m.wiring.mail.Send(ctx, mail.Message{ID: id.New(), To: string(u.Email), Subject: text("activation.subject", nil),
		Text: text("activation.text", map[string]any{"name": name, "email": string(u.Email), "link": m.accountLink(secret, ""),
			"days": int(account.LinkLife.Hours() / 24), "support": m.config.SupportEmail})})
}

// accountLink is where the holder of a one-time link chooses a password. The secret is
// behind #, which browsers send to no server and no proxy writes down.
func (a *App) accountLink(secret, more string) string {
	return a.config.PublicURL + "/initAccount#" + url.Values{"token": {secret}}.Encode() + more
}

// firstAdmin tells how to begin in a database where nobody can sign in yet: a link
// that opens the first account, or the command that does.
func (a *App) firstAdmin(ctx context.Context) error {
	secret, err := a.Services.Account.FirstAdminLink(ctx)
	if errors.Is(err, account.ErrAdminExists) {
		return nil
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(a.out, "No account exists yet. Open the first one, an administrator, with this link; it holds once, for %d days:\n\n  %s\n\nOr on this machine: pmo-server admin create EMAIL\n",
		int(account.LinkLife.Hours()/24), a.accountLink(secret, "&first=1"))
	return nil
}
