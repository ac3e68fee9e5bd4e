package postgres

import (
	"context"

	"github.com/openpmo/pmo/adapters/postgres/internal/sqlcgen"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/id"
)

// BillingSites reads the sites of an operation as billing sees them.
type BillingSites struct{ db *DB }

// NewBillingSites is the reader over db.
func NewBillingSites(db *DB) *BillingSites { return &BillingSites{db} }

var _ billing.Sites = (*BillingSites)(nil)

// OfOperation lists the sites, by name.
func (s *BillingSites) OfOperation(ctx context.Context, operationID id.ID) ([]billing.Site, error) {
	rows, err := s.db.queries(ctx).ListBillingSites(ctx, operationID)
	if err != nil {
		return nil, err
	}
	sites := make([]billing.Site, len(rows))
	for i, row := range rows {
		sites[i] = fromDBBillingSite(operationID, row)
	}
	return sites, nil
}

// OfClients lists the sites of some clients, and all that produce.
func (s *BillingSites) OfClients(ctx context.Context, operationID id.ID, clients []id.ID) ([]billing.Site, error) {
	rows, err := s.db.queries(ctx).ListBillingSitesOfClients(ctx, operationID, clients)
	if err != nil {
		return nil, err
	}
	sites := make([]billing.Site, len(rows))
	for i, row := range rows {
		sites[i] = fromDBBillingSite(operationID, sqlcgen.ListBillingSitesRow(row))
	}
	return sites, nil
}
