package postgres

import (
	"context"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

// CopyOneOfEachKind is for tests outside the package.
func CopyOneOfEachKind(ctx context.Context, table string, v id.ID, day civil.Date, at time.Time) error {
	return bulkRow(table, v, day, at).Send(ctx)
}
