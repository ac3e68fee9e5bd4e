package app

import (
	"cmp"
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/openpmo/pmo/adapters/mail/letter"
	"github.com/openpmo/pmo/adapters/postgres/accountstore"
	"github.com/openpmo/pmo/adapters/postgres/operationstore"
	"github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/alert"
	"github.com/openpmo/pmo/core/alert/digest"
	"github.com/openpmo/pmo/core/allocation/coefficientset/reminder"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/delivery"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/communication"
	"github.com/openpmo/pmo/core/export"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/mail"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/month/notice"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/paper"
	papernotice "github.com/openpmo/pmo/core/paper/notice"
	"github.com/openpmo/pmo/core/party"
	paymentreminder "github.com/openpmo/pmo/core/payment/reminder"
	"github.com/openpmo/pmo/core/report"
	"github.com/openpmo/pmo/sdk/ui/catalogues"
)

// reminderMail writes about coefficients that are due (reminder.Mail).
type reminderMail struct{ *App }

// reminderWords is the beginning of the catalogue's keys of each kind.
var reminderWords = map[reminder.Kind]string{
	reminder.Soon: "coefficientsSoon", reminder.Last: "coefficientsLast", reminder.Late: "coefficientsLate",
}

func (m reminderMail) SendReminder(ctx context.Context, t reminder.Text) error {
	return m.mailOrganizer(ctx, t.UserID, t.MessageID, t.OperationID, reminderWords[t.Kind], map[string]any{"operation": t.Operation, "deadline": t.Deadline,
		"month": t.Month, "link": m.linkToMonth(t.OperationID, t.Month)})
}

// monthMail writes about months that are ready (notice.Mail).
type monthMail struct{ *App }

func (m monthMail) SendNotice(ctx context.Context, t notice.Text) error {
	return m.mailOrganizer(ctx, t.UserID, t.MessageID, t.OperationID, "monthReady", map[string]any{"operation": t.Operation, "sites": t.Sides,
		"month": t.Month, "link": m.linkToMonth(t.OperationID, t.Month)})
}

// alertMail writes about new alerts (digest.Mail).
type alertMail struct{ *App }

// exportMail writes that a file is there (export.Mail).
type exportMail struct{ *App }

func (m exportMail) SendExport(ctx context.Context, t export.Text) error {
	return m.mailOrganizer(ctx, t.UserID, t.ExportID, t.OperationID, "export", map[string]any{"operation": t.Operation, "file": t.FileName,
		"day": civil.Paris.DateOf(t.ExpiresAt), "link": m.config.PublicURL + "/api/export-links/" + t.Token})
}

// reportMail writes that the report of a site is there (report.Mail).
type reportMail struct{ *App }

func (m reportMail) SendReport(ctx context.Context, t report.Text) error {
	to := account.User{Email: party.Email(t.Address), Language: account.Language(t.Language)}
	var period any = t.Period.String()
	if !t.Period.IsYear() {
		period = civil.MonthOf(t.Period.Days.From)
	}
	return m.sendLetter(ctx, t.LinkID, to, t.OperationID, "report", map[string]any{"operation": t.Operation, "site": t.Site, "period": period,
		"day": t.LastDay, "link": m.config.PublicURL + "/api/report-links/" + t.Token})
}

// paperMail writes about papers that wait for somebody (papernotice.Post).
type paperMail struct{ *App }

func (m paperMail) SendPaperMail(ctx context.Context, t papernotice.Text) error {
	u, err := accountstore.NewUsers(m.db).ByID(ctx, t.UserID)
	if err != nil {
		return err
	}
	params := map[string]any{"operation": t.Operation, "site": t.Site, "paper": catalogues.Text(string(u.Language), "enums", "PaperKind."+string(t.Paper), nil),
		"link": m.config.PublicURL + "/pmo/operations/" + string(t.OperationID) + "/my-documents"}
	words := "paper"
	switch {
	case t.Until != nil:
		words, params["until"] = "tenantNotice", *t.Until
	case t.Kind == paper.MailReminder:
		words = "paperReminder"
	}
	return m.sendLetter(ctx, t.ID, u, t.OperationID, words, params)
}

// mostMailed is how many alerts a mail names; the page has them all.
const mostMailed = 20

func (m alertMail) SendDigest(ctx context.Context, t digest.Text) error {
	return m.mailOrganizer(ctx, t.UserID, t.ID, t.OperationID, "alerts", map[string]any{"operation": t.Operation, "count": len(t.Open),
		"lines": alertLines(t.Open), "link": m.config.PublicURL + "/pmo/operations/" + string(t.OperationID) + "/alerts"})
}

// alertLines are alerts in words, one a line, in the language of the reader.
type alertLines []alert.Alert

func (alerts alertLines) inWords(lang string) string {
	var b strings.Builder
	for i, a := range alerts {
		if i == mostMailed {
			b.WriteString("\n" + catalogues.Text(lang, "mail", "alerts.more", map[string]any{"count": len(alerts) - mostMailed}))
			break
		}
		params := map[string]any{"site": a.SiteName, "days": a.Figures.Days, "sites": a.Figures.Sites}
		if a.Month != nil {
			params["month"] = monthInWords(lang, *a.Month)
		}
		if a.Figures.Day != nil {
			params["day"] = dayInWords(lang, *a.Figures.Day)
		}
		b.WriteString("\n– " + catalogues.Text(lang, "mail", "alerts."+string(a.Rule), params))
	}
	return strings.TrimPrefix(b.String(), "\n")
}

// mailOrganizer sends the text whose keys of the catalogue begin so, about an operation, in the
// language of the account; nothing where the account is gone or blocked.
func (a *App) mailOrganizer(ctx context.Context, userID, messageID, operationID id.ID, words string, params map[string]any) error {
	u, err := accountstore.NewUsers(a.db).ByID(ctx, userID)
	if errors.Is(err, account.ErrNotFound) || err == nil && !u.Active {
		return nil
	}
	if err != nil {
		return err
	}
	return a.sendLetter(ctx, messageID, u, operationID, words, params)
}

// sendLetter writes to an account what a mail of the catalogue says, in its language and one frame:
// that of the operation it is about, where it is about one. Days and months are said in words.
func (a *App) sendLetter(ctx context.Context, messageID id.ID, u account.User, operationID id.ID, words string, params map[string]any) error {
	lang := string(u.Language)
	params["name"], params["email"], params["support"] = cmp.Or(u.Person.Firstname, string(u.Email)), string(u.Email), a.config.SupportEmail
	for name, value := range params {
		switch v := value.(type) {
		case civil.Date:
			params[name] = dayInWords(lang, v)
		case civil.Month:
			params[name] = monthInWords(lang, v)
		case alertLines:
			params[name] = v.inWords(lang)
		}
	}
	text := func(key string) string { return catalogues.Text(lang, "mail", key, params) }
	frame := letter.Frame{Language: lang, Sender: text("frame.sender"), Open: text("frame.open"), Theme: operation.DefaultTheme}
	if !operationID.IsZero() {
		op, err := operationstore.NewOperations(a.db).ByID(ctx, operationID)
		if err != nil {
			return err
		}
		frame.Sender, frame.Theme = op.Name, op.Theme
		if !op.LogoID.IsZero() {
			if frame.Logo, err = a.wiring.logos.Read(ctx, op.ID, op.LogoID); err != nil {
				return err
			}
		}
	}
	m := mail.Message{ID: messageID, To: string(u.Email), Subject: text(words + ".subject"), Text: text(words + ".text")}
	return a.wiring.mail.Send(ctx, letter.Lay(m, frame))
}

func (a *App) linkToMonth(operationID id.ID, m civil.Month) string {
	return a.config.PublicURL + "/pmo/operations/" + string(operationID) + "/month/" + m.String()
}

// dayInWords is 10 novembre 2026, and the first of a month 1er in French.
func dayInWords(lang string, d civil.Date) string {
	_, _, day := d.YearMonthDay()
	number := strconv.Itoa(day)
	if day == 1 && strings.HasPrefix(lang, "fr") {
		number = "1er"
	}
	return number + "\u00a0" + monthInWords(lang, civil.MonthOf(d))
}

// monthInWords is octobre 2026.
func monthInWords(lang string, m civil.Month) string {
	return catalogues.Text(lang, "invoice", "month."+strconv.Itoa(int(m.Month())), nil) + " " + strconv.Itoa(m.Year())
}

// messageLetters lays messages to participants out (communication.Letters).
type messageLetters struct{}

// Lay puts the words of a message in the frame of its operation, and says who writes.
func (messageLetters) Lay(op operation.Operation, d communication.Draft, language string) mail.Message {
	text := func(key string, params map[string]any) string { return catalogues.Text(language, "mail", key, params) }
	who := text("message.from", map[string]any{"pmo": cmp.Or(op.Interlocutor.LegalName, op.Name), "operation": op.Name})
	m := mail.Message{Subject: d.Subject, Text: d.Body + "\n\n" + who}
	return letter.Lay(m, letter.Frame{Language: language, Sender: op.Name, Open: text("frame.open", nil), Theme: op.Theme})
}

// LayReminder puts a reminder of what is overdue in the frame of its operation
// (core/payment/reminder.Letters).
func (messageLetters) LayReminder(op operation.Operation, d paymentreminder.Draft, language string) mail.Message {
	open := catalogues.Text(language, "mail", "frame.open", nil)
	return letter.Lay(mail.Message{Subject: d.Subject, Text: d.Body}, letter.Frame{Language: language, Sender: op.Name, Open: open, Theme: op.Theme})
}

// invoiceLetters writes the mails that bring invoices (delivery.Letters), and knows who asks for a
// sample of one (delivery.Accounts).
type invoiceLetters struct{ *App }

// Invoice is the mail of an invoice or a credit note, in the frame of its operation.
func (l invoiceLetters) Invoice(ctx context.Context, op operation.Operation, of delivery.Letter) (mail.Message, error) {
	d := of.Document
	params := map[string]any{"number": d.Number, "seller": d.Seller.Name, "client": d.Buyer.Name, "operation": op.Name, "amount": euros(d.Total),
		"first": dayInWords(of.Language, d.First), "last": dayInWords(of.Language, d.Last), "due": dayInWords(of.Language, d.DueDate),
		"pmo": cmp.Or(op.Interlocutor.LegalName, op.Name)}
	text := func(key string) string { return catalogues.Text(of.Language, "mail", key, params) }
	words := "invoice"
	if d.Kind == billing.TypeCreditNote {
		words = "creditNote"
		if d.Credits != nil {
			params["credits"] = d.Credits.Number
		}
	}
	params["payment"] = text("invoice." + payingWords(d.Payment.Method))
	m := mail.Message{Subject: text(words + ".subject"), Text: text(words + ".text")}
	if of.Sample {
		params["subject"], params["text"] = m.Subject, m.Text
		m.Subject, m.Text = text("invoiceSample.subject"), text("invoiceSample.text")
	}
	frame := letter.Frame{Language: of.Language, Sender: op.Name, Open: text("frame.open"), Theme: op.Theme}
	if !op.LogoID.IsZero() {
		var err error
		if frame.Logo, err = l.wiring.logos.Read(ctx, op.ID, op.LogoID); err != nil {
			return mail.Message{}, err
		}
	}
	return letter.Lay(m, frame), nil
}

// payingWords is the key of what the client has to do.
func payingWords(m billing.PaymentMethod) string {
	if m.PublicTreasury() {
		return "treasury"
	}
	return string(m)
}

// Mailbox is the address of an active account.
func (l invoiceLetters) Mailbox(ctx context.Context, userID id.ID) (string, error) {
	u, err := accountstore.NewUsers(l.db).ByID(ctx, userID)
	if errors.Is(err, account.ErrNotFound) || err == nil && !u.Active {
		return "", nil
	}
	return string(u.Email), err
}

// euros is 1 234,56 €, as French and Dutch readers of these mails write it.
func euros(c money.Cents) string {
	whole, cents, _ := strings.Cut(c.String(), ".")
	for at := len(whole) - 3; at > 0 && whole[at-1] != '-'; at -= 3 {
		whole = whole[:at] + "\u202f" + whole[at:]
	}
	return whole + "," + cents + "\u00a0€"
}
