package billingstore

import (
	"context"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/billingstore/internal/sqlcgen"
)

// queries asks in the transaction of ctx, if there is one.
func queries(ctx context.Context, db *postgres.DB) *sqlcgen.Queries { return sqlcgen.New(db.Conn(ctx)) }
