package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/openpmo/pmo/adapters/postgres/accountstore"
	"github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/allocation/coefficientset/reminder"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/mail"
	"github.com/openpmo/pmo/core/month/notice"
	"github.com/openpmo/pmo/sdk/ui/catalogues"
)

// reminderMail writes about coefficients that are due (reminder.Mail).
type reminderMail struct{ *App }

// reminderWords is the beginning of the catalogue's keys of each kind.
var reminderWords = map[reminder.Kind]string{
	reminder.Soon: "coefficientsSoon", reminder.Last: "coefficientsLast", reminder.Late: "coefficientsLate",
}

func (m reminderMail) SendReminder(ctx context.Context, t reminder.Text) error {
	return m.mailOrganizer(ctx, t.UserID, t.MessageID, reminderWords[t.Kind], map[string]any{"operation": t.Operation, "deadline": printed(t.Deadline),
		"month": printedMonth(t.Month), "link": m.linkToMonth(t.OperationID, t.Month)})
}

// monthMail writes about months that are ready (notice.Mail).
type monthMail struct{ *App }

func (m monthMail) SendNotice(ctx context.Context, t notice.Text) error {
	return m.mailOrganizer(ctx, t.UserID, t.MessageID, "monthReady", map[string]any{"operation": t.Operation, "sites": t.Sides,
		"month": printedMonth(t.Month), "link": m.linkToMonth(t.OperationID, t.Month)})
}

// mailOrganizer sends the text whose keys of the catalogue begin so, in the language of the
// account; nothing where the account is gone or blocked.
func (a *App) mailOrganizer(ctx context.Context, userID, messageID id.ID, words string, params map[string]any) error {
	u, err := accountstore.NewUsers(a.db).ByID(ctx, userID)
	if errors.Is(err, account.ErrNotFound) || err == nil && !u.Active {
		return nil
	}
	if err != nil {
		return err
	}
	params["name"], params["support"] = cmp.Or(u.Person.Firstname, string(u.Email)), a.config.SupportEmail
	text := func(key string) string { return catalogues.Text(string(u.Language), "mail", words+key, params) }
	return a.wiring.mail.Send(ctx, mail.Message{ID: messageID, To: string(u.Email), Subject: text(".subject"), Text: text(".text")})
}

func (a *App) linkToMonth(operationID id.ID, m civil.Month) string {
	return a.config.PublicURL + "/pmo/operations/" + string(operationID) + "/month/" + m.String()
}

// printed is a day as both languages write it, dd/mm/yyyy.
func printed(d civil.Date) string {
	year, month, day := d.YearMonthDay()
	return fmt.Sprintf("%02d/%02d/%04d", day, month, year)
}

// printedMonth is a month as both languages write it, mm/yyyy.
func printedMonth(m civil.Month) string { return printed(m.First())[3:] }
