// Package exportstore keeps what was exported.
package exportstore

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/exportstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/document"
	"github.com/openpmo/pmo/core/export"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/job"
)

// queries asks in the transaction of ctx, if there is one.
func queries(ctx context.Context, db *postgres.DB) *sqlcgen.Queries { return sqlcgen.New(db.Conn(ctx)) }

// Exports keeps exports.
type Exports struct{ db *postgres.DB }

var _ export.Exports = (*Exports)(nil)

// NewExports is the store over db.
func NewExports(db *postgres.DB) *Exports { return &Exports{db} }

// Add stores one that was asked for.
func (s *Exports) Add(ctx context.Context, e export.Export) error {
	asker, err := json.Marshal(e.Asker)
	if err != nil {
		return err
	}
	ask, err := json.Marshal(e.Ask)
	if err != nil {
		return err
	}
	return queries(ctx, s.db).InsertDataExport(ctx, sqlcgen.InsertDataExportParams{ID: e.ID, OperationID: e.OperationID, AskedBy: e.AskedBy, Asker: asker, Ask: ask,
		Language: e.Language, CreatedAt: e.CreatedAt})
}

func fromDBExport(r sqlcgen.GetDataExportRow) (export.Export, error) {
	e := export.Export{ID: r.ID, OperationID: r.OperationID, AskedBy: r.AskedBy, Language: r.Language, CreatedAt: r.CreatedAt, Status: job.Status(r.Status),
		FileName: r.FileName, Lines: int(r.Lines), FinishedAt: r.FinishedAt, ExpiresAt: r.ExpiresAt}
	if r.DocumentID != nil {
		e.Content = document.Document{ID: *r.DocumentID, OperationID: r.OperationID, Kind: export.Stored, SHA256: hex.EncodeToString(r.Sha256),
			Size: *r.Size, ContentType: *r.ContentType}
	}
	return e, errors.Join(json.Unmarshal(r.Asker, &e.Asker), json.Unmarshal(r.Ask, &e.Ask))
}

func fromDBExports[R any](rows []R, of func(R) sqlcgen.GetDataExportRow) ([]export.Export, error) {
	out := make([]export.Export, len(rows))
	for n, r := range rows {
		var err error
		if out[n], err = fromDBExport(of(r)); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Own lists those of a person in an operation, newest first.
func (s *Exports) Own(ctx context.Context, operationID, userID id.ID, limit int) ([]export.Export, error) {
	rows, err := queries(ctx, s.db).ListDataExports(ctx, sqlcgen.ListDataExportsParams{OperationID: operationID, AskedBy: userID, Most: int32(limit)})
	if err != nil {
		return nil, err
	}
	return fromDBExports(rows, func(r sqlcgen.ListDataExportsRow) sqlcgen.GetDataExportRow { return sqlcgen.GetDataExportRow(r) })
}

// ByID finds one of any operation.
func (s *Exports) ByID(ctx context.Context, exportID id.ID) (export.Export, bool, error) {
	row, err := queries(ctx, s.db).GetDataExport(ctx, exportID)
	if errors.Is(err, pgx.ErrNoRows) {
		return export.Export{}, false, nil
	}
	if err != nil {
		return export.Export{}, false, err
	}
	e, err := fromDBExport(row)
	return e, err == nil, err
}

// Finish records the file.
func (s *Exports) Finish(ctx context.Context, e export.Export) (bool, error) {
	n, err := queries(ctx, s.db).FinishDataExport(ctx, sqlcgen.FinishDataExportParams{ID: e.ID, FinishedAt: e.FinishedAt, ExpiresAt: e.ExpiresAt, FileName: e.FileName,
		Lines: int32(e.Lines), DocumentID: &e.Content.ID})
	return n == 1, err
}

// Past lists those whose file is there and was to be kept until before an instant.
func (s *Exports) Past(ctx context.Context, at time.Time, limit int) ([]export.Export, error) {
	rows, err := queries(ctx, s.db).ListPastDataExports(ctx, &at, int32(limit))
	if err != nil {
		return nil, err
	}
	return fromDBExports(rows, func(r sqlcgen.ListPastDataExportsRow) sqlcgen.GetDataExportRow {
		return sqlcgen.GetDataExportRow{ID: r.ID, OperationID: r.OperationID, AskedBy: r.AskedBy, Asker: r.Asker, Ask: r.Ask, Language: r.Language, CreatedAt: r.CreatedAt,
			FinishedAt: r.FinishedAt, FileName: r.FileName, Lines: r.Lines, ExpiresAt: r.ExpiresAt, DocumentID: r.DocumentID, Status: r.Status, Sha256: r.Sha256,
			Size: &r.Size, ContentType: &r.ContentType}
	})
}

// Drop forgets the file of one.
func (s *Exports) Drop(ctx context.Context, exportID id.ID) error {
	return queries(ctx, s.db).DropDataExport(ctx, exportID)
}
