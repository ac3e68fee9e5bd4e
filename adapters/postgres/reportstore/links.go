// Package reportstore keeps links to reports.
package reportstore

import (
	"context"
	"encoding/hex"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/reportstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/document"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/report"
)

// queries asks in the transaction of ctx, if there is one.
func queries(ctx context.Context, db *postgres.DB) *sqlcgen.Queries { return sqlcgen.New(db.Conn(ctx)) }

// Links keeps links to reports.
type Links struct{ db *postgres.DB }

var _ report.Links = (*Links)(nil)

// NewLinks is the store over db.
func NewLinks(db *postgres.DB) *Links { return &Links{db} }

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

func fromDBLink(r sqlcgen.GetReportLinkRow) (report.Link, error) {
	period, err := report.ParsePeriod(r.Period)
	l := report.Link{ID: r.ID, OperationID: r.OperationID, SiteID: r.ParticipantID, Period: period, FileName: r.FileName, CreatedAt: r.CreatedAt, CreatedBy: r.CreatedBy,
		ExpiresAt: r.ExpiresAt, RevokedAt: r.RevokedAt, Opened: int(r.Opened), LastOpenedAt: r.LastOpenedAt, JobID: postgres.IDOf(r.JobID), Address: text(r.Address), Language: text(r.Language)}
	l.Content = document.Document{ID: r.DocumentID, OperationID: r.OperationID, Kind: report.Stored, SHA256: hex.EncodeToString(r.Sha256), Size: r.Size, ContentType: r.ContentType}
	return l, err
}

// Of lists those of a site, newest first.
func (s *Links) Of(ctx context.Context, operationID, siteID id.ID, limit int) ([]report.Link, error) {
	rows, err := queries(ctx, s.db).ListReportLinks(ctx, sqlcgen.ListReportLinksParams{OperationID: operationID, ParticipantID: siteID, Most: int32(limit)})
	if err != nil {
		return nil, err
	}
	out := make([]report.Link, len(rows))
	for n, r := range rows {
		if out[n], err = fromDBLink(sqlcgen.GetReportLinkRow(r)); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// ByID finds one of any operation.
func (s *Links) ByID(ctx context.Context, linkID id.ID) (report.Link, bool, error) {
	r, err := queries(ctx, s.db).GetReportLink(ctx, linkID)
	if errors.Is(err, pgx.ErrNoRows) {
		return report.Link{}, false, nil
	}
	if err != nil {
		return report.Link{}, false, err
	}
	l, err := fromDBLink(r)
	return l, err == nil, err
}

// Live counts those of a site that lead somewhere, and keeps others from adding.
func (s *Links) Live(ctx context.Context, operationID, siteID id.ID, now time.Time) (int, error) {
	q := queries(ctx, s.db)
	if err := q.LockReportSite(ctx, operationID, siteID); err != nil {
		return 0, err
	}
	n, err := q.CountLiveReportLinks(ctx, sqlcgen.CountLiveReportLinksParams{OperationID: operationID, ParticipantID: siteID, Now: now})
	return int(n), err
}

// Add stores one.
func (s *Links) Add(ctx context.Context, l report.Link) (bool, error) {
	n, err := queries(ctx, s.db).InsertReportLink(ctx, sqlcgen.InsertReportLinkParams{ID: l.ID, OperationID: l.OperationID, ParticipantID: l.SiteID, Period: l.Period.String(),
		FileName: l.FileName, DocumentID: l.Content.ID, CreatedAt: l.CreatedAt, CreatedBy: l.CreatedBy, ExpiresAt: l.ExpiresAt, JobID: postgres.OptionalID(l.JobID),
		Address: postgres.OptionalText(l.Address), Language: postgres.OptionalText(l.Language)})
	return n == 1, err
}

// Mailed are the sites that a mailing has links of.
func (s *Links) Mailed(ctx context.Context, operationID, jobID id.ID) (map[id.ID]bool, error) {
	rows, err := queries(ctx, s.db).ListMailedReportSites(ctx, operationID, &jobID)
	out := make(map[id.ID]bool, len(rows))
	for _, one := range rows {
		out[one] = true
	}
	return out, err
}

// Revoke ends one.
func (s *Links) Revoke(ctx context.Context, operationID, siteID, linkID id.ID, at time.Time) (bool, error) {
	n, err := queries(ctx, s.db).RevokeReportLink(ctx, sqlcgen.RevokeReportLinkParams{At: &at, OperationID: operationID, ParticipantID: siteID, ID: linkID})
	return n > 0, err
}

// Count adds a download.
func (s *Links) Count(ctx context.Context, linkID id.ID, at time.Time) error {
	return queries(ctx, s.db).CountReportLink(ctx, &at, linkID)
}

// Past are links that ended before an instant.
func (s *Links) Past(ctx context.Context, before time.Time, limit int) ([]report.Link, error) {
	rows, err := queries(ctx, s.db).ListPastReportLinks(ctx, &before, int32(limit))
	if err != nil {
		return nil, err
	}
	out := make([]report.Link, len(rows))
	for n, r := range rows {
		if out[n], err = fromDBLink(sqlcgen.GetReportLinkRow(r)); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Remove takes one away.
func (s *Links) Remove(ctx context.Context, linkID id.ID) error {
	return queries(ctx, s.db).DeleteReportLink(ctx, linkID)
}
