// Package outbox keeps mails instead of sending them, for an installation without a
// mail server: they are read on a page of the server itself.
package outbox

import (
	"context"
	"time"

	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/mail"
)

// Messages stores mails. Add takes a message with an id it has for done.
// ByID answers mail.notFound for one it has not.
type Messages interface {
	Add(ctx context.Context, m mail.Sent) error
	List(ctx context.Context, limit int) ([]mail.Sent, error)
	ByID(ctx context.Context, messageID id.ID) (mail.Sent, error)
}

var _ mail.Sender = (*Outbox)(nil)

// Outbox is a mail.Sender whose mails go nowhere.
type Outbox struct {
	messages Messages
	now      func() time.Time
}

// New is an outbox over a store.
func New(messages Messages, now func() time.Time) *Outbox { return &Outbox{messages, now} }

// Send keeps the message. Error: mail.addressInvalid.
func (o *Outbox) Send(ctx context.Context, m mail.Message) error {
	if err := m.Check(); err != nil {
		return err
	}
	if m.ID.IsZero() {
		m.ID = id.New()
	}
	return o.messages.Add(ctx, mail.Sent{Message: m, At: o.now()})
}

// List returns the newest messages first, without attachments.
func (o *Outbox) List(ctx context.Context, limit int) ([]mail.Sent, error) {
	return o.messages.List(ctx, limit)
}

// Read returns one message with its attachments. Error: mail.notFound.
func (o *Outbox) Read(ctx context.Context, messageID id.ID) (mail.Sent, error) {
	return o.messages.ByID(ctx, messageID)
}
