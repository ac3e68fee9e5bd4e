package billingstore

import (
	"context"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/billingstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/id"
)

// SellerClaims stores who may issue for whom.
type SellerClaims struct{ db *postgres.DB }

// NewSellerClaims is the store over db.
func NewSellerClaims(db *postgres.DB) *SellerClaims { return &SellerClaims{db} }

var _ billing.SellerClaims = (*SellerClaims)(nil)

// Of locks a legal person's claims until the transaction ends and reads them.
func (s *SellerClaims) Of(ctx context.Context, owner string) ([]billing.SellerClaim, error) {
	if err := s.db.Hold(ctx, "seller:"+owner); err != nil {
		return nil, err
	}
	rows, err := queries(ctx, s.db).ListSellerClaims(ctx, owner)
	out := make([]billing.SellerClaim, len(rows))
	for i, r := range rows {
		out[i] = fromDBSellerClaim(r)
	}
	return out, err
}

// Get reads one, locked. Error: claim.notFound.
func (s *SellerClaims) Get(ctx context.Context, claimID id.ID) (billing.SellerClaim, error) {
	row, err := queries(ctx, s.db).GetSellerClaim(ctx, claimID)
	return fromDBSellerClaim(row), postgres.OrMissing(err, billing.ErrClaimNotFound)
}

// Add stores a claim.
func (s *SellerClaims) Add(ctx context.Context, c billing.SellerClaim) error {
	return queries(ctx, s.db).InsertSellerClaim(ctx, sqlcgen.InsertSellerClaimParams{ID: c.ID, NumberOwner: c.Owner, Series: c.Series,
		OperationID: c.OperationID, Status: string(c.Status), RequestedBy: c.RequestedBy, RequestedAt: c.RequestedAt,
		DecidedBy: postgres.OptionalID(c.DecidedBy), DecidedAt: c.DecidedAt, Remark: c.Remark})
}

// Decide stores what was decided of a claim.
func (s *SellerClaims) Decide(ctx context.Context, c billing.SellerClaim) error {
	return queries(ctx, s.db).DecideSellerClaim(ctx, sqlcgen.DecideSellerClaimParams{Status: string(c.Status), DecidedBy: postgres.OptionalID(c.DecidedBy),
		DecidedAt: c.DecidedAt, Remark: c.Remark, ID: c.ID})
}

// DropIdle deletes what no issuer of the operation claims any more and never used.
func (s *SellerClaims) DropIdle(ctx context.Context, operationID id.ID) error {
	return queries(ctx, s.db).DropIdleSellerClaims(ctx, operationID)
}

func fromDBSellerClaim(r sqlcgen.SellerClaim) billing.SellerClaim {
	return billing.SellerClaim{ID: r.ID, Owner: r.NumberOwner, Series: r.Series, OperationID: r.OperationID, Status: billing.ClaimStatus(r.Status),
		RequestedBy: r.RequestedBy, RequestedAt: r.RequestedAt, DecidedBy: postgres.IDOf(r.DecidedBy), DecidedAt: r.DecidedAt, Remark: r.Remark, Version: int(r.Version)}
}
