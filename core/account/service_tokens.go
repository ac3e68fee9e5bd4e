package account

import (
	"context"
	"time"

	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// TokenList are the tokens of an account, newest first, and what its role may do,
// which is what a token without scopes may do.
type TokenList struct {
	Tokens []Token
	Held   []policy.Permission
}

// Tokens lists one's own tokens. Error: forbidden.
func (s *Service) Tokens(ctx context.Context, p policy.Principal) (TokenList, error) {
	if err := s.d.Guard.Require(ctx, p, "token:read", policy.Resource{UserID: p.UserID}); err != nil {
		return TokenList{}, err
	}
	tokens, err := s.d.Tokens.OfUser(ctx, p.UserID)
	if err != nil {
		return TokenList{}, err
	}
	held, err := s.d.Guard.Decider.Permissions(ctx, policy.Principal{UserID: p.UserID, Role: p.Role})
	return TokenList{Tokens: tokens, Held: held}, err
}

// CreateTokenInput is a token to be made.
type CreateTokenInput struct {
	Name      string
	Scopes    []policy.Permission // nil = all that the maker may do
	ExpiresAt *time.Time          // nil = never
}

// NewToken is a token with its secret, told this once.
type NewToken struct {
	Token
	Secret string
	Held   []policy.Permission // what its maker may do
}

// CreateToken makes a token for oneself. A token can make another one, never with
// more rights than its own, nor for longer: it ends with the one that made it. Errors: forbidden, name.required, field.tooLong,
// token.scopesEmpty, token.scopeNotHeld, token.expiryPast, token.tooMany.
func (s *Service) CreateToken(ctx context.Context, p policy.Principal, in CreateTokenInput) (NewToken, error) {
	if err := s.d.Guard.Require(ctx, p, "token:create", policy.Resource{UserID: p.UserID}); err != nil {
		return NewToken{}, err
	}
	held, err := s.d.Guard.Decider.Permissions(ctx, p)
	if err != nil {
		return NewToken{}, err
	}
	t, err := checkToken(in, p, held, s.d.Now())
	if err != nil {
		return NewToken{}, err
	}
	if p.TokenID != "" {
		parent, err := s.d.Tokens.ByID(ctx, p.TokenID)
		if err != nil {
			return NewToken{}, err
		}
		t = t.under(parent)
	}
	secret := tokenPrefix + newSecret()
	t.Hash = hashOf(secret)
	err = s.d.Tx.InTx(ctx, p.Change("token:create", "", "token", t.ID), func(ctx context.Context) error {
		others, err := s.d.Tokens.OfUser(ctx, p.UserID)
		if err != nil {
			return err
		}
		if len(others) >= maxTokens {
			return ErrTokenTooMany
		}
		return s.d.Tokens.Add(ctx, t)
	})
	return NewToken{Token: t, Secret: secret, Held: held}, err
}

// DeleteToken revokes a token; it is of no use from the next request on.
// Errors: forbidden, token.notFound.
func (s *Service) DeleteToken(ctx context.Context, p policy.Principal, tokenID id.ID) error {
	t, missing := s.d.Tokens.ByID(ctx, tokenID)
	if missing != nil && fault.From(missing) == nil {
		return missing
	}
	owner := t.UserID
	if missing != nil {
		owner = p.UserID
	}
	if err := s.d.Guard.Require(ctx, p, "token:delete", policy.Resource{UserID: owner}); err != nil {
		if fault.KeyOf(err) == policy.ErrNotFound.Key {
			return ErrTokenNotFound
		}
		return err
	}
	if missing != nil {
		return missing
	}
	return s.d.Tx.InTx(ctx, p.Change("token:delete", "", "token", t.ID), func(ctx context.Context) error {
		return s.d.Tokens.Delete(ctx, t.ID)
	})
}
