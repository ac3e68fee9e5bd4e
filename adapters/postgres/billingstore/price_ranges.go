package billingstore

import (
	"context"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/billingstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/money"
)

// PriceRanges stores where prices are usual.
type PriceRanges struct{ db *postgres.DB }

// NewPriceRanges is the store over db.
func NewPriceRanges(db *postgres.DB) *PriceRanges { return &PriceRanges{db} }

var _ billing.PriceRanges = (*PriceRanges)(nil)

var rangeConstraints = postgres.Constraints{"price_ranges_key": billing.ErrRangeTaken}

// All reads every range.
func (s *PriceRanges) All(ctx context.Context) ([]billing.PriceRange, error) {
	rows, err := queries(ctx, s.db).ListPriceRanges(ctx)
	out := make([]billing.PriceRange, len(rows))
	for n, r := range rows {
		out[n] = billing.PriceRange{ID: r.ID, Country: dso.Country(r.Country), Since: postgres.FromDate(r.StartDate), Low: money.MicroEuro(r.LowMicroEuro),
			High: money.MicroEuro(r.HighMicroEuro), Version: int(r.Version), CreatedAt: r.CreatedAt}
	}
	return out, err
}

// Add stores a new one.
func (s *PriceRanges) Add(ctx context.Context, r billing.PriceRange) error {
	return rangeConstraints.Translate(queries(ctx, s.db).InsertPriceRange(ctx, sqlcgen.InsertPriceRangeParams{ID: r.ID, Country: string(r.Country), StartDate: postgres.ToDate(r.Since),
		LowMicroEuro: int64(r.Low), HighMicroEuro: int64(r.High), Version: int32(r.Version), CreatedAt: r.CreatedAt}))
}

// Save replaces one of the version before.
func (s *PriceRanges) Save(ctx context.Context, r billing.PriceRange) (bool, error) {
	n, err := queries(ctx, s.db).UpdatePriceRange(ctx, sqlcgen.UpdatePriceRangeParams{ID: r.ID, Country: string(r.Country), StartDate: postgres.ToDate(r.Since),
		LowMicroEuro: int64(r.Low), HighMicroEuro: int64(r.High), Version: int32(r.Version)})
	return n > 0, rangeConstraints.Translate(err)
}
