package meteringstore

import (
	"context"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/meteringstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/definitive"
)

func fromDBDefinitiveMonth(row sqlcgen.ListDefinitiveMonthsRow) metering.DefinitiveMonth {
	d := row.DefinitiveMonth
	return metering.DefinitiveMonth{Month: postgres.FromMonth(d.Month), Reason: d.Reason, DeclaredAt: d.DeclaredAt,
		DeclaredBy: d.DeclaredBy, Author: row.Author}
}

// DefinitiveMonths stores months declared definitive.
type DefinitiveMonths struct{ db *postgres.DB }

var _ definitive.Declarations = (*DefinitiveMonths)(nil)

// NewDefinitiveMonths is the store over db.
func NewDefinitiveMonths(db *postgres.DB) *DefinitiveMonths { return &DefinitiveMonths{db} }

var definitiveMonthConstraints = postgres.Constraints{"definitive_months_pkey": metering.ErrMonthDeclared}

// Add stores one. Error: definitiveMonth.exists.
func (s *DefinitiveMonths) Add(ctx context.Context, operationID id.ID, d metering.DefinitiveMonth) error {
	return definitiveMonthConstraints.Translate(queries(ctx, s.db).InsertDefinitiveMonth(ctx, sqlcgen.InsertDefinitiveMonthParams{
		OperationID: operationID, Month: postgres.ToMonth(d.Month), Reason: d.Reason, DeclaredAt: d.DeclaredAt, DeclaredBy: d.DeclaredBy}))
}

// Remove forgets one. Error: definitiveMonth.notFound.
func (s *DefinitiveMonths) Remove(ctx context.Context, operationID id.ID, month civil.Month) error {
	n, err := queries(ctx, s.db).DeleteDefinitiveMonth(ctx, operationID, postgres.ToMonth(month))
	if err == nil && n == 0 {
		return metering.ErrMonthNotDeclared.With("month", month.String())
	}
	return err
}

// List reads them, newest month first.
func (s *DefinitiveMonths) List(ctx context.Context, operationID id.ID) ([]metering.DefinitiveMonth, error) {
	rows, err := queries(ctx, s.db).ListDefinitiveMonths(ctx, operationID)
	out := make([]metering.DefinitiveMonth, len(rows))
	for i, row := range rows {
		out[i] = fromDBDefinitiveMonth(row)
	}
	return out, err
}
