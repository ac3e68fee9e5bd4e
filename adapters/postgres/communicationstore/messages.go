// Package communicationstore keeps messages, their mails, and finds who can be written to.
package communicationstore

import (
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/communicationstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/communication"
	"github.com/openpmo/pmo/core/document"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/naming"
)

// queries asks in the transaction of ctx, if there is one.
func queries(ctx context.Context, db *postgres.DB) *sqlcgen.Queries { return sqlcgen.New(db.Conn(ctx)) }

// none stands for no id in arrays.
const none id.ID = "00000000-0000-0000-0000-000000000000"

// Recipients finds who can be written to.
type Recipients struct{ db *postgres.DB }

var _ communication.Recipients = (*Recipients)(nil)

// NewRecipients is the reader over db.
func NewRecipients(db *postgres.DB) *Recipients { return &Recipients{db} }

// OfOperation lists sites that have not left, and observers, by name.
func (s *Recipients) OfOperation(ctx context.Context, operationID id.ID, today civil.Date) ([]communication.Recipient, error) {
	rows, err := queries(ctx, s.db).ListRecipients(ctx, operationID, postgres.ToDate(today))
	out := make([]communication.Recipient, len(rows))
	for n, r := range rows {
		out[n] = communication.Recipient{ID: r.ID, Kind: communication.Site, Name: r.Name, Holder: r.Holder, Address: r.Address, Language: r.Language}
		if r.Observes {
			out[n].Kind, out[n].Groups = communication.Observer, []communication.Group{communication.Observers}
		}
		if r.Consumes {
			out[n].Groups = append(out[n].Groups, communication.Consumers)
		}
		if r.Produces {
			out[n].Groups = append(out[n].Groups, communication.Producers)
		}
	}
	slices.SortFunc(out, func(a, b communication.Recipient) int {
		return cmp.Or(naming.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
	return out, err
}

// Messages keeps messages.
type Messages struct{ db *postgres.DB }

var _ communication.Messages = (*Messages)(nil)

// NewMessages is the store over db.
func NewMessages(db *postgres.DB) *Messages { return &Messages{db} }

// Add stores a message with its mails, files and recipients.
func (s *Messages) Add(ctx context.Context, m communication.Message) error {
	q := queries(ctx, s.db)
	err := q.InsertMessage(ctx, sqlcgen.InsertMessageParams{ID: m.ID, OperationID: m.OperationID, Subject: m.Subject, Body: m.Body, SentBy: m.SentBy, SentAt: m.SentAt})
	if err != nil {
		return err
	}
	files := sqlcgen.InsertMessageAttachmentsParams{MessageID: m.ID}
	for n, a := range m.Attachments {
		files.Positions = append(files.Positions, int16(n))
		files.DocumentIds, files.Names = append(files.DocumentIds, a.Document.ID), append(files.Names, a.Name)
	}
	if err := q.InsertMessageAttachments(ctx, files); err != nil {
		return err
	}
	return s.addDeliveries(ctx, m.ID, m.Deliveries, m.Unreached)
}

// AddDelivery stores a further mail of a message.
func (s *Messages) AddDelivery(ctx context.Context, messageID id.ID, d communication.Delivery) error {
	return s.addDeliveries(ctx, messageID, []communication.Delivery{d}, nil)
}

func (s *Messages) addDeliveries(ctx context.Context, messageID id.ID, ds []communication.Delivery, unreached []communication.Recipient) error {
	mails := sqlcgen.InsertMessageDeliveriesParams{MessageID: messageID, Status: string(communication.Queued)}
	people := sqlcgen.InsertMessageRecipientsParams{MessageID: messageID}
	add := func(deliveryID id.ID, r communication.Recipient) {
		site, account := r.ID, none
		if r.Kind == communication.Observer {
			site, account = none, r.ID
		}
		people.Positions = append(people.Positions, int32(len(people.Positions)+1))
		people.DeliveryIds, people.ParticipantIds, people.UserIds = append(people.DeliveryIds, deliveryID), append(people.ParticipantIds, site), append(people.UserIds, account)
		people.Names, people.Addresses = append(people.Names, r.Name), append(people.Addresses, r.Address)
	}
	for _, d := range ds {
		mails.At = d.At
		mails.Ids, mails.Addresses, mails.Languages = append(mails.Ids, d.ID), append(mails.Addresses, d.Address), append(mails.Languages, d.Language)
		for _, r := range d.Recipients {
			add(d.ID, r)
		}
	}
	for _, r := range unreached {
		add(none, r)
	}
	q := queries(ctx, s.db)
	if err := q.InsertMessageDeliveries(ctx, mails); err != nil {
		return err
	}
	return q.InsertMessageRecipients(ctx, people)
}

// ByID finds a message of an operation, whole.
func (s *Messages) ByID(ctx context.Context, operationID, messageID id.ID) (m communication.Message, ok bool, err error) {
	q := queries(ctx, s.db)
	row, err := q.GetMessage(ctx, operationID, messageID)
	if errors.Is(err, pgx.ErrNoRows) {
		return m, false, nil
	}
	if err != nil {
		return m, false, err
	}
	m = communication.Message{ID: row.ID, OperationID: row.OperationID, Subject: row.Subject, Body: row.Body, SentBy: row.SentBy, Author: row.Author, SentAt: row.SentAt}
	if m.Attachments, err = s.attachments(ctx, m.ID); err != nil {
		return m, false, err
	}
	mails, err := q.ListMessageDeliveries(ctx, m.ID)
	if err != nil {
		return m, false, err
	}
	at := make(map[id.ID]int, len(mails))
	for n, d := range mails {
		m.Deliveries, at[d.ID] = append(m.Deliveries, fromDBDelivery(d)), n
	}
	people, err := q.ListMessageRecipients(ctx, m.ID)
	if err != nil {
		return m, false, err
	}
	var without []communication.Recipient
	reached := map[id.ID]bool{}
	for _, p := range people {
		r := communication.Recipient{ID: postgres.IDOf(p.ParticipantID), Kind: communication.Site, Name: p.Name, Address: p.Address}
		if p.UserID != nil {
			r.ID, r.Kind = *p.UserID, communication.Observer
		}
		if p.DeliveryID == nil {
			without = append(without, r)
			continue
		}
		d := &m.Deliveries[at[*p.DeliveryID]]
		d.Recipients, reached[r.ID] = append(d.Recipients, r), true
	}
	m.Unreached = slices.DeleteFunc(without, func(r communication.Recipient) bool { return reached[r.ID] && !r.ID.IsZero() })
	return m, true, nil
}

func fromDBDelivery(d sqlcgen.MessageDelivery) communication.Delivery {
	return communication.Delivery{ID: d.ID, Address: d.Address, Language: d.Language, Status: communication.Status(d.Status), At: d.At}
}

func (s *Messages) attachments(ctx context.Context, messageID id.ID) ([]communication.Attachment, error) {
	rows, err := queries(ctx, s.db).ListMessageAttachments(ctx, messageID)
	out := make([]communication.Attachment, len(rows))
	for n, r := range rows {
		out[n] = communication.Attachment{Name: r.Name, Document: document.Document{ID: r.ID, OperationID: r.OperationID, Kind: document.Kind(r.Kind),
			SHA256: hex.EncodeToString(r.Sha256), Size: r.Size, ContentType: r.ContentType}}
	}
	return out, err
}

// List is the messages of an operation, newest first.
func (s *Messages) List(ctx context.Context, operationID id.ID, limit int) ([]communication.Summary, error) {
	rows, err := queries(ctx, s.db).ListMessages(ctx, operationID, int32(limit))
	out := make([]communication.Summary, len(rows))
	for n, r := range rows {
		out[n] = communication.Summary{ID: r.ID, Subject: r.Subject, Author: r.Author, SentAt: r.SentAt, Attachments: int(r.Attachments),
			Counts: communication.Counts{Queued: int(r.Queued), Sent: int(r.Sent), Rejected: int(r.Rejected), Failed: int(r.Failed), Unreached: int(r.Unreached)}}
	}
	return out, err
}

// SentSince counts messages from an instant on.
func (s *Messages) SentSince(ctx context.Context, operationID id.ID, since time.Time) (int, error) {
	n, err := queries(ctx, s.db).CountMessagesSince(ctx, operationID, since)
	return int(n), err
}

// Mail finds a mail with what it says.
func (s *Messages) Mail(ctx context.Context, deliveryID id.ID) (m communication.Mail, ok bool, err error) {
	d, err := queries(ctx, s.db).GetDelivery(ctx, deliveryID)
	if errors.Is(err, pgx.ErrNoRows) {
		return m, false, nil
	}
	if err != nil {
		return m, false, err
	}
	m.Delivery = communication.Delivery{ID: d.ID, Address: d.Address, Language: d.Language, Status: communication.Status(d.Status), At: d.At}
	m.Message = communication.Message{ID: d.MessageID, OperationID: d.OperationID, Subject: d.Subject, Body: d.Body}
	m.Message.Attachments, err = s.attachments(ctx, d.MessageID)
	return m, err == nil, err
}

// Close says what became of a queued mail.
func (s *Messages) Close(ctx context.Context, deliveryID id.ID, status communication.Status, at time.Time) error {
	return queries(ctx, s.db).CloseDelivery(ctx, sqlcgen.CloseDeliveryParams{ID: deliveryID, Status: string(status), At: at})
}
