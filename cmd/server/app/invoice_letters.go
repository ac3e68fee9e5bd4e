package app

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"github.com/openpmo/pmo/adapters/mail/letter"
	"github.com/openpmo/pmo/adapters/postgres/accountstore"
	"github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/delivery"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/mail"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/sdk/ui/catalogues"
)

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
