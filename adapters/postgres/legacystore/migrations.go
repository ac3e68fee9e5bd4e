package legacystore

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/legacystore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/billing/legacy/migration"
	"github.com/openpmo/pmo/core/id"
)

// Migrations keeps which operations were moved to the newer engine.
type Migrations struct{ db *postgres.DB }

var _ migration.Records = (*Migrations)(nil)

// NewMigrations is the store over db.
func NewMigrations(db *postgres.DB) *Migrations { return &Migrations{db} }

// Of finds that of an operation; nil where there is none.
func (s *Migrations) Of(ctx context.Context, operationID id.ID) (*migration.Done, error) {
	r, err := queries(ctx, s.db).GetLegacyMigration(ctx, operationID)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	d := migration.Done{OperationID: r.OperationID, At: r.MigratedAt, Basis: migration.Basis(r.Prices), Plans: int(r.Plans), Subscriptions: int(r.Subscriptions), Finished: int(r.Finished)}
	if r.MigratedBy != nil {
		d.By = *r.MigratedBy
	}
	return &d, nil
}

// Add stores one.
func (s *Migrations) Add(ctx context.Context, d migration.Done) error {
	row := sqlcgen.InsertLegacyMigrationParams{OperationID: d.OperationID, MigratedAt: d.At, Prices: string(d.Basis), Plans: int32(d.Plans), Subscriptions: int32(d.Subscriptions), Finished: int32(d.Finished)}
	if !d.By.IsZero() {
		row.MigratedBy = &d.By
	}
	return queries(ctx, s.db).InsertLegacyMigration(ctx, row)
}
