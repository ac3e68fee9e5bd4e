package app

import (
	"context"
	"errors"
	"fmt"

	"github.com/openpmo/pmo/adapters/postgres/accountstore"
	"github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/allocation/coefficientset/reminder"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/mail"
	"github.com/openpmo/pmo/sdk/ui/catalogues"
)

// reminderMail writes about coefficients that are due (reminder.Mail).
type reminderMail struct{ *App }

// reminderWords is the beginning of the catalogue's keys of each kind.
var reminderWords = map[reminder.Kind]string{
	reminder.Soon: "coefficientsSoon", reminder.Last: "coefficientsLast", reminder.Late: "coefficientsLate",
}

func (m reminderMail) SendReminder(ctx context.Context, t reminder.Text) error {
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
	params := map[string]any{"name": name, "operation": t.Operation, "month": printed(t.Month.First())[3:],
		"deadline": printed(t.Deadline), "support": m.config.SupportEmail,
		"link": m.config.PublicURL + "/pmo/operations/" + string(t.OperationID) + "/month/" + t.Month.String()}
	text := func(key string) string {
		return catalogues.Text(string(u.Language), "mail", reminderWords[t.Kind]+key, params)
	}
	return m.wiring.mail.Send(ctx, mail.Message{ID: t.MessageID, To: string(u.Email), Subject: text(".subject"), Text: text(".text")})
}

// printed is a day as both languages write it, dd/mm/yyyy.
func printed(d civil.Date) string {
	year, month, day := d.YearMonthDay()
	return fmt.Sprintf("%02d/%02d/%04d", day, month, year)
}
