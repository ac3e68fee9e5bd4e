package meteringstore

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

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

// knownFactors are all factors, as they are while their stamp stands.
type knownFactors struct {
	stamp   id.ID
	factors emission.Factors
}

// factors are those of a stamp that was just read; nil = none are wanted. They are read again when the stamp is
// another than of those that are known, together with their own: theirs may be a later one.
func (s *Perimeters) factors(ctx context.Context, stamp *id.ID) (knownFactors, error) {
	if stamp == nil {
		return knownFactors{}, nil
	}
	if known := s.known.Load(); known != nil && known.stamp == *stamp {
		return *known, nil
	}
	var read knownFactors
	rows, err := s.db.Conn(ctx).Query(ctx, `select s.stamp, f.id, f.country, coalesce(f.production_type_id, 0), f.start_date, f.milligrams, f.version
		from emission_stamp s left join emission_factors f on true order by f.country, coalesce(f.production_type_id, 0), f.start_date`)
	if err != nil {
		return read, err
	}
	var factorID *id.ID
	var country *string
	var kind, version *int
	var from pgtype.Date
	var milligrams *int64
	_, err = pgx.ForEachRow(rows, []any{&read.stamp, &factorID, &country, &kind, &from, &milligrams, &version}, func() error {
		if factorID != nil { // else there is none
			read.factors = append(read.factors, emission.Factor{ID: *factorID, Country: dso.Country(*country), ProductionType: *kind,
				From: postgres.FromDate(from), Milligrams: *milligrams, Version: *version})
		}
		return nil
	})
	if err != nil {
		return read, err
	}
	s.known.Store(&read)
	return read, nil
}
