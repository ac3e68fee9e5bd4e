package monthstore

import (
	"context"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/month/setup"
)

// Stock counts what operations have.
type Stock struct{ db *postgres.DB }

var _ setup.Stock = (*Stock)(nil)

// NewStock is the store over db.
func NewStock(db *postgres.DB) *Stock { return &Stock{db} }

// Counts is what an operation has on a day.
func (s *Stock) Counts(ctx context.Context, operationID id.ID, today civil.Date) (setup.Counts, error) {
	r, err := queries(ctx, s.db).CountSetup(ctx, operationID, postgres.ToDate(today))
	return setup.Counts{Consumers: int(r.Consumers), Producers: int(r.Producers), SitesOfBothSides: int(r.Sites), Keys: int(r.Keys),
		SitesWithCurves: int(r.SitesWithCurves), Issuers: int(r.Issuers), Clients: int(r.Clients), ProducersWithout: int(r.ProducersWithout),
		ConsumersWithout: int(r.ConsumersWithout), Plans: int(r.Plans), Subscriptions: int(r.Subscriptions), ConsumersUnsold: int(r.ConsumersUnsold),
		Runs: int(r.Runs)}, err
}
