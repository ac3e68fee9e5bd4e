package operationstore

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/operationstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation/invitationmail"
	"github.com/openpmo/pmo/core/party"
)

// InvitationMails keeps the mails that invite people.
type InvitationMails struct{ db *postgres.DB }

var _ invitationmail.Mails = (*InvitationMails)(nil)

// NewInvitationMails is the store over db.
func NewInvitationMails(db *postgres.DB) *InvitationMails { return &InvitationMails{db} }

// Add stores a new one.
func (s *InvitationMails) Add(ctx context.Context, m invitationmail.Mail) error {
	return queries(ctx, s.db).InsertInvitationMail(ctx, sqlcgen.InsertInvitationMailParams{ID: m.ID, OperationID: m.OperationID,
		ParticipantID: postgres.OptionalID(m.ParticipantID), Email: string(m.Email), AskedBy: postgres.OptionalID(m.AskedBy), AskedAt: m.AskedAt,
		ValidUntil: m.ValidUntil, Status: string(m.Status)})
}

// ByID is one; ok is false where it is gone with what it was about.
func (s *InvitationMails) ByID(ctx context.Context, mailID id.ID) (invitationmail.Mail, bool, error) {
	row, err := queries(ctx, s.db).GetInvitationMail(ctx, mailID)
	if errors.Is(err, pgx.ErrNoRows) {
		return invitationmail.Mail{}, false, nil
	}
	return fromDBInvitationMail(row, ""), err == nil, err
}

// Note says what became of a queued one, or what keeps it.
func (s *InvitationMails) Note(ctx context.Context, mailID id.ID, status invitationmail.Status, reason string, at time.Time) error {
	return queries(ctx, s.db).NoteInvitationMail(ctx, sqlcgen.NoteInvitationMailParams{ID: mailID, Status: string(status), Reason: reason, At: at})
}

// OfSite lists those about a site, the newest first.
func (s *InvitationMails) OfSite(ctx context.Context, participantID id.ID, limit int) ([]invitationmail.Mail, error) {
	rows, err := queries(ctx, s.db).ListInvitationMailsOfSite(ctx, participantID, int32(limit)) //nolint:gosec // a hundred
	out := make([]invitationmail.Mail, len(rows))
	for i, r := range rows {
		out[i] = fromDBInvitationMail(r.InvitationMail, r.AskedByName)
	}
	return out, err
}

// OfAddress lists those to an address into the team of an operation, the newest first.
func (s *InvitationMails) OfAddress(ctx context.Context, operationID id.ID, email party.Email, limit int) ([]invitationmail.Mail, error) {
	rows, err := queries(ctx, s.db).ListInvitationMailsOfAddress(ctx, sqlcgen.ListInvitationMailsOfAddressParams{OperationID: operationID, Email: string(email), AtMost: int32(limit)}) //nolint:gosec // a hundred
	out := make([]invitationmail.Mail, len(rows))
	for i, r := range rows {
		out[i] = fromDBInvitationMail(r.InvitationMail, r.AskedByName)
	}
	return out, err
}

func fromDBInvitationMail(r sqlcgen.InvitationMail, askedBy string) invitationmail.Mail {
	return invitationmail.Mail{ID: r.ID, OperationID: r.OperationID, ParticipantID: postgres.IDOf(r.ParticipantID), Email: party.Email(r.Email),
		AskedBy: postgres.IDOf(r.AskedBy), AskedByName: askedBy, AskedAt: r.AskedAt, ValidUntil: r.ValidUntil, Status: invitationmail.Status(r.Status),
		Reason: r.Reason, EndedAt: r.EndedAt}
}
