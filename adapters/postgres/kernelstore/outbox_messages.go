package kernelstore

import (
	"context"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/kernelstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/mail"
)

// OutboxMessages keeps mails where there is no mail server (see adapters/mail/outbox).
type OutboxMessages struct{ db *postgres.DB }

// NewOutboxMessages is the store over db.
func NewOutboxMessages(db *postgres.DB) *OutboxMessages { return &OutboxMessages{db} }

// Add stores a message once, however often it is sent.
func (s *OutboxMessages) Add(ctx context.Context, m mail.Sent) error {
	return s.db.Enclose(ctx, func(ctx context.Context) error {
		q := queries(ctx, s.db)
		added, err := q.InsertOutboxMessage(ctx, sqlcgen.InsertOutboxMessageParams{
			ID: m.ID, Recipient: m.To, ReplyTo: m.ReplyTo, Subject: m.Subject,
			BodyText: m.Text, BodyHTML: m.HTML, CreatedAt: m.At,
		})
		if err != nil || added == 0 {
			return err
		}
		for i, a := range m.Attachments {
			content := a.Content
			if content == nil {
				content = []byte{}
			}
			err := q.InsertOutboxAttachment(ctx, sqlcgen.InsertOutboxAttachmentParams{
				MessageID: m.ID, Position: int32(i), Name: a.Name, ContentType: a.ContentType, Content: content,
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// List returns the newest messages first, without their attachments.
func (s *OutboxMessages) List(ctx context.Context, limit int) ([]mail.Sent, error) {
	rows, err := queries(ctx, s.db).ListOutboxMessages(ctx, int32(limit))
	if err != nil {
		return nil, err
	}
	messages := make([]mail.Sent, len(rows))
	for i, row := range rows {
		messages[i] = fromDBOutboxMessage(row)
	}
	return messages, nil
}

// ByID returns one message with its attachments. Error: mail.notFound.
func (s *OutboxMessages) ByID(ctx context.Context, messageID id.ID) (mail.Sent, error) {
	row, err := queries(ctx, s.db).GetOutboxMessage(ctx, messageID)
	if err != nil {
		return mail.Sent{}, postgres.OrMissing(err, mail.ErrNotFound)
	}
	files, err := queries(ctx, s.db).ListOutboxAttachments(ctx, messageID)
	if err != nil {
		return mail.Sent{}, err
	}
	m := fromDBOutboxMessage(row)
	for _, f := range files {
		m.Attachments = append(m.Attachments, mail.Attachment{Name: f.Name, ContentType: f.ContentType, Content: f.Content})
	}
	return m, nil
}

func fromDBOutboxMessage(row sqlcgen.OutboxMessage) mail.Sent {
	return mail.Sent{At: row.CreatedAt, Message: mail.Message{
		ID: row.ID, To: row.Recipient, ReplyTo: row.ReplyTo, Subject: row.Subject, Text: row.BodyText, HTML: row.BodyHTML,
	}}
}
