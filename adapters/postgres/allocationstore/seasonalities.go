package allocationstore

import (
	"context"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/allocationstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/timeline"
	"github.com/openpmo/pmo/core/id"
)

// Seasonalities keeps the seasons of operations.
type Seasonalities struct{ db *postgres.DB }

var _ timeline.Seasonalities = (*Seasonalities)(nil)

// NewSeasonalities is the store over db.
func NewSeasonalities(db *postgres.DB) *Seasonalities { return &Seasonalities{db} }

// List reads all of an operation, newest first.
func (s *Seasonalities) List(ctx context.Context, operationID id.ID) ([]allocation.Seasonality, error) {
	q := queries(ctx, s.db)
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
func (s *Seasonalities) Add(ctx context.Context, n allocation.Seasonality) error {
	q := queries(ctx, s.db)
	err := q.InsertAllocationSeasonality(ctx, sqlcgen.InsertAllocationSeasonalityParams{OperationID: n.OperationID, ID: n.ID,
		Version: int32(n.Version), EffectiveDate: postgres.ToDate(n.EffectiveDate), Reason: n.Reason, AuthorID: n.AuthorID, CreatedAt: n.CreatedAt})
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

func fromDBSeasonality(r sqlcgen.AllocationSeasonality, seasons []allocation.Season) allocation.Seasonality {
	return allocation.Seasonality{OperationID: r.OperationID, ID: r.ID, Version: int(r.Version), Seasons: seasons,
		EffectiveDate: postgres.FromDate(r.EffectiveDate), Reason: r.Reason, AuthorID: r.AuthorID, CreatedAt: r.CreatedAt}
}

func fromDBSeason(r sqlcgen.AllocationSeason) allocation.Season {
	return allocation.Season{Name: r.Name, Start: allocation.YearDay{Month: int(r.StartMonth), Day: int(r.StartDay)},
		End: allocation.YearDay{Month: int(r.EndMonth), Day: int(r.EndDay)}}
}
