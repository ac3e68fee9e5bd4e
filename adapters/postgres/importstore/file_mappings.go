package importstore

import (
	"context"
	"encoding/json"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/importstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// fingerprintKind is how fingerprints are made now (docs/adr/0021).
const fingerprintKind = 2

func fromDBFileMapping(row sqlcgen.FileMapping, author string) (curvefile.FileMapping, error) {
	m := curvefile.FileMapping{ID: row.ID, OperationID: row.OperationID, Name: row.Name, Fingerprint: row.Fingerprint, Header: row.Header,
		Outdated: row.FingerprintKind < fingerprintKind, Version: int(row.Version), CreatedAt: row.CreatedAt, CreatedBy: row.CreatedBy, Author: author, UpdatedAt: row.UpdatedAt}
	var stored storedAnswers
	err := json.Unmarshal(row.Answers, &stored)
	m.Answers = stored.answers()
	return m, err
}

// FileMappings stores how files of unusual layouts are read.
type FileMappings struct{ db *postgres.DB }

var _ curvefile.Mappings = (*FileMappings)(nil)

// NewFileMappings is the store over db.
func NewFileMappings(db *postgres.DB) *FileMappings { return &FileMappings{db} }

var fileMappingConstraints = postgres.Constraints{"file_mappings_fingerprint_key": metering.ErrMappingExists}

// Add stores one.
func (s *FileMappings) Add(ctx context.Context, m curvefile.FileMapping) error {
	answers, err := toStoredAnswers(m.Answers)
	if err != nil {
		return err
	}
	err = queries(ctx, s.db).InsertFileMapping(ctx, sqlcgen.InsertFileMappingParams{OperationID: m.OperationID, ID: m.ID, Name: m.Name,
		Fingerprint: m.Fingerprint, Header: append([]string{}, m.Header...), Answers: answers, Version: int32(m.Version), CreatedAt: m.CreatedAt, CreatedBy: m.CreatedBy,
		UpdatedAt: m.UpdatedAt})
	return fileMappingConstraints.Translate(err)
}

// Get reads one.
func (s *FileMappings) Get(ctx context.Context, operationID, mappingID id.ID) (curvefile.FileMapping, error) {
	row, err := queries(ctx, s.db).GetFileMapping(ctx, operationID, mappingID)
	if err != nil {
		return curvefile.FileMapping{}, postgres.OrMissing(err, metering.ErrMappingNotFound)
	}
	return fromDBFileMapping(row.FileMapping, row.Author)
}

// List reads those of an operation, by name.
func (s *FileMappings) List(ctx context.Context, operationID id.ID) ([]curvefile.FileMapping, error) {
	rows, err := queries(ctx, s.db).ListFileMappings(ctx, operationID)
	if err != nil {
		return nil, err
	}
	out := make([]curvefile.FileMapping, len(rows))
	for i, row := range rows {
		if out[i], err = fromDBFileMapping(row.FileMapping, row.Author); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Update stores a changed one whose version is still before.
func (s *FileMappings) Update(ctx context.Context, m curvefile.FileMapping, before int) error {
	answers, err := toStoredAnswers(m.Answers)
	if err != nil {
		return err
	}
	n, err := queries(ctx, s.db).UpdateFileMapping(ctx, sqlcgen.UpdateFileMappingParams{OperationID: m.OperationID, ID: m.ID, Name: m.Name,
		Answers: answers, Version: int32(m.Version), UpdatedAt: m.UpdatedAt, Before: int32(before)})
	if err == nil && n == 0 {
		return metering.ErrChanged
	}
	return err
}

// Remove forgets one.
func (s *FileMappings) Remove(ctx context.Context, operationID, mappingID id.ID) error {
	n, err := queries(ctx, s.db).DeleteFileMapping(ctx, operationID, mappingID)
	if err == nil && n == 0 {
		return metering.ErrMappingNotFound
	}
	return err
}
