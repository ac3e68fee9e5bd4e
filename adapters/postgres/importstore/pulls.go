package importstore

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/importstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/ingest/received"
	"github.com/openpmo/pmo/core/metering/pull/drop"
	"github.com/openpmo/pmo/core/policy"
)

// AddFile adds a file to an import whose files come one after the other.
func (s *Imports) AddFile(ctx context.Context, importID id.ID, position int, f received.File) (bool, error) {
	n, err := queries(ctx, s.db).AddCurveImportFile(ctx, sqlcgen.AddCurveImportFileParams{ImportID: importID, Position: int32(position),
		Name: f.Name, Size: f.Size, Sha256: f.SHA256, DocumentID: postgres.OptionalID(f.Document)})
	return n > 0, err
}

// WorkOperations lists operations for work that nobody asked for.
type WorkOperations struct{ db *postgres.DB }

var _ metering.Operations = (*WorkOperations)(nil)

// NewWorkOperations is the reader over db.
func NewWorkOperations(db *postgres.DB) *WorkOperations { return &WorkOperations{db} }

// Listed lists all operations, by external id.
func (s *WorkOperations) Listed(ctx context.Context) ([]metering.Listed, error) {
	rows, err := queries(ctx, s.db).ListOperationsForWork(ctx)
	out := make([]metering.Listed, len(rows))
	for i, row := range rows {
		out[i] = metering.Listed{ID: row.ID, ExternalID: row.ExternalID, Operator: dso.Operator(row.Dso)}
	}
	return out, err
}

// ExternalID of an operation.
func (s *WorkOperations) ExternalID(ctx context.Context, operationID id.ID) (string, error) {
	externalID, err := queries(ctx, s.db).GetOperationExternalID(ctx, operationID)
	return externalID, postgres.OrMissing(err, policy.ErrNotFound)
}

// Place of an operation.
func (s *WorkOperations) Place(ctx context.Context, operationID id.ID) (metering.Place, error) {
	row, err := queries(ctx, s.db).GetOperationPlace(ctx, operationID)
	return metering.Place{Operation: row.ExternalID, At: postgres.ToPosition(row.Latitude, row.Longitude)}, postgres.OrMissing(err, policy.ErrNotFound)
}

// DroppedFiles remembers which files of drops were taken.
type DroppedFiles struct{ db *postgres.DB }

var _ drop.TakenFiles = (*DroppedFiles)(nil)

// NewDroppedFiles is the store over db.
func NewDroppedFiles(db *postgres.DB) *DroppedFiles { return &DroppedFiles{db} }

// OfDrop lists what is remembered of a drop and an operation.
func (s *DroppedFiles) OfDrop(ctx context.Context, operationID id.ID, place string) ([]drop.TakenFile, error) {
	rows, err := queries(ctx, s.db).ListDroppedFiles(ctx, operationID, place)
	out := make([]drop.TakenFile, len(rows))
	for i, row := range rows {
		out[i] = drop.TakenFile{Drop: row.Place, SHA256: row.Sha256, ImportID: postgres.IDOf(row.ImportID), TakenAt: row.TakenAt,
			File: drop.File{Name: row.Name, Size: row.Size, ModifiedAt: row.ModifiedAt.UTC().Truncate(time.Second)}}
	}
	return out, err
}

// LastImport is the last import of a content from any drop.
func (s *DroppedFiles) LastImport(ctx context.Context, operationID id.ID, sha256 string) (id.ID, bool, error) {
	importID, err := queries(ctx, s.db).LastImportOfContent(ctx, operationID, sha256)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", false, nil
	}
	return postgres.IDOf(importID), err == nil, err
}

// Add remembers a file, or how it looks now.
func (s *DroppedFiles) Add(ctx context.Context, operationID id.ID, f drop.TakenFile) error {
	return queries(ctx, s.db).UpsertDroppedFile(ctx, sqlcgen.UpsertDroppedFileParams{OperationID: operationID,
		Place: f.Drop, Name: f.Name, Sha256: f.SHA256, Size: f.Size, ModifiedAt: f.ModifiedAt, ImportID: postgres.OptionalID(f.ImportID), TakenAt: f.TakenAt})
}
