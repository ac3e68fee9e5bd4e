package accountstore

import (
	"context"
	"time"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/accountstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// Tokens keeps API tokens.
type Tokens struct{ db *postgres.DB }

var _ account.Tokens = (*Tokens)(nil)

// NewTokens is the store over db.
func NewTokens(db *postgres.DB) *Tokens { return &Tokens{db} }

// ByHash finds the token of a secret. Error: token.invalid.
func (s *Tokens) ByHash(ctx context.Context, hash account.SecretHash) (account.Token, error) {
	row, err := queries(ctx, s.db).GetTokenByHash(ctx, toDBHash(hash))
	return fromDBToken(row), postgres.OrMissing(err, account.ErrToken)
}

// ByID finds a token. Error: token.notFound.
func (s *Tokens) ByID(ctx context.Context, tokenID id.ID) (account.Token, error) {
	row, err := queries(ctx, s.db).GetToken(ctx, tokenID)
	return fromDBToken(row), postgres.OrMissing(err, account.ErrTokenNotFound)
}

// OfUser lists a user's tokens, newest first.
func (s *Tokens) OfUser(ctx context.Context, userID id.ID) ([]account.Token, error) {
	rows, err := queries(ctx, s.db).ListTokensOfUser(ctx, userID)
	if err != nil {
		return nil, err
	}
	tokens := make([]account.Token, len(rows))
	for i, row := range rows {
		tokens[i] = fromDBToken(row)
	}
	return tokens, nil
}

// Add stores a new token.
func (s *Tokens) Add(ctx context.Context, t account.Token) error {
	var scopes []string // nil is NULL: all that the role may do
	for _, scope := range t.Scopes {
		scopes = append(scopes, string(scope))
	}
	return queries(ctx, s.db).InsertToken(ctx, sqlcgen.InsertTokenParams{
		ID: t.ID, UserID: t.UserID, ParentID: t.ParentID, Name: t.Name, Scopes: scopes, SecretHash: toDBHash(t.Hash),
		CreatedAt: t.CreatedAt, ExpiresAt: t.ExpiresAt,
	})
}

// Touch stores the last use of a token.
func (s *Tokens) Touch(ctx context.Context, tokenID id.ID, at time.Time) error {
	return queries(ctx, s.db).TouchToken(ctx, at, tokenID)
}

// DeleteOf revokes all tokens of a user.
func (s *Tokens) DeleteOf(ctx context.Context, userID id.ID) error {
	return queries(ctx, s.db).DeleteTokensOfUser(ctx, userID)
}

// Delete revokes a token, and those made with it.
func (s *Tokens) Delete(ctx context.Context, tokenID id.ID) error {
	return queries(ctx, s.db).DeleteToken(ctx, tokenID)
}

func fromDBToken(r sqlcgen.ApiToken) account.Token {
	t := account.Token{ID: r.ID, UserID: r.UserID, ParentID: r.ParentID, Name: r.Name, Hash: fromDBHash(r.SecretHash),
		CreatedAt: r.CreatedAt, ExpiresAt: r.ExpiresAt, LastUsedAt: r.LastUsedAt}
	for _, s := range r.Scopes {
		t.Scopes = append(t.Scopes, policy.Permission(s))
	}
	return t
}
