package account

import (
	"context"

	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// TermsInForce are the terms of use of today. Anybody may read them, signed in or
// not. Error: terms.notFound.
func (s *Service) TermsInForce(ctx context.Context) (Terms, error) {
	return s.d.Terms.InForce(ctx, s.today())
}

// AcceptTerms records that p accepts the terms in force, once: the first instant
// stays. Nobody accepts for somebody else. Errors: forbidden, notFound.
func (s *Service) AcceptTerms(ctx context.Context, p policy.Principal, userID id.ID) (Acceptance, error) {
	if err := s.d.Guard.Require(ctx, p, "terms:update", policy.Resource{UserID: userID}); err != nil {
		return Acceptance{}, err
	}
	var accepted Acceptance
	err := s.d.Tx.InTx(ctx, p.Change("terms:update", "", "user", userID), func(ctx context.Context) error {
		terms, err := s.d.Terms.InForce(ctx, s.today())
		if err != nil {
			return err
		}
		accepted, err = s.d.Terms.Accept(ctx, Acceptance{UserID: userID, Version: terms.Version, AcceptedAt: s.d.Now()})
		return err
	})
	return accepted, err
}
