package billing

import (
	"context"
	"slices"

	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// claim asks for the right to issue in the name of e, within the transaction that stores
// it, and gives e with where that stands. What it no longer claims is dropped.
func (s *Service) claim(ctx context.Context, p policy.Principal, e BillingEntity) (BillingEntity, error) {
	if err := s.Claims.DropIdle(ctx, e.OperationID); err != nil || e.LegalNumber == "" {
		e.Claim = ""
		return e, err
	}
	c := SellerClaim{ID: id.New(), Owner: e.NumberingOwner(), Series: e.SeriesCode, OperationID: e.OperationID, Status: ClaimRequested,
		RequestedBy: p.UserID, RequestedAt: s.Now()}
	known, err := s.Claims.Of(ctx, c.Owner)
	if err != nil {
		return e, err
	}
	e.HeldElsewhere = slices.ContainsFunc(known, func(k SellerClaim) bool { return k.OperationID != c.OperationID && k.Status == ClaimConfirmed })
	if i := slices.IndexFunc(known, func(k SellerClaim) bool { return k.OperationID == c.OperationID && k.Series == c.Series }); i >= 0 {
		e.Claim = known[i].Status
		return e, nil
	}
	if admitted(c, known, p) {
		c.Status, c.DecidedAt, c.DecidedBy, c.Remark = ClaimConfirmed, &c.RequestedAt, p.UserID, "the organizer holds the number already"
	}
	e.Claim = c.Status
	return e, s.Claims.Add(ctx, c)
}

// ClaimDecision is the back-office's answer to a claim.
type ClaimDecision struct {
	Status ClaimStatus // confirmed or refused
	Remark string      // why, or on which proof
	// IfVersion is the version that was seen of the claim; 0 = not asked.
	IfVersion int
}

// DecideClaim answers a claim; an answer may be changed, and invoices that were issued stay.
// Errors: forbidden, claim.notFound, claim.statusInvalid, object.changed.
func (s *Service) DecideClaim(ctx context.Context, p policy.Principal, claimID id.ID, in ClaimDecision) error {
	if err := s.guard.Global(ctx, p, "admin:update"); err != nil {
		return err
	}
	if in.Status != ClaimConfirmed && in.Status != ClaimRefused {
		return ErrClaimStatus
	}
	change := p.Change("claim:update", "", "sellerClaim", claimID)
	change.Details = map[string]any{"status": string(in.Status), "remark": in.Remark}
	return s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		c, err := s.Claims.Get(ctx, claimID)
		if err != nil {
			return err
		}
		if in.IfVersion != 0 && in.IfVersion != c.Version {
			return errChanged
		}
		now := s.Now()
		c.Status, c.Remark, c.DecidedBy, c.DecidedAt = in.Status, in.Remark, p.UserID, &now
		return s.Claims.Decide(ctx, c)
	})
}
