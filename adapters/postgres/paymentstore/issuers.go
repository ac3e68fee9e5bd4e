package paymentstore

import (
	"context"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/payment"
)

// Issuers reads what billing and participants keep.
type Issuers struct{ db *postgres.DB }

// NewIssuers reads from db.
func NewIssuers(db *postgres.DB) *Issuers { return &Issuers{db} }

var _ payment.Issuers = (*Issuers)(nil)

// ByIDs are those that are there.
func (s *Issuers) ByIDs(ctx context.Context, entityIDs []id.ID) ([]payment.Issuer, error) {
	rows, err := queries(ctx, s.db).ListIssuersByID(ctx, entityIDs)
	out := make([]payment.Issuer, len(rows))
	for i, r := range rows {
		out[i] = payment.Issuer(r)
	}
	return out, err
}

// OfProducers are the issuers of some producers.
func (s *Issuers) OfProducers(ctx context.Context, operationID id.ID, participantIDs []id.ID) ([]payment.Issuer, error) {
	rows, err := queries(ctx, s.db).ListIssuersOfProducers(ctx, operationID, participantIDs)
	out := make([]payment.Issuer, len(rows))
	for i, r := range rows {
		out[i] = payment.Issuer(r)
	}
	return out, err
}

// Debtors are the participants of an operation, by name.
func (s *Issuers) Debtors(ctx context.Context, operationID id.ID) ([]payment.Debtor, error) {
	rows, err := queries(ctx, s.db).ListDebtors(ctx, operationID)
	out := make([]payment.Debtor, len(rows))
	for i, r := range rows {
		out[i] = payment.Debtor(r)
	}
	return out, err
}
