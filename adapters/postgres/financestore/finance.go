// Package financestore keeps assigned amounts and prices of surplus, and reads what was invoiced.
package financestore

import (
	"context"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/financestore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/finance"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/policy"
)

// queries asks in the transaction of ctx, if there is one.
func queries(ctx context.Context, db *postgres.DB) *sqlcgen.Queries { return sqlcgen.New(db.Conn(ctx)) }

// Stores are all of them over db.
func Stores(db *postgres.DB) finance.Stores {
	return finance.Stores{Sales: &Sales{db}, Affectations: &Affectations{db}, Prices: &SurplusPrices{db}}
}

// Sales reads what was invoiced.
type Sales struct{ db *postgres.DB }

// Issued are the lines of issued invoices and credit notes whose period ends on some days.
func (s *Sales) Issued(ctx context.Context, operationID id.ID, days civil.Range, limit int) ([]finance.Sale, error) {
	rows, err := queries(ctx, s.db).ListSales(ctx, sqlcgen.ListSalesParams{OperationID: operationID, First: postgres.ToDate(days.From), After: postgres.ToDate(days.To), Most: int32(limit)})
	out := make([]finance.Sale, len(rows))
	for n, r := range rows {
		out[n] = finance.Sale{InvoiceID: r.ID, Month: civil.MonthOf(postgres.FromDate(r.PeriodTo) - 1), Credit: r.Credit, Paid: money.Cents(r.PaidCents), Amount: money.Cents(r.AmountCents),
			ConsumerID: r.ConsumerID, ProducerID: postgres.IDOf(r.ProducerID), Net: money.Cents(r.NetCents), Rate: money.VATRate(r.VATRate)}
	}
	return out, err
}

// Affectations keeps assigned amounts.
type Affectations struct{ db *postgres.DB }

func affectation(r sqlcgen.GetAffectationRow) finance.Affectation {
	return finance.Affectation{OperationID: r.OperationID, ID: r.ID, Kind: finance.Kind(r.Kind), Heading: finance.Heading(r.Heading), Label: r.Label, Day: postgres.FromDate(r.Day),
		Amount: money.Cents(r.AmountCents), ParticipantID: postgres.IDOf(r.ParticipantID), ParticipantName: r.ParticipantName, Version: int(r.Version),
		CreatedBy: r.CreatedBy, CreatedAt: r.CreatedAt, UpdatedAt: r.UpdatedAt}
}

// On are those of some days, the last day first.
func (s *Affectations) On(ctx context.Context, operationID id.ID, days civil.Range, limit int) ([]finance.Affectation, error) {
	rows, err := queries(ctx, s.db).ListAffectations(ctx, sqlcgen.ListAffectationsParams{OperationID: operationID, First: postgres.ToDate(days.From), After: postgres.ToDate(days.To), Most: int32(limit)})
	out := make([]finance.Affectation, len(rows))
	for n, r := range rows {
		out[n] = affectation(sqlcgen.GetAffectationRow(r))
	}
	return out, err
}

// Count is how many an operation has; it keeps others from adding until the transaction ends.
func (s *Affectations) Count(ctx context.Context, operationID id.ID) (int, error) {
	if err := s.db.Hold(ctx, "affectations "+string(operationID)); err != nil {
		return 0, err
	}
	n, err := queries(ctx, s.db).CountAffectations(ctx, operationID)
	return int(n), err
}

// ByID finds one.
func (s *Affectations) ByID(ctx context.Context, operationID, affectationID id.ID) (finance.Affectation, error) {
	r, err := queries(ctx, s.db).GetAffectation(ctx, operationID, affectationID)
	return affectation(r), postgres.OrMissing(err, policy.ErrNotFound)
}

// Add stores a new one.
func (s *Affectations) Add(ctx context.Context, a finance.Affectation) error {
	return queries(ctx, s.db).InsertAffectation(ctx, sqlcgen.InsertAffectationParams{OperationID: a.OperationID, ID: a.ID, Kind: string(a.Kind), Heading: string(a.Heading), Label: a.Label,
		Day: postgres.ToDate(a.Day), AmountCents: int64(a.Amount), ParticipantID: postgres.OptionalID(a.ParticipantID), Version: int32(a.Version), CreatedBy: a.CreatedBy,
		CreatedAt: a.CreatedAt, UpdatedAt: a.UpdatedAt})
}

// Save replaces one of the version before.
func (s *Affectations) Save(ctx context.Context, a finance.Affectation) (bool, error) {
	n, err := queries(ctx, s.db).UpdateAffectation(ctx, sqlcgen.UpdateAffectationParams{OperationID: a.OperationID, ID: a.ID, Kind: string(a.Kind), Heading: string(a.Heading), Label: a.Label,
		Day: postgres.ToDate(a.Day), AmountCents: int64(a.Amount), ParticipantID: postgres.OptionalID(a.ParticipantID), Version: int32(a.Version), UpdatedAt: a.UpdatedAt, Seen: int32(a.Version - 1)})
	return n == 1, err
}

// Remove takes one of a version away.
func (s *Affectations) Remove(ctx context.Context, a finance.Affectation) (bool, error) {
	n, err := queries(ctx, s.db).DeleteAffectation(ctx, sqlcgen.DeleteAffectationParams{OperationID: a.OperationID, ID: a.ID, Seen: int32(a.Version)})
	return n == 1, err
}

// SurplusPrices keeps what producers get for their surplus.
type SurplusPrices struct{ db *postgres.DB }

var priceConstraints = postgres.Constraints{"surplus_prices_key": finance.ErrPriceTaken}

// Of are those of an operation, by producer, the newest first.
func (s *SurplusPrices) Of(ctx context.Context, operationID id.ID, limit int) ([]finance.SurplusPrice, error) {
	rows, err := queries(ctx, s.db).ListSurplusPrices(ctx, operationID, int32(limit))
	out := make([]finance.SurplusPrice, len(rows))
	for n, r := range rows {
		out[n] = finance.SurplusPrice{ID: r.ID, OperationID: r.OperationID, ProducerID: r.ProducerID, ProducerName: r.ProducerName, From: postgres.FromDate(r.StartDate),
			Price: money.MicroEuro(r.PriceMicroEuro), CreatedBy: r.CreatedBy, CreatedAt: r.CreatedAt}
	}
	return out, err
}

// Add stores a new one.
func (s *SurplusPrices) Add(ctx context.Context, p finance.SurplusPrice) error {
	return priceConstraints.Translate(queries(ctx, s.db).InsertSurplusPrice(ctx, sqlcgen.InsertSurplusPriceParams{OperationID: p.OperationID, ID: p.ID, ProducerID: p.ProducerID,
		StartDate: postgres.ToDate(p.From), PriceMicroEuro: int64(p.Price), CreatedBy: p.CreatedBy, CreatedAt: p.CreatedAt}))
}

// Remove takes one away.
func (s *SurplusPrices) Remove(ctx context.Context, operationID, priceID id.ID) (bool, error) {
	n, err := queries(ctx, s.db).DeleteSurplusPrice(ctx, operationID, priceID)
	return n == 1, err
}
