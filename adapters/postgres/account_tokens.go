package postgres

import (
	"context"
	"time"

	"github.com/openpmo/pmo/adapters/postgres/internal/sqlcgen"
	"github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/id"
)

// Tokens keeps API tokens.
type Tokens struct{ db *DB }

var _ account.Tokens = (*Tokens)(nil)

// NewTokens is the store over db.
func NewTokens(db *DB) *Tokens { return &Tokens{db} }

// ByHash finds the token of a secret. Error: token.invalid.
func (s *Tokens) ByHash(ctx context.Context, hash account.SecretHash) (account.Token, error) {
	row, err := s.db.queries(ctx).GetTokenByHash(ctx, toDBHash(hash))
	return fromDBToken(row), orMissing(err, account.ErrToken)
}

// ByID finds a token. Error: token.notFound.
func (s *Tokens) ByID(ctx context.Context, tokenID id.ID) (account.Token, error) {
	row, err := s.db.queries(ctx).GetToken(ctx, tokenID)
	return fromDBToken(row), orMissing(err, account.ErrTokenNotFound)
}

// OfUser lists a user's tokens, newest first.
func (s *Tokens) OfUser(ctx context.Context, userID id.ID) ([]account.Token, error) {
	rows, err := s.db.queries(ctx).ListTokensOfUser(ctx, userID)
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
	return s.db.queries(ctx).InsertToken(ctx, sqlcgen.InsertTokenParams{
		ID: t.ID, UserID: t.UserID, ParentID: t.ParentID, Name: t.Name, Scopes: scopes, SecretHash: toDBHash(t.Hash),
		CreatedAt: t.CreatedAt, ExpiresAt: t.ExpiresAt,
	})
}

// Touch stores the last use of a token.
func (s *Tokens) Touch(ctx context.Context, tokenID id.ID, at time.Time) error {
	return s.db.queries(ctx).TouchToken(ctx, at, tokenID)
}

// DeleteOf revokes all tokens of a user.
func (s *Tokens) DeleteOf(ctx context.Context, userID id.ID) error {
	return s.db.queries(ctx).DeleteTokensOfUser(ctx, userID)
}

// Delete revokes a token, and those made with it.
func (s *Tokens) Delete(ctx context.Context, tokenID id.ID) error {
	return s.db.queries(ctx).DeleteToken(ctx, tokenID)
}
