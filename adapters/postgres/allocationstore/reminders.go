package allocationstore

import (
	"context"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/allocationstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/coefficientset/reminder"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/id"
)

// Reminders keeps which reminders were given.
type Reminders struct{ db *postgres.DB }

var _ reminder.Reminders = (*Reminders)(nil)

// NewReminders is the store over db.
func NewReminders(db *postgres.DB) *Reminders { return &Reminders{db} }

// Candidates lists the operations of some operators that have had a key of these types.
func (s *Reminders) Candidates(ctx context.Context, operators []dso.Operator, types []allocation.Type) ([]id.ID, error) {
	names, kinds := make([]string, len(operators)), make([]string, len(types))
	for i, o := range operators {
		names[i] = string(o)
	}
	for i, t := range types {
		kinds[i] = string(t)
	}
	return queries(ctx, s.db).ListCoefficientOperations(ctx, names, kinds)
}

// Add records a reminder; ok is false when there is one.
func (s *Reminders) Add(ctx context.Context, r reminder.Reminder) (ok bool, err error) {
	n, err := queries(ctx, s.db).InsertCoefficientReminder(ctx, sqlcgen.InsertCoefficientReminderParams{OperationID: r.OperationID,
		Month: postgres.ToDate(r.Month.First()), Kind: string(r.Kind), At: r.At})
	return n > 0, err
}
