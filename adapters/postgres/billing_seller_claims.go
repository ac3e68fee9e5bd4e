package postgres

import (
	"context"

	"github.com/openpmo/pmo/adapters/postgres/internal/sqlcgen"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/id"
)

// SellerClaims stores who may issue for whom.
type SellerClaims struct{ db *DB }

// NewSellerClaims is the store over db.
func NewSellerClaims(db *DB) *SellerClaims { return &SellerClaims{db} }

var _ billing.SellerClaims = (*SellerClaims)(nil)

// Of locks a legal person's claims until the transaction ends and reads them.
func (s *SellerClaims) Of(ctx context.Context, owner string) ([]billing.SellerClaim, error) {
	if err := s.db.hold(ctx, "seller:"+owner); err != nil {
		return nil, err
	}
	rows, err := s.db.queries(ctx).ListSellerClaims(ctx, owner)
	out := make([]billing.SellerClaim, len(rows))
	for i, r := range rows {
		out[i] = fromDBSellerClaim(r)
	}
	return out, err
}

// Get reads one, locked. Error: claim.notFound.
func (s *SellerClaims) Get(ctx context.Context, claimID id.ID) (billing.SellerClaim, error) {
	row, err := s.db.queries(ctx).GetSellerClaim(ctx, claimID)
	return fromDBSellerClaim(row), orMissing(err, billing.ErrClaimNotFound)
}

// Add stores a claim.
func (s *SellerClaims) Add(ctx context.Context, c billing.SellerClaim) error {
	return s.db.queries(ctx).InsertSellerClaim(ctx, sqlcgen.InsertSellerClaimParams{ID: c.ID, NumberOwner: c.Owner, Series: c.Series,
		OperationID: c.OperationID, Status: string(c.Status), RequestedBy: c.RequestedBy, RequestedAt: c.RequestedAt,
		DecidedBy: optionalID(c.DecidedBy), DecidedAt: c.DecidedAt, Remark: c.Remark})
}

// Decide stores what was decided of a claim.
func (s *SellerClaims) Decide(ctx context.Context, c billing.SellerClaim) error {
	return s.db.queries(ctx).DecideSellerClaim(ctx, sqlcgen.DecideSellerClaimParams{Status: string(c.Status), DecidedBy: optionalID(c.DecidedBy),
		DecidedAt: c.DecidedAt, Remark: c.Remark, ID: c.ID})
}

// DropIdle deletes what no issuer of the operation claims any more and never used.
func (s *SellerClaims) DropIdle(ctx context.Context, operationID id.ID) error {
	return s.db.queries(ctx).DropIdleSellerClaims(ctx, operationID)
}

func fromDBSellerClaim(r sqlcgen.SellerClaim) billing.SellerClaim {
	return billing.SellerClaim{ID: r.ID, Owner: r.NumberOwner, Series: r.Series, OperationID: r.OperationID, Status: billing.ClaimStatus(r.Status),
		RequestedBy: r.RequestedBy, RequestedAt: r.RequestedAt, DecidedBy: idOf(r.DecidedBy), DecidedAt: r.DecidedAt, Remark: r.Remark, Version: int(r.Version)}
}

// adminSellerClaims are all claims, with who else holds the number.
const adminSellerClaims = `
select c.id, c.version, c.number_owner as "legalNumber", c.series, c.operation_id as "operationId", o.name as "operationName",
    coalesce((select e.name from billing_entities e where e.operation_id = c.operation_id and e.series_code = c.series
        and left(e.legal_number, length(c.number_owner)) = c.number_owner order by e.created_at limit 1), '') as "issuerName",
    c.status, u.email as "requestedBy", c.requested_at as "requestedAt", c.decided_at as "decidedAt", nullif(c.remark, '') as remark,
    (select string_agg(distinct p.name, ', ') from seller_claims x join operations p on p.id = x.operation_id
        where x.number_owner = c.number_owner and x.operation_id <> c.operation_id and x.status = 'CONFIRMED') as "heldBy"
from seller_claims c join operations o on o.id = c.operation_id left join users u on u.id = c.requested_by`
