package account

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// tokenPrefix begins every API token, so that one found in a file is recognised.
const tokenPrefix = "pmo_"

// maxTokens one account may hold.
const maxTokens = 50

// Token lets a program act for a user.
type Token struct {
	ID         id.ID
	UserID     id.ID
	ParentID   *id.ID // the token that made it, and that it ends with; nil = the person did
	Name       string
	Scopes     []policy.Permission // they narrow the role's; nil = all the role may do, now and later
	Hash       SecretHash
	CreatedAt  time.Time
	ExpiresAt  *time.Time // nil = never
	LastUsedAt *time.Time // to a minute; nil = never
}

// usable reports whether the token holds at now.
func (t Token) usable(now time.Time) bool { return t.ExpiresAt == nil || now.Before(*t.ExpiresAt) }

// under is the token as a child of another one: over no later than that.
func (t Token) under(parent Token) Token {
	t.ParentID = &parent.ID
	if t.ExpiresAt == nil || parent.ExpiresAt != nil && parent.ExpiresAt.Before(*t.ExpiresAt) {
		t.ExpiresAt = parent.ExpiresAt
	}
	return t
}

// stale reports whether the last use is to be written down again.
func (t Token) stale(now time.Time) bool {
	return t.LastUsedAt == nil || now.Sub(*t.LastUsedAt) >= touchEvery
}

// checkToken refuses a token without a name, one that is over before it begins, and
// scopes beyond what the maker holds, who may be a token itself. Without scopes a
// token gets all of a person's role, and no more than a token's own scopes.
// Errors: name.required, token.expiryPast, token.scopesEmpty, token.scopeNotHeld.
func checkToken(in CreateTokenInput, p policy.Principal, held []policy.Permission, now time.Time) (Token, error) {
	name := strings.TrimSpace(in.Name)
	switch {
	case name == "":
		return Token{}, ErrNameRequired
	case utf8.RuneCountInString(name) > maxName:
		return Token{}, ErrTextTooLong.At("name").With("max", maxName)
	case in.ExpiresAt != nil && !in.ExpiresAt.After(now):
		return Token{}, ErrTokenExpired
	case in.Scopes != nil && len(in.Scopes) == 0:
		return Token{}, ErrTokenNoScopes
	}
	scopes := slices.Clone(in.Scopes)
	if scopes == nil && p.Granted != nil {
		scopes = slices.Clone(held)
	}
	for _, scope := range scopes {
		if !slices.Contains(held, scope) {
			return Token{}, ErrTokenScope.With("scope", string(scope))
		}
	}
	slices.Sort(scopes)
	return Token{ID: id.New(), UserID: p.UserID, Name: name, Scopes: slices.Compact(scopes), CreatedAt: now, ExpiresAt: in.ExpiresAt}, nil
}

// TokenService is the API tokens that a person makes for programs.
type TokenService struct{ d Deps }

// TokenList are the tokens of an account, newest first, and what its role may do,
// which is what a token without scopes may do.
type TokenList struct {
	Tokens []Token
	Held   []policy.Permission
}

// Tokens lists one's own tokens. Error: forbidden.
func (s *TokenService) Tokens(ctx context.Context, p policy.Principal) (TokenList, error) {
	if err := s.d.Guard.Require(ctx, p, "token:read", policy.Resource{UserID: p.UserID}); err != nil {
		return TokenList{}, err
	}
	tokens, err := s.d.Tokens.OfUser(ctx, p.UserID)
	if err != nil {
		return TokenList{}, err
	}
	p.Granted = nil
	held, err := s.d.Guard.Decider.Permissions(ctx, p)
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
func (s *TokenService) CreateToken(ctx context.Context, p policy.Principal, in CreateTokenInput) (NewToken, error) {
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
func (s *TokenService) DeleteToken(ctx context.Context, p policy.Principal, tokenID id.ID) error {
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
