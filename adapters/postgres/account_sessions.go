package postgres

import (
	"context"
	"time"

	"github.com/openpmo/pmo/adapters/postgres/internal/sqlcgen"
	"github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/id"
)

// Sessions keeps sign-ins.
type Sessions struct{ db *DB }

var _ account.Sessions = (*Sessions)(nil)

// NewSessions is the store over db.
func NewSessions(db *DB) *Sessions { return &Sessions{db} }

// Add stores a new session.
func (s *Sessions) Add(ctx context.Context, a account.Session) error {
	return s.db.queries(ctx).InsertSession(ctx, sqlcgen.InsertSessionParams{
		ID: toDBHash(a.Hash), UserID: a.UserID, CreatedAt: a.CreatedAt, TouchedAt: a.TouchedAt, ExpiresAt: a.ExpiresAt,
	})
}

// Touch stores the last use and the end of a session.
func (s *Sessions) Touch(ctx context.Context, a account.Session) error {
	return s.db.queries(ctx).TouchSession(ctx, sqlcgen.TouchSessionParams{
		ID: toDBHash(a.Hash), TouchedAt: a.TouchedAt, ExpiresAt: a.ExpiresAt,
	})
}

// Delete ends a session.
func (s *Sessions) Delete(ctx context.Context, hash account.SecretHash) error {
	return s.db.queries(ctx).DeleteSession(ctx, toDBHash(hash))
}

// DeleteOf ends the sessions of a user but one.
func (s *Sessions) DeleteOf(ctx context.Context, userID id.ID, except account.SecretHash) error {
	return s.db.queries(ctx).DeleteSessionsOfUser(ctx, userID, toDBHash(except))
}

// DeleteExpired removes ended sessions and tells how many.
func (s *Sessions) DeleteExpired(ctx context.Context, now time.Time) (int64, error) {
	return s.db.queries(ctx).DeleteSessionsExpired(ctx, now)
}
