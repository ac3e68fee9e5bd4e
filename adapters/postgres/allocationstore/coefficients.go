package allocationstore

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"slices"
	"time"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/allocationstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/coefficient"
	"github.com/openpmo/pmo/core/allocation/coefficientset"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
)

// CoefficientSets keeps the coefficients of operations. zone is that of their days.
type CoefficientSets struct {
	db   *postgres.DB
	zone civil.Zone
}

var _ coefficientset.CoefficientSets = (*CoefficientSets)(nil)

// NewCoefficientSets is the store over db. Only French operators take coefficients, so
// that their days are those of Paris.
func NewCoefficientSets(db *postgres.DB) *CoefficientSets { return &CoefficientSets{db, civil.Paris} }

// Add stores a set with its files and its first event.
func (s *CoefficientSets) Add(ctx context.Context, set coefficientset.CoefficientSet) error {
	q := queries(ctx, s.db)
	versions := make([]int32, len(set.ConfigVersions))
	for i, v := range set.ConfigVersions {
		versions[i] = int32(v)
	}
	err := q.InsertCoefficientSet(ctx, sqlcgen.InsertCoefficientSetParams{OperationID: set.OperationID, ID: set.ID,
		Month: postgres.ToDate(set.Month.First()), Mode: string(set.Mode), Rounding: string(set.Setting.Rounding), Decimals: int16(set.Setting.Decimals),
		StepS: int32(set.Files[0].Step / time.Second), ConfigVersions: versions, Loss: int64(set.Loss), Imported: set.Imported,
		AuthorID: set.AuthorID, CreatedAt: set.CreatedAt,
		InputKey: set.Inputs.Key, InputCurves: set.Inputs.Curves, InputSites: set.Inputs.Sites})
	if err != nil {
		return err
	}
	for i, f := range set.Files {
		sum, err := hex.DecodeString(f.SHA256)
		if err != nil {
			return err
		}
		err = q.InsertCoefficientFile(ctx, sqlcgen.InsertCoefficientFileParams{OperationID: set.OperationID, SetID: set.ID, Position: int32(i),
			Producer: f.Producer, Name: f.Name, Sha256: sum, Sites: orEmpty(f.Sites), Chunk: packCoefficients(f.Values)})
		if err != nil {
			return err
		}
	}
	for _, e := range set.History {
		if err := s.AddEvent(ctx, set.OperationID, set.ID, e); err != nil {
			return err
		}
	}
	return nil
}

// AddEvent adds a state to a set.
func (s *CoefficientSets) AddEvent(ctx context.Context, operationID, setID id.ID, e coefficientset.CoefficientEvent) error {
	return queries(ctx, s.db).InsertCoefficientEvent(ctx, sqlcgen.InsertCoefficientEventParams{OperationID: operationID, SetID: setID,
		Status: string(e.Status), Day: postgres.ToDate(e.Day), At: e.At, AuthorID: e.AuthorID, Note: e.Note})
}

// ByID reads one. Error: coefficients.notFound.
func (s *CoefficientSets) ByID(ctx context.Context, operationID, setID id.ID, values bool) (coefficientset.CoefficientSet, error) {
	row, err := queries(ctx, s.db).GetCoefficientSet(ctx, operationID, setID)
	if err != nil {
		return coefficientset.CoefficientSet{}, postgres.OrMissing(err, allocation.ErrCoefficientsNotFound)
	}
	sets := []coefficientset.CoefficientSet{fromDBCoefficientSet(row.AllocationCoefficientSet)}
	sets[0].Superseded = row.Superseded
	err = s.fill(ctx, operationID, sets, []sqlcgen.AllocationCoefficientSet{row.AllocationCoefficientSet}, values)
	return sets[0], err
}

// Current reads the sets of each month that are not superseded, newest month first: the
// last one, then the one that the operator has.
func (s *CoefficientSets) Current(ctx context.Context, operationID id.ID, months []civil.Month, values bool) ([]coefficientset.CoefficientSet, error) {
	days := make([]pgtype.Date, len(months))
	for i, m := range months {
		days[i] = postgres.ToDate(m.First())
	}
	rows, err := queries(ctx, s.db).ListCurrentCoefficientSets(ctx, operationID, days)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	sets := make([]coefficientset.CoefficientSet, len(rows))
	for i, row := range rows {
		sets[i] = fromDBCoefficientSet(row)
	}
	return sets, s.fill(ctx, operationID, sets, rows, values)
}

// fill reads the files and events of sets.
func (s *CoefficientSets) fill(ctx context.Context, operationID id.ID, sets []coefficientset.CoefficientSet, rows []sqlcgen.AllocationCoefficientSet, values bool) error {
	q, ids := queries(ctx, s.db), make([]id.ID, len(sets))
	for i, set := range sets {
		ids[i] = set.ID
	}
	files, err := q.ListCoefficientFiles(ctx, sqlcgen.ListCoefficientFilesParams{OperationID: operationID, SetIds: ids, Whole: values})
	if err != nil {
		return err
	}
	for _, f := range files {
		i := slices.Index(ids, f.SetID)
		content := coefficient.Set{Producer: f.Producer, Zone: s.zone, Days: sets[i].Month.Range(), Step: time.Duration(rows[i].StepS) * time.Second,
			Decimals: sets[i].Setting.Decimals, Sites: f.Sites}
		if values {
			if content.Values, err = unpackCoefficients(f.Chunk, len(f.Sites)); err != nil {
				return err
			}
		}
		sets[i].Files = append(sets[i].Files, coefficientset.CoefficientFile{Set: content, Name: f.Name, SHA256: hex.EncodeToString(f.Sha256)})
	}
	events, err := q.ListCoefficientEvents(ctx, operationID, ids)
	for _, e := range events {
		i := slices.Index(ids, e.SetID)
		sets[i].History = append(sets[i].History, coefficientset.CoefficientEvent{Status: coefficientset.CoefficientStatus(e.Status),
			Day: postgres.FromDate(e.Day), At: e.At, AuthorID: e.AuthorID, Note: e.Note})
	}
	return err
}

func fromDBCoefficientSet(r sqlcgen.AllocationCoefficientSet) coefficientset.CoefficientSet {
	set := coefficientset.CoefficientSet{OperationID: r.OperationID, ID: r.ID, Month: civil.MonthOf(postgres.FromDate(r.Month)),
		Mode: coefficientset.CoefficientMode(r.Mode), Loss: energy.MilliWh(r.Loss), Imported: r.Imported, AuthorID: r.AuthorID, CreatedAt: r.CreatedAt,
		Setting: coefficient.Setting{Decimals: int(r.Decimals), Rounding: coefficient.Rounding(r.Rounding)},
		Inputs:  coefficientset.Inputs{Key: r.InputKey, Curves: r.InputCurves, Sites: r.InputSites}}
	for _, v := range r.ConfigVersions {
		set.ConfigVersions = append(set.ConfigVersions, int(v))
	}
	return set
}

// packCoefficients puts columns one after the other and compresses them.
func packCoefficients(columns [][]int32) []byte {
	var plain []byte
	for _, column := range columns {
		for _, v := range column {
			plain = binary.LittleEndian.AppendUint32(plain, uint32(v))
		}
	}
	return postgres.Compress(plain, nil)
}

func unpackCoefficients(chunk []byte, columns int) ([][]int32, error) {
	plain, err := postgres.Decompress(chunk, nil)
	if err != nil || columns == 0 {
		return nil, err
	}
	steps := len(plain) / 4 / columns
	values, out := make([]int32, columns*steps), make([][]int32, columns)
	for i := range values {
		values[i] = int32(binary.LittleEndian.Uint32(plain[4*i:]))
	}
	for i := range out {
		out[i] = values[i*steps : (i+1)*steps : (i+1)*steps]
	}
	return out, nil
}
