package postgres

import (
	"context"

	"github.com/openpmo/pmo/adapters/postgres/internal/sqlcgen"
	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/key"
	"github.com/openpmo/pmo/core/id"
)

// AllocationSeasonalities keeps the seasons of operations.
type AllocationSeasonalities struct{ db *DB }

var _ key.Seasonalities = (*AllocationSeasonalities)(nil)

// NewAllocationSeasonalities is the store over db.
func NewAllocationSeasonalities(db *DB) *AllocationSeasonalities { return &AllocationSeasonalities{db} }

// List reads all of an operation, newest first.
func (s *AllocationSeasonalities) List(ctx context.Context, operationID id.ID) ([]allocation.Seasonality, error) {
	q := s.db.queries(ctx)
	rows, err := q.ListAllocationSeasonalities(ctx, operationID)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	seasons, err := q.ListAllocationSeasons(ctx, operationID)
	if err != nil {
		return nil, err
	}
	of := map[id.ID][]allocation.Season{}
	for _, season := range seasons {
		of[season.SeasonalityID] = append(of[season.SeasonalityID], fromDBSeason(season))
	}
	out := make([]allocation.Seasonality, len(rows))
	for i, row := range rows {
		out[i] = fromDBSeasonality(row, of[row.ID])
	}
	return out, nil
}

// Add stores one.
func (s *AllocationSeasonalities) Add(ctx context.Context, n allocation.Seasonality) error {
	q := s.db.queries(ctx)
	err := q.InsertAllocationSeasonality(ctx, sqlcgen.InsertAllocationSeasonalityParams{OperationID: n.OperationID, ID: n.ID,
		Version: int32(n.Version), EffectiveDate: pgDate(n.EffectiveDate), Reason: n.Reason, AuthorID: n.AuthorID, CreatedAt: n.CreatedAt})
	if err != nil {
		return err
	}
	for i, season := range n.Seasons {
		err := q.InsertAllocationSeason(ctx, sqlcgen.InsertAllocationSeasonParams{OperationID: n.OperationID, SeasonalityID: n.ID,
			Position: int32(i), Name: season.Name, StartMonth: int16(season.Start.Month), StartDay: int16(season.Start.Day),
			EndMonth: int16(season.End.Month), EndDay: int16(season.End.Day)})
		if err != nil {
			return err
		}
	}
	return nil
}
