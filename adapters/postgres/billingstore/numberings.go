package billingstore

import (
	"context"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/billingstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
)

// Numberings counts invoice numbers by legal person, series and year.
type Numberings struct{ db *postgres.DB }

// NewNumberings is the store over db.
func NewNumberings(db *postgres.DB) *Numberings { return &Numberings{db} }

var _ billing.Numberings = (*Numberings)(nil)

// LastIssue locks the series until the transaction ends and reads its last issue date.
func (s *Numberings) LastIssue(ctx context.Context, owner, series string) (*civil.Date, error) {
	if err := s.db.Hold(ctx, "numbering:"+owner+":"+series); err != nil {
		return nil, err
	}
	last, err := queries(ctx, s.db).LastIssueOfSeries(ctx, owner, series)
	return postgres.FromOptionalDate(last), err
}

// Take reserves n numbers of the year and returns the first.
func (s *Numberings) Take(ctx context.Context, owner, series string, year, n int, issue civil.Date) (int, error) {
	next, err := queries(ctx, s.db).TakeNumbers(ctx, sqlcgen.TakeNumbersParams{
		NumberOwner: owner, Series: series, Year: int32(year), Quantity: int32(n), LastIssue: postgres.ToDate(issue)})
	return int(next) - n, err
}

// Begin sets the first number of a series; false where a number of it was taken or set before.
func (s *Numberings) Begin(ctx context.Context, owner, series string, year, first int) (bool, error) {
	if err := s.db.Hold(ctx, "numbering:"+owner+":"+series); err != nil {
		return false, err
	}
	n, err := queries(ctx, s.db).BeginNumbering(ctx, sqlcgen.BeginNumberingParams{NumberOwner: owner, Series: series, Year: int32(year), First: int32(first)})
	return n > 0, err
}
