package monthstore

import (
	"context"
	"time"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/monthstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/month/notice"
)

// Notices keeps of which months organizers were told.
type Notices struct{ db *postgres.DB }

var _ notice.Notices = (*Notices)(nil)

// NewNotices is the store over db.
func NewNotices(db *postgres.DB) *Notices { return &Notices{db} }

// Untold lists the operations whose organizers were not told of a month yet.
func (s *Notices) Untold(ctx context.Context, m civil.Month) ([]id.ID, error) {
	return queries(ctx, s.db).ListUntoldOperations(ctx, postgres.ToMonth(m))
}

// Add records that they are told; ok is false when they were before.
func (s *Notices) Add(ctx context.Context, operationID id.ID, m civil.Month, at time.Time) (ok bool, err error) {
	n, err := queries(ctx, s.db).InsertMonthNotice(ctx, sqlcgen.InsertMonthNoticeParams{OperationID: operationID, Month: postgres.ToMonth(m), At: at})
	return n > 0, err
}
