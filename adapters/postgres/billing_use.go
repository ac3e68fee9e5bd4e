package postgres

import (
	"context"

	"github.com/openpmo/pmo/core/id"
)

// BillingUse tells which operations bill (operation.Bills).
type BillingUse struct{ db *DB }

// NewBillingUse makes it.
func NewBillingUse(db *DB) BillingUse { return BillingUse{db} }

// InUse tells whether an operation has plans, subscriptions or invoices.
func (b BillingUse) InUse(ctx context.Context, operationID id.ID) (used bool, err error) {
	err = b.db.conn(ctx).QueryRow(ctx, `select exists (select from plans where operation_id = $1)
		or exists (select from subscriptions where operation_id = $1)
		or exists (select from invoices where operation_id = $1)`, operationID).Scan(&used)
	return used, err
}
