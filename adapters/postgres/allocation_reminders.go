package postgres

import (
	"context"

	"github.com/openpmo/pmo/adapters/postgres/internal/sqlcgen"
	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/coefficientset"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/id"
)

// CoefficientReminders keeps which reminders were given.
type CoefficientReminders struct{ db *DB }

var _ coefficientset.Reminders = (*CoefficientReminders)(nil)

// NewCoefficientReminders is the store over db.
func NewCoefficientReminders(db *DB) *CoefficientReminders { return &CoefficientReminders{db} }

// Candidates lists the operations of some operators that have had a key of these types.
func (s *CoefficientReminders) Candidates(ctx context.Context, operators []dso.Operator, types []allocation.Type) ([]id.ID, error) {
	names, kinds := make([]string, len(operators)), make([]string, len(types))
	for i, o := range operators {
		names[i] = string(o)
	}
	for i, t := range types {
		kinds[i] = string(t)
	}
	return s.db.queries(ctx).ListCoefficientOperations(ctx, names, kinds)
}

// Add records a reminder; ok is false when there is one.
func (s *CoefficientReminders) Add(ctx context.Context, r coefficientset.Reminder) (ok bool, err error) {
	n, err := s.db.queries(ctx).InsertCoefficientReminder(ctx, sqlcgen.InsertCoefficientReminderParams{OperationID: r.OperationID,
		Month: pgDate(r.Month.First()), Kind: string(r.Kind), At: r.At})
	return n > 0, err
}
