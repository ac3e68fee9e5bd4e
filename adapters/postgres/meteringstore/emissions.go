package meteringstore

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering/emission"
)

// Emissions keeps what a kWh emits (emission.Store).
type Emissions struct{ db *postgres.DB }

var _ emission.Store = Emissions{}

// NewEmissions is the store over db.
func NewEmissions(db *postgres.DB) Emissions { return Emissions{db} }

var emissionConstraints = postgres.Constraints{"emission_factors_key": emission.ErrTaken}

// All is every factor, by country, kind and month.
func (s Emissions) All(ctx context.Context, limit int) (emission.Factors, error) {
	rows, err := s.db.Conn(ctx).Query(ctx, `select id, country, coalesce(production_type_id, 0), start_date, milligrams, source, version, created_at
		from emission_factors order by country, coalesce(production_type_id, 0), start_date limit $1`, limit)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (f emission.Factor, err error) {
		var country string
		var from = postgres.ToDate(civil.Min)
		err = row.Scan(&f.ID, &country, &f.ProductionType, &from, &f.Milligrams, &f.Source, &f.Version, &f.CreatedAt)
		f.Country, f.From = dso.Country(country), postgres.FromDate(from)
		return f, err
	})
}

// kind is null for the grid.
func kind(productionType int) *int {
	if productionType == 0 {
		return nil
	}
	return &productionType
}

// Add stores a new one. Error: emission.taken.
func (s Emissions) Add(ctx context.Context, f emission.Factor) error {
	_, err := s.db.Conn(ctx).Exec(ctx, `insert into emission_factors (id, country, production_type_id, start_date, milligrams, source, version, created_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8)`, f.ID, string(f.Country), kind(f.ProductionType), postgres.ToDate(f.From), f.Milligrams, f.Source, f.Version, f.CreatedAt)
	return emissionConstraints.Translate(err)
}

// Save replaces one of the version before. Error: emission.taken.
func (s Emissions) Save(ctx context.Context, f emission.Factor) (bool, error) {
	done, err := s.db.Conn(ctx).Exec(ctx, `update emission_factors set country = $2, production_type_id = $3, start_date = $4, milligrams = $5, source = $6, version = $7
		where id = $1 and version = $7 - 1`, f.ID, string(f.Country), kind(f.ProductionType), postgres.ToDate(f.From), f.Milligrams, f.Source, f.Version)
	return done.RowsAffected() == 1, emissionConstraints.Translate(err)
}

// storedFactor is one as the question about an operation brings it.
type storedFactor struct {
	ID         id.ID  `json:"i"`
	Country    string `json:"c"`
	Kind       int    `json:"k"`
	From       string `json:"f"`
	Milligrams int64  `json:"m"`
	Version    int    `json:"v"`
}

func factorsOf(stored []storedFactor) (emission.Factors, error) {
	var out emission.Factors
	for _, one := range stored {
		from, err := civil.ParseDate(one.From)
		if err != nil {
			return nil, err
		}
		out = append(out, emission.Factor{ID: one.ID, Country: dso.Country(one.Country), ProductionType: one.Kind, From: from, Milligrams: one.Milligrams, Version: one.Version})
	}
	return out, nil
}
