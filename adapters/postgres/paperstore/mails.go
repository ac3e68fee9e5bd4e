package paperstore

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/paperstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation/invitationmail"
	"github.com/openpmo/pmo/core/paper"
	"github.com/openpmo/pmo/core/paper/notice"
	"github.com/openpmo/pmo/core/party"
)

// Mails keeps the mails about papers that wait.
type Mails struct{ db *postgres.DB }

var _ notice.Mails = (*Mails)(nil)

// NewMails is the store over db.
func NewMails(db *postgres.DB) *Mails { return &Mails{db} }

var mailConstraints = postgres.Constraints{
	"paper_mails_queued_key": notice.ErrRecent,
	"paper_mails_once_key":   notice.ErrRecent,
}

// Add stores a new one.
func (s *Mails) Add(ctx context.Context, m paper.Mail) error {
	return mailConstraints.Translate(queries(ctx, s.db).InsertPaperMail(ctx, sqlcgen.InsertPaperMailParams{ID: m.ID, OperationID: m.OperationID, PaperID: m.PaperID,
		Kind: string(m.Kind), Email: string(m.Email), AskedBy: postgres.OptionalID(m.AskedBy), AskedAt: m.AskedAt, Status: string(m.Status)}))
}

// ByID is one; ok is false where it is gone with its paper.
func (s *Mails) ByID(ctx context.Context, mailID id.ID) (paper.Mail, bool, error) {
	row, err := queries(ctx, s.db).GetPaperMail(ctx, mailID)
	if errors.Is(err, pgx.ErrNoRows) {
		return paper.Mail{}, false, nil
	}
	return fromDBMail(row, ""), err == nil, err
}

// Note says what became of a queued one, or what keeps it.
func (s *Mails) Note(ctx context.Context, mailID id.ID, status invitationmail.Status, reason string, at time.Time) error {
	return queries(ctx, s.db).NotePaperMail(ctx, sqlcgen.NotePaperMailParams{ID: mailID, Status: string(status), Reason: reason, At: at})
}

// OfPaper lists those about a paper, the newest first.
func (s *Mails) OfPaper(ctx context.Context, operationID, paperID id.ID, limit int) ([]paper.Mail, error) {
	rows, err := queries(ctx, s.db).ListPaperMails(ctx, sqlcgen.ListPaperMailsParams{OperationID: operationID, PaperID: paperID, AtMost: int32(limit)}) //nolint:gosec // a hundred
	out := make([]paper.Mail, len(rows))
	for i, r := range rows {
		out[i] = fromDBMail(r.PaperMail, r.AskedByName)
	}
	return out, err
}

// Readers are the accounts that papers wait for.
func (s *Mails) Readers(ctx context.Context, paperIDs []id.ID) (map[id.ID]notice.Reader, error) {
	rows, err := queries(ctx, s.db).ListPaperReaders(ctx, paperIDs)
	out := make(map[id.ID]notice.Reader, len(rows))
	for _, r := range rows {
		out[r.ID] = notice.Reader{UserID: r.UserID, Email: party.Email(r.Email)}
	}
	return out, err
}

// Due are papers that nobody was written to about since a moment, and that were never reminded of.
func (s *Mails) Due(ctx context.Context, since time.Time, limit int) ([]paper.Ref, error) {
	rows, err := queries(ctx, s.db).ListPapersToRemindOf(ctx, since, int32(limit)) //nolint:gosec // some hundreds
	out := make([]paper.Ref, len(rows))
	for i, r := range rows {
		out[i] = paper.Ref{OperationID: r.OperationID, PaperID: r.ID}
	}
	return out, err
}

func fromDBMail(r sqlcgen.PaperMail, askedBy string) paper.Mail {
	return paper.Mail{ID: r.ID, OperationID: r.OperationID, PaperID: r.PaperID, Kind: paper.MailKind(r.Kind), Email: party.Email(r.Email),
		AskedBy: postgres.IDOf(r.AskedBy), AskedByName: askedBy, AskedAt: r.AskedAt, Status: invitationmail.Status(r.Status), Reason: r.Reason, EndedAt: r.EndedAt}
}
