package importstore

import (
	"context"
	"encoding/json"
	"time"

	"github.com/jackc/pgx/v5/pgtype"
	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/importstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/ingest"
	"github.com/openpmo/pmo/core/metering/ingest/received"
)

func fromDBCurveImport(row sqlcgen.ListCurveImportsRow) (ingest.Import, error) {
	c := row.CurveImport
	i := ingest.Import{ID: c.ID, OperationID: c.OperationID, Kind: ingest.ImportKind(c.Kind), Status: ingest.ImportStarted,
		CreatedBy: postgres.IDOf(row.AskedBy), Author: row.Author, Agent: row.Agent, CreatedAt: row.CreatedAt,
		FinishedAt: row.FinishedAt, DryRun: c.DryRun, Definitive: c.Definitive, Confirmed: c.Confirmed, Done: int(row.Done), Total: int(row.Total)}
	if c.Outcome != nil {
		i.Status = ingest.ImportStatus(*c.Outcome)
	}
	if c.Days.Valid {
		i.Days = postgres.FromDays(c.Days)
	}
	var stored []postgres.StoredFault
	if err := json.Unmarshal(row.Errors, &stored); err != nil {
		return i, err
	}
	i.Errors = postgres.FromStoredFaults(stored)
	var err error
	if i.Answers, err = fromStoredImportAnswers(c.Answers); err != nil {
		return i, err
	}
	i.Result, err = fromStoredResult(c.Result)
	return i, err
}

// toDBImportDays is null for what is no pull.
func toDBImportDays(i ingest.Import) pgtype.Range[pgtype.Date] {
	if i.Kind != ingest.KindPull {
		return pgtype.Range[pgtype.Date]{}
	}
	return postgres.ToDays(i.Days)
}

// Imports stores imports of curves and the names of their files.
type Imports struct{ db *postgres.DB }

var _ ingest.Imports = (*Imports)(nil)

// NewImports is the store over db.
func NewImports(db *postgres.DB) *Imports { return &Imports{db} }

// Add stores an import whose job is stored.
func (s *Imports) Add(ctx context.Context, i ingest.Import) error {
	q := queries(ctx, s.db)
	err := q.InsertCurveImport(ctx, sqlcgen.InsertCurveImportParams{ID: i.ID, OperationID: i.OperationID, Kind: string(i.Kind),
		DryRun: i.DryRun, Definitive: i.Definitive, Confirmed: i.Confirmed, Days: toDBImportDays(i)})
	if err != nil {
		return err
	}
	if err := s.addAnswers(ctx, i); err != nil {
		return err
	}
	for n, f := range i.Files {
		err := q.InsertCurveImportFile(ctx, sqlcgen.InsertCurveImportFileParams{ImportID: i.ID, Position: int32(n), Name: f.Name,
			Size: f.Size, Sha256: f.SHA256, DocumentID: postgres.OptionalID(f.Document)})
		if err != nil {
			return err
		}
	}
	return nil
}

// addAnswers keeps what was said about the files, where there is something.
func (s *Imports) addAnswers(ctx context.Context, i ingest.Import) error {
	if len(i.Answers) == 0 {
		return nil
	}
	answers, err := toStoredImportAnswers(i.Answers)
	if err != nil {
		return err
	}
	return queries(ctx, s.db).SetCurveImportAnswers(ctx, answers, i.ID)
}

// Get reads one with its files.
func (s *Imports) Get(ctx context.Context, importID id.ID) (ingest.Import, error) {
	row, err := queries(ctx, s.db).GetCurveImport(ctx, importID)
	if err != nil {
		return ingest.Import{}, postgres.OrMissing(err, metering.ErrImportNotFound)
	}
	all, err := s.withFiles(ctx, []sqlcgen.ListCurveImportsRow{sqlcgen.ListCurveImportsRow(row)})
	if err != nil {
		return ingest.Import{}, err
	}
	return all[0], nil
}

// List reads those of an operation, newest first, and how many there are.
func (s *Imports) List(ctx context.Context, operationID id.ID, offset, limit int) ([]ingest.Import, int, error) {
	count, err := queries(ctx, s.db).CountCurveImports(ctx, operationID)
	if err != nil {
		return nil, 0, err
	}
	rows, err := queries(ctx, s.db).ListCurveImports(ctx, sqlcgen.ListCurveImportsParams{OperationID: operationID, JobKind: string(ingest.JobKind),
		FirstRow: int32(offset), MaxRows: int32(limit)})
	if err != nil {
		return nil, 0, err
	}
	all, err := s.withFiles(ctx, rows)
	return all, int(count), err
}

// Position is the place of an import in List, from 1; 0 where it is not in it.
func (s *Imports) Position(ctx context.Context, operationID, importID id.ID) (n int, err error) {
	err = s.db.Conn(ctx).QueryRow(ctx, `select count(*) from jobs j join jobs o on o.operation_id = j.operation_id and o.kind = j.kind
		where j.operation_id = $1 and j.kind = $3 and o.id = $2 and (j.created_at, j.id) >= (o.created_at, o.id)`, operationID, importID, string(ingest.JobKind)).Scan(&n)
	return n, err
}

// Latest reads the newest of a kind, by an agent.
func (s *Imports) Latest(ctx context.Context, operationID id.ID, kind ingest.ImportKind, agent string) (ingest.Import, bool, error) {
	rows, err := queries(ctx, s.db).ListCurveImports(ctx, sqlcgen.ListCurveImportsParams{OperationID: operationID, JobKind: string(ingest.JobKind), Kind: string(kind), Agent: agent, MaxRows: 1})
	if err != nil || len(rows) == 0 {
		return ingest.Import{}, false, err
	}
	all, err := s.withFiles(ctx, rows)
	if err != nil {
		return ingest.Import{}, false, err
	}
	return all[0], true, nil
}

func (s *Imports) withFiles(ctx context.Context, rows []sqlcgen.ListCurveImportsRow) ([]ingest.Import, error) {
	out := make([]ingest.Import, len(rows))
	ids := make([]id.ID, len(rows))
	at := make(map[id.ID]int, len(rows))
	for n, row := range rows {
		i, err := fromDBCurveImport(row)
		if err != nil {
			return nil, err
		}
		out[n], ids[n], at[i.ID] = i, i.ID, n
	}
	files, err := queries(ctx, s.db).ListCurveImportFiles(ctx, ids)
	for _, f := range files {
		i := &out[at[f.ImportID]]
		i.Files = append(i.Files, received.File{Name: f.Name, Size: f.Size, SHA256: f.Sha256, Format: f.Format, Document: postgres.IDOf(f.DocumentID)})
	}
	return out, err
}

// Finish stores what became of an import.
func (s *Imports) Finish(ctx context.Context, i ingest.Import) error {
	result, err := toStoredResult(i.Result)
	if err != nil {
		return err
	}
	q, outcome := queries(ctx, s.db), string(i.Status)
	if err := q.FinishCurveImport(ctx, sqlcgen.FinishCurveImportParams{ID: i.ID, Outcome: &outcome, Result: result}); err != nil {
		return err
	}
	for position, f := range i.Files {
		if f.Format == "" {
			continue
		}
		err := q.SetCurveImportFileFormat(ctx, sqlcgen.SetCurveImportFileFormatParams{ImportID: i.ID, Position: int32(position), Format: f.Format})
		if err != nil {
			return err
		}
	}
	return nil
}

// Reopen takes back that a held import is held, as confirmed.
func (s *Imports) Reopen(ctx context.Context, importID, by id.ID, at time.Time) (bool, error) {
	n, err := queries(ctx, s.db).ReopenCurveImport(ctx, sqlcgen.ReopenCurveImportParams{ID: importID, DecidedAt: &at, DecidedBy: postgres.OptionalID(by)})
	return n > 0, err
}

// Undo closes an import as taken back.
func (s *Imports) Undo(ctx context.Context, importID, by id.ID, at time.Time) (bool, error) {
	n, err := queries(ctx, s.db).UndoCurveImport(ctx, sqlcgen.UndoCurveImportParams{ID: importID, DecidedAt: &at, DecidedBy: postgres.OptionalID(by)})
	return n > 0, err
}
