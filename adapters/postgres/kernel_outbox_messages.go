package postgres

import (
	"context"

	"github.com/openpmo/pmo/adapters/postgres/internal/sqlcgen"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/mail"
)

// OutboxMessages keeps mails where there is no mail server (see adapters/mail/outbox).
type OutboxMessages struct{ db *DB }

// NewOutboxMessages is the store over db.
func NewOutboxMessages(db *DB) *OutboxMessages { return &OutboxMessages{db} }

// Add stores a message once, however often it is sent.
func (s *OutboxMessages) Add(ctx context.Context, m mail.Sent) error {
	return s.db.Enclose(ctx, func(ctx context.Context) error {
		queries := s.db.queries(ctx)
		added, err := queries.InsertOutboxMessage(ctx, sqlcgen.InsertOutboxMessageParams{
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
			err := queries.InsertOutboxAttachment(ctx, sqlcgen.InsertOutboxAttachmentParams{
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
	rows, err := s.db.queries(ctx).ListOutboxMessages(ctx, int32(limit))
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
	row, err := s.db.queries(ctx).GetOutboxMessage(ctx, messageID)
	if err != nil {
		return mail.Sent{}, orMissing(err, mail.ErrNotFound)
	}
	files, err := s.db.queries(ctx).ListOutboxAttachments(ctx, messageID)
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
