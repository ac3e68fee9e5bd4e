package postgres

import (
	"encoding/json"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/openpmo/pmo/adapters/postgres/internal/sqlcgen"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/ingest"
	"github.com/openpmo/pmo/core/metering/ingest/intake"
)

// A month is stored as its first day.
func toDBMonth(m civil.Month) pgtype.Date   { return pgDate(m.First()) }
func fromDBMonth(d pgtype.Date) civil.Month { return civil.MonthOf(civilDate(d)) }

func toDBMonths(months []civil.Month) []pgtype.Date {
	out := make([]pgtype.Date, len(months))
	for i, m := range months {
		out[i] = toDBMonth(m)
	}
	return out
}

func toDBNatures(natures []metering.Nature) []int16 {
	out := make([]int16, len(natures))
	for i, n := range natures {
		out[i] = int16(n)
	}
	return out
}

// storedFault is a fault in a jsonb column. Its technical cause is not kept.
type storedFault struct {
	Kind   fault.Kind     `json:"kind"`
	Key    string         `json:"key"`
	Params map[string]any `json:"params,omitempty"`
	Field  string         `json:"field,omitempty"`
	Row    int            `json:"row,omitempty"`
	Items  []storedFault  `json:"items,omitempty"`
}

func toStoredFaults(faults []*fault.Error) []storedFault {
	out := make([]storedFault, len(faults))
	for i, f := range faults {
		out[i] = storedFault{f.Kind, f.Key, f.Params, f.Field, f.Row, toStoredFaults(f.Items)}
	}
	return out
}

func fromStoredFaults(stored []storedFault) []*fault.Error {
	out := make([]*fault.Error, len(stored))
	for i, s := range stored {
		out[i] = &fault.Error{Kind: s.Kind, Key: s.Key, Params: s.Params, Field: s.Field, Row: s.Row, Items: fromStoredFaults(s.Items)}
	}
	return out
}

// storedResult is an import result, as JSON in a packed column.
type storedResult struct {
	DryRun       bool          `json:"dryRun"`
	Points       int64         `json:"points"`
	Sites        []storedSite  `json:"sites"`
	ChangedSites int           `json:"changedSites"`
	ChangedDays  int           `json:"changedDays"`
	Unchanged    bool          `json:"unchanged"`
	Warnings     []storedFault `json:"warnings"`
	WarningCount int           `json:"warningCount,omitempty"` // none in rows from before it was kept
	Files        []storedFile  `json:"files,omitempty"`
	Registers    int           `json:"registers,omitempty"`
	Readings     int           `json:"readings,omitempty"`

	ReadingsChanged int                  `json:"readingsChanged,omitempty"`
	ReadingSites    []ingest.ReadingSite `json:"readingSites,omitempty"`
	Suspected       []intake.Suspicion   `json:"suspected,omitempty"`
	SuspectedCount  int                  `json:"suspectedCount,omitempty"`
}

type storedSite struct {
	ParticipantID string           `json:"participantId"`
	Name          string           `json:"name"`
	DsoID         string           `json:"dsoId"`
	Nature        metering.Nature  `json:"nature"`
	Month         civil.Month      `json:"month"`
	Step          int32            `json:"step"`
	Unit          string           `json:"unit"`
	Labels        curvefile.Labels `json:"labels"`
	Points        int              `json:"points"`
	Missing       int              `json:"missing"`
	Doubtful      int              `json:"doubtful"`
	Total         energy.MilliWh   `json:"total"`
	Previous      *energy.MilliWh  `json:"previous,omitempty"`
	Ratio         *float64         `json:"ratio,omitempty"`
	Factor        string           `json:"factor,omitempty"`
	ChangedDays   int              `json:"changedDays"`
	Definitive    bool             `json:"definitive"`
}

func toStoredResult(r *ingest.ImportResult) ([]byte, error) {
	if r == nil {
		return nil, nil
	}
	stored := storedResult{DryRun: r.DryRun, Points: r.Points, ChangedSites: r.ChangedSites, ChangedDays: r.ChangedDays,
		Unchanged: r.Unchanged, Warnings: toStoredFaults(r.Warnings), WarningCount: r.WarningCount, Files: toStoredFiles(r.Files), Registers: r.Registers, Readings: r.Readings,
		ReadingsChanged: r.ReadingsChanged, ReadingSites: r.ReadingSites, Suspected: r.Suspected, SuspectedCount: r.SuspectedCount,
		Sites: make([]storedSite, len(r.Sites))}
	for i, s := range r.Sites {
		stored.Sites[i] = storedSite{string(s.ParticipantID), s.Name, s.DsoID, s.Nature, s.Month, s.Step, s.Unit, s.Labels,
			s.Points, s.Missing, s.Doubtful, s.Total, s.Previous, s.Ratio, s.Factor, s.ChangedDays, s.Definitive}
	}
	text, err := json.Marshal(stored)
	return packBlob(text), err
}

func fromStoredResult(data []byte) (*ingest.ImportResult, error) {
	if data == nil {
		return nil, nil
	}
	text, err := unpackBlob(data)
	if err != nil {
		return nil, err
	}
	var stored storedResult
	if err := json.Unmarshal(text, &stored); err != nil {
		return nil, err
	}
	r := &ingest.ImportResult{DryRun: stored.DryRun, Points: stored.Points, ChangedSites: stored.ChangedSites,
		ChangedDays: stored.ChangedDays, Unchanged: stored.Unchanged, Warnings: fromStoredFaults(stored.Warnings), WarningCount: max(stored.WarningCount, len(stored.Warnings)), Files: fromStoredFiles(stored.Files),
		Registers: stored.Registers, Readings: stored.Readings, ReadingsChanged: stored.ReadingsChanged, ReadingSites: stored.ReadingSites,
		Suspected: stored.Suspected, SuspectedCount: stored.SuspectedCount,
		Sites: make([]intake.ImportSite, len(stored.Sites))}
	for i, s := range stored.Sites {
		r.Sites[i] = intake.ImportSite{ParticipantID: id.ID(s.ParticipantID), Name: s.Name, DsoID: s.DsoID, Nature: s.Nature,
			Month: s.Month, Step: s.Step, Unit: s.Unit, Labels: s.Labels, Points: s.Points, Missing: s.Missing, Doubtful: s.Doubtful,
			Total: s.Total, Previous: s.Previous, Ratio: s.Ratio, Factor: s.Factor, ChangedDays: s.ChangedDays, Definitive: s.Definitive}
	}
	return r, nil
}

func fromDBCurveImport(row sqlcgen.CurveImport) (ingest.Import, error) {
	i := ingest.Import{ID: row.ID, OperationID: row.OperationID, Kind: ingest.ImportKind(row.Kind),
		Status: ingest.ImportStatus(row.Status), CreatedBy: idOf(row.CreatedBy), Agent: row.Agent, CreatedAt: row.CreatedAt,
		FinishedAt: row.FinishedAt, DryRun: row.DryRun, Definitive: row.Definitive, Confirmed: row.Confirmed, Done: int(row.Done), Total: int(row.Total)}
	if row.Days.Valid {
		i.Days = fromDBDays(row.Days)
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

func fromDBDefinitiveMonth(row sqlcgen.ListDefinitiveMonthsRow) metering.DefinitiveMonth {
	d := row.DefinitiveMonth
	return metering.DefinitiveMonth{Month: fromDBMonth(d.Month), Reason: d.Reason, DeclaredAt: d.DeclaredAt,
		DeclaredBy: d.DeclaredBy, Author: row.Author}
}

// toDBImportDays is null for what is no pull.
func toDBImportDays(i ingest.Import) pgtype.Range[pgtype.Date] {
	if i.Kind != ingest.KindPull {
		return pgtype.Range[pgtype.Date]{}
	}
	return toDBDays(i.Days)
}
