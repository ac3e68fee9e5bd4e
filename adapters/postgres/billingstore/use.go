package billingstore

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/core/id"
)

// Use tells which operations bill (operation.Bills).
type Use struct{ db *postgres.DB }

// NewUse makes it.
func NewUse(db *postgres.DB) Use { return Use{db} }

// InUse reports whether an operation has plans, subscriptions or invoices.
func (b Use) InUse(ctx context.Context, operationID id.ID) (used bool, err error) {
	err = b.db.Conn(ctx).QueryRow(ctx, `select exists (select from plans where operation_id = $1)
		or exists (select from subscriptions where operation_id = $1)
		or exists (select from invoices where operation_id = $1)`, operationID).Scan(&used)
	return used, err
}

// OldContracts reports whether an operation has contracts of the old engine.
func (b Use) OldContracts(ctx context.Context, operationID id.ID) (bound bool, err error) {
	err = b.db.Conn(ctx).QueryRow(ctx, `select exists (select from legacy_contracts where operation_id = $1)`, operationID).Scan(&bound)
	return bound, err
}

// SellersOf finds the producers that sell to some of these sites, now or once.
func (b Use) SellersOf(ctx context.Context, siteIDs []id.ID) (map[id.ID]bool, error) {
	rows, err := b.db.Conn(ctx).Query(ctx, `select distinct producer_id from subscriptions
		where consumer_id = any($1::uuid[]) and producer_id is not null`, siteIDs)
	if err != nil {
		return nil, err
	}
	sellers := map[id.ID]bool{}
	found, err := pgx.CollectRows(rows, pgx.RowTo[id.ID])
	for _, seller := range found {
		sellers[seller] = true
	}
	return sellers, err
}
