package billingstore

import (
	"context"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/billingstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
)

// LegalTexts reads the dated texts of the law.
type LegalTexts struct{ db *postgres.DB }

// NewLegalTexts is the reader over db.
func NewLegalTexts(db *postgres.DB) *LegalTexts { return &LegalTexts{db} }

var _ billing.LegalTexts = (*LegalTexts)(nil)

// On reads the texts in force on a day, by key.
func (s *LegalTexts) On(ctx context.Context, country dso.Country, language string, day civil.Date) (map[string]string, error) {
	rows, err := queries(ctx, s.db).ListLegalTexts(ctx, sqlcgen.ListLegalTextsParams{Country: string(country), Language: language, Day: postgres.ToDate(day)})
	if err != nil {
		return nil, err
	}
	texts := make(map[string]string, len(rows))
	for _, r := range rows {
		texts[r.Key] = r.Text
	}
	return texts, nil
}
