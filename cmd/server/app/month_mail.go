package app

import (
	"context"
	"errors"

	"github.com/openpmo/pmo/adapters/postgres/accountstore"
	"github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/mail"
	"github.com/openpmo/pmo/core/month/notice"
	"github.com/openpmo/pmo/sdk/ui/catalogues"
)

// monthMail writes about months that are ready (notice.Mail).
type monthMail struct{ *App }

func (m monthMail) SendNotice(ctx context.Context, t notice.Text) error {
	u, err := accountstore.NewUsers(m.db).ByID(ctx, t.UserID)
	if errors.Is(err, account.ErrNotFound) || err == nil && !u.Active {
		return nil
	}
	if err != nil {
		return err
	}
	name := u.Person.Firstname
	if name == "" {
		name = string(u.Email)
	}
	params := map[string]any{"name": name, "operation": t.Operation, "month": printed(t.Month.First())[3:], "sites": t.Sides,
		"support": m.config.SupportEmail, "link": m.config.PublicURL + "/pmo/operations/" + string(t.OperationID) + "/month/" + t.Month.String()}
	text := func(key string) string { return catalogues.Text(string(u.Language), "mail", "monthReady"+key, params) }
	return m.wiring.mail.Send(ctx, mail.Message{ID: t.MessageID, To: string(u.Email), Subject: text(".subject"), Text: text(".text")})
}
