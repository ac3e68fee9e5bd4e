// Package paperstore keeps the papers that people of an operation sign.
package paperstore

import (
	"context"
	"encoding/hex"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/paperstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/document"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/paper"
	"github.com/openpmo/pmo/core/payment"
)

// queries asks in the transaction of ctx, if there is one.
func queries(ctx context.Context, db *postgres.DB) *sqlcgen.Queries { return sqlcgen.New(db.Conn(ctx)) }

// Papers keeps papers.
type Papers struct{ db *postgres.DB }

var _ paper.Papers = (*Papers)(nil)

// New is the store over db.
func New(db *postgres.DB) *Papers { return &Papers{db} }

func toDate(d *civil.Date) pgtype.Date {
	if d == nil {
		return pgtype.Date{}
	}
	return postgres.ToDate(*d)
}

func fromDBPaper(r sqlcgen.GetPaperRow) paper.Paper {
	p := paper.Paper{ID: r.ID, OperationID: r.OperationID, SiteID: r.ParticipantID, SiteName: r.SiteName, Kind: paper.Kind(r.Kind), Language: r.Language, Lacks: r.Lacks,
		NoticeDate: postgres.FromOptionalDate(r.NoticeDate), RefusalUntil: postgres.FromOptionalDate(r.RefusalUntil), MadeAt: r.MadeAt, MadeBy: r.MadeBy}
	p.Content = document.Document{ID: r.DocumentID, OperationID: r.OperationID, Kind: paper.Stored, SHA256: hex.EncodeToString(r.Sha256), Size: r.Size, ContentType: r.ContentType}
	if r.SignedDocumentID != nil {
		p.Signature = &paper.Signature{On: postgres.FromDate(r.SignedOn), By: *r.SignedBy, FileName: *r.SignedName,
			Content: document.Document{ID: *r.SignedDocumentID, OperationID: r.OperationID, Kind: paper.Stored, SHA256: hex.EncodeToString(r.SignedSha256),
				Size: *r.SignedSize, ContentType: *r.SignedContentType}}
	}
	if r.RefusalNote != nil {
		p.Refusal = &paper.Refusal{On: postgres.FromDate(r.RefusedOn), Note: *r.RefusalNote}
	}
	if r.ClosedBy != nil {
		p.Filed = &paper.Filed{By: *r.ClosedBy, ByParticipant: r.ClosedByParticipant}
	}
	return p
}

// List is those of an operation, of all sites or of one, newest first.
func (s *Papers) List(ctx context.Context, operationID, siteID id.ID, limit int) ([]paper.Paper, error) {
	rows, err := queries(ctx, s.db).ListPapers(ctx, sqlcgen.ListPapersParams{OperationID: operationID, ParticipantID: postgres.OptionalID(siteID), Most: int32(limit)})
	out := make([]paper.Paper, len(rows))
	for n, r := range rows {
		out[n] = fromDBPaper(sqlcgen.GetPaperRow(r))
	}
	if err != nil {
		return nil, err
	}
	return out, s.addMails(ctx, out)
}

// addMails finds the last mail about each paper.
func (s *Papers) addMails(ctx context.Context, papers []paper.Paper) error {
	ids, at := make([]id.ID, len(papers)), make(map[id.ID]*paper.Paper, len(papers))
	for i := range papers {
		ids[i], at[papers[i].ID] = papers[i].ID, &papers[i]
	}
	rows, err := queries(ctx, s.db).ListLastPaperMails(ctx, ids)
	for _, r := range rows {
		m := fromDBMail(r, "")
		at[r.PaperID].Mail = &m
	}
	return err
}

// Count is how many an operation keeps.
func (s *Papers) Count(ctx context.Context, operationID id.ID) (int, error) {
	n, err := queries(ctx, s.db).CountPapers(ctx, operationID)
	return int(n), err
}

// ByID finds one.
func (s *Papers) ByID(ctx context.Context, operationID, paperID id.ID) (paper.Paper, bool, error) {
	row, err := queries(ctx, s.db).GetPaper(ctx, operationID, paperID)
	if errors.Is(err, pgx.ErrNoRows) {
		return paper.Paper{}, false, nil
	}
	return fromDBPaper(row), err == nil, err
}

// Add stores new ones.
func (s *Papers) Add(ctx context.Context, papers []paper.Paper) error {
	q := queries(ctx, s.db)
	for _, p := range papers {
		err := q.InsertPaper(ctx, sqlcgen.InsertPaperParams{ID: p.ID, OperationID: p.OperationID, ParticipantID: p.SiteID, Kind: string(p.Kind), Language: p.Language,
			Lacks: p.Lacks, NoticeDate: toDate(p.NoticeDate), RefusalUntil: toDate(p.RefusalUntil), MadeAt: p.MadeAt, MadeBy: p.MadeBy, DocumentID: p.Content.ID})
		if err != nil {
			return err
		}
	}
	return nil
}

// Close stores the signature or the refusal.
func (s *Papers) Close(ctx context.Context, p paper.Paper) (bool, error) {
	row := sqlcgen.ClosePaperParams{OperationID: p.OperationID, ID: p.ID}
	if p.Signature != nil {
		row.SignedOn, row.SignedBy, row.SignedName, row.SignedDocumentID = postgres.ToDate(p.Signature.On), &p.Signature.By, &p.Signature.FileName, &p.Signature.Content.ID
	}
	if p.Refusal != nil {
		row.RefusedOn, row.RefusalNote = postgres.ToDate(p.Refusal.On), &p.Refusal.Note
	}
	if p.Filed != nil {
		row.ClosedBy, row.ClosedByParticipant = &p.Filed.By, p.Filed.ByParticipant
	}
	n, err := queries(ctx, s.db).ClosePaper(ctx, row)
	return n == 1, err
}

// Languages are those of the accounts that see some sites.
func (s *Papers) Languages(ctx context.Context, siteIDs []id.ID) (map[id.ID]string, error) {
	rows, err := queries(ctx, s.db).ListPaperLanguages(ctx, siteIDs)
	out := make(map[id.ID]string, len(rows))
	for _, r := range rows {
		out[r.ID] = r.Language
	}
	return out, err
}

// Creditors reads who collects in an operation.
type Creditors struct {
	DB *postgres.DB
	Of payment.Creditors
}

var _ paper.Creditors = Creditors{}

// OfOperation are the creditors of an operation with the addresses of their issuers, by name.
func (c Creditors) OfOperation(ctx context.Context, operationID id.ID) ([]paper.Creditor, error) {
	rows, err := queries(ctx, c.DB).ListPaperCreditors(ctx, operationID)
	if err != nil {
		return nil, err
	}
	out := make([]paper.Creditor, len(rows))
	for n, row := range rows {
		one, err := c.Of.ByID(ctx, row.ID)
		if err != nil {
			return nil, err
		}
		out[n] = paper.Creditor{Creditor: one, Street: row.Street, PostCode: row.PostCode, City: row.City}
	}
	return out, nil
}
