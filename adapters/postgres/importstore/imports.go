package importstore

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/importstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/ingest"
	"github.com/openpmo/pmo/core/metering/ingest/received"
)

func fromDBCurveImport(row sqlcgen.CurveImport) (ingest.Import, error) {
	i := ingest.Import{ID: row.ID, OperationID: row.OperationID, Kind: ingest.ImportKind(row.Kind),
		Status: ingest.ImportStatus(row.Status), Agent: row.Agent, CreatedAt: row.CreatedAt,
		FinishedAt: row.FinishedAt, DryRun: row.DryRun, Definitive: row.Definitive, Confirmed: row.Confirmed, Done: int(row.Done), Total: int(row.Total)}
	if row.Days.Valid {
		i.Days = postgres.FromDays(row.Days)
	}
	var stored []storedFault
	if err := json.Unmarshal(row.Errors, &stored); err != nil {
		return i, err
	}
	i.Errors = fromStoredFaults(stored)
	var err error
	if i.Answers, err = fromStoredImportAnswers(row.Answers); err != nil {
		return i, err
	}
	i.Result, err = fromStoredResult(row.Result)
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

var curveImportConstraints = postgres.Constraints{"curve_imports_live": metering.ErrInProgress}

// Add stores a started import. Those of one operation come one after the other here,
// so that the second can say which one is live.
func (s *Imports) Add(ctx context.Context, i ingest.Import) error {
	if err := s.db.Hold(ctx, "curve import "+string(i.OperationID)); err != nil {
		return err
	}
	q := queries(ctx, s.db)
	if !i.DryRun {
		live, err := q.FindLiveCurveImport(ctx, i.OperationID)
		if err == nil {
			return metering.ErrInProgress.With("id", string(live))
		}
		if !errors.Is(err, pgx.ErrNoRows) {
			return err
		}
	}
	err := q.InsertCurveImport(ctx, sqlcgen.InsertCurveImportParams{ID: i.ID, OperationID: i.OperationID, Kind: string(i.Kind),
		AskedBy: postgres.OptionalID(i.CreatedBy), Agent: i.Agent, CreatedAt: i.CreatedAt, DryRun: i.DryRun, Definitive: i.Definitive,
		Confirmed: i.Confirmed, Days: toDBImportDays(i)})
	if err != nil {
		return curveImportConstraints.Translate(err)
	}
	if err := s.addAnswers(ctx, i); err != nil {
		return err
	}
	for n, f := range i.Files {
		err := q.InsertCurveImportFile(ctx, sqlcgen.InsertCurveImportFileParams{ImportID: i.ID, Position: int32(n), Name: f.Name,
			Size: f.Size, Sha256: f.SHA256})
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
	rows, err := queries(ctx, s.db).ListCurveImports(ctx, sqlcgen.ListCurveImportsParams{OperationID: operationID,
		FirstRow: int32(offset), MaxRows: int32(limit)})
	if err != nil {
		return nil, 0, err
	}
	all, err := s.withFiles(ctx, rows)
	return all, int(count), err
}

// Position is the place of an import in List, from 1; 0 where it is not in it.
func (s *Imports) Position(ctx context.Context, operationID, importID id.ID) (n int, err error) {
	err = s.db.Conn(ctx).QueryRow(ctx, `select count(*) from curve_imports i join curve_imports o on o.operation_id = i.operation_id
		where i.operation_id = $1 and o.id = $2 and (i.created_at, i.id) >= (o.created_at, o.id)`, operationID, importID).Scan(&n)
	return n, err
}

// Live is the running import of an operation.
func (s *Imports) Live(ctx context.Context, operationID id.ID) (id.ID, bool, error) {
	live, err := queries(ctx, s.db).FindLiveCurveImport(ctx, operationID)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", false, nil
	}
	return live, err == nil, err
}

// Latest reads the newest of a kind, by an agent.
func (s *Imports) Latest(ctx context.Context, operationID id.ID, kind ingest.ImportKind, agent string) (ingest.Import, bool, error) {
	rows, err := queries(ctx, s.db).ListCurveImports(ctx, sqlcgen.ListCurveImportsParams{OperationID: operationID, Kind: string(kind), Agent: agent, MaxRows: 1})
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
		i, err := fromDBCurveImport(row.CurveImport)
		if err != nil {
			return nil, err
		}
		i.CreatedBy, i.Author = postgres.IDOf(row.AskedBy), row.Author
		out[n], ids[n], at[i.ID] = i, i.ID, n
	}
	files, err := queries(ctx, s.db).ListCurveImportFiles(ctx, ids)
	for _, f := range files {
		i := &out[at[f.ImportID]]
		i.Files = append(i.Files, received.File{Name: f.Name, Size: f.Size, SHA256: f.Sha256, Format: f.Format})
	}
	return out, err
}

// Finish closes a started import with its outcome.
func (s *Imports) Finish(ctx context.Context, i ingest.Import) (bool, error) {
	result, err := toStoredResult(i.Result)
	if err != nil {
		return false, err
	}
	faults, err := json.Marshal(toStoredFaults(i.Errors))
	if err != nil {
		return false, err
	}
	q := queries(ctx, s.db)
	n, err := q.FinishCurveImport(ctx, sqlcgen.FinishCurveImportParams{ID: i.ID, Status: string(i.Status), FinishedAt: i.FinishedAt,
		AliveAt: s.db.Now(), Result: result, Errors: faults})
	if err != nil || n == 0 {
		return false, err
	}
	for position, f := range i.Files {
		if f.Format == "" {
			continue
		}
		err := q.SetCurveImportFileFormat(ctx, sqlcgen.SetCurveImportFileFormatParams{ImportID: i.ID, Position: int32(position), Format: f.Format})
		if err != nil {
			return false, err
		}
	}
	return true, nil
}

// Reopen starts a held import again, confirmed.
func (s *Imports) Reopen(ctx context.Context, i ingest.Import, by id.ID, at time.Time) (bool, error) {
	if err := s.db.Hold(ctx, "curve import "+string(i.OperationID)); err != nil {
		return false, err
	}
	live, running, err := s.Live(ctx, i.OperationID)
	if err != nil {
		return false, err
	}
	if running && live != i.ID {
		return false, metering.ErrInProgress.With("id", string(live))
	}
	n, err := queries(ctx, s.db).ReopenCurveImport(ctx, sqlcgen.ReopenCurveImportParams{ID: i.ID, DecidedAt: at, DecidedBy: postgres.OptionalID(by)})
	return n > 0, curveImportConstraints.Translate(err)
}

// Undo closes an import as taken back.
func (s *Imports) Undo(ctx context.Context, importID, by id.ID, at time.Time) (bool, error) {
	n, err := queries(ctx, s.db).UndoCurveImport(ctx, sqlcgen.UndoCurveImportParams{ID: importID, DecidedAt: &at, DecidedBy: postgres.OptionalID(by)})
	return n > 0, err
}

// Progress records how much is done.
func (s *Imports) Progress(ctx context.Context, importID id.ID, done, total int) error {
	return sqlcgen.New(s.db.Pool()).SetCurveImportProgress(ctx, sqlcgen.SetCurveImportProgressParams{ID: importID, Done: int32(done), Total: int32(total), AliveAt: s.db.Now()})
}

// Stale lists live imports that gave no sign of life since an instant.
func (s *Imports) Stale(ctx context.Context, since time.Time) ([]id.ID, error) {
	return queries(ctx, s.db).ListStaleCurveImports(ctx, since)
}
