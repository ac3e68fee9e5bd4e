package coretest

import (
	"bytes"
	"context"
	"sync"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/delivery"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/mail"
	"github.com/openpmo/pmo/core/operation"
)

// Post is a mail server, the queue before it, and what writes letters: it keeps what it was given.
type Post struct {
	mu      sync.Mutex
	Queued  []id.ID // deliveries
	Samples []delivery.Sample
	Sent    []mail.Message
	Fails   error // of the mail server
	Mail    string
}

// Invoice of delivery.Letters.
func (p *Post) Invoice(_ context.Context, op operation.Operation, l delivery.Letter) (mail.Message, error) {
	return mail.Message{Subject: l.Language + " " + l.Document.Number, Text: op.Name + " " + l.Document.Total.String()}, nil
}

// Statement of statement.Letters.
func (p *Post) Statement(_ context.Context, op operation.Operation, language string, d billing.Document) (mail.Message, error) {
	return mail.Message{Subject: language + " " + d.Number, Text: op.Name + " " + d.Total.String()}, nil
}

// StatementMails of statement.Queue.
func (p *Post) StatementMails(ctx context.Context, mailIDs []id.ID) error {
	return p.Mails(ctx, mailIDs)
}

// Send of mail.Sender.
func (p *Post) Send(_ context.Context, m mail.Message) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.Fails != nil {
		return p.Fails
	}
	p.Sent = append(p.Sent, m)
	return nil
}

// Mails of delivery.Queue.
func (p *Post) Mails(_ context.Context, deliveryIDs []id.ID) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.Queued = append(p.Queued, deliveryIDs...)
	return nil
}

// Sample of delivery.Queue.
func (p *Post) Sample(_ context.Context, s delivery.Sample) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.Samples = append(p.Samples, s)
	return nil
}

// Mailbox of delivery.Accounts.
func (p *Post) Mailbox(context.Context, id.ID) (string, error) { return p.Mail, nil }

// Bind of delivery.Binder.
func (p *Post) Bind(files [][]byte) ([]byte, error) { return bytes.Join(files, []byte("\n")), nil }
