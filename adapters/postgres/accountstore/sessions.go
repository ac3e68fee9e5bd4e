package accountstore

import (
	"context"
	"time"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/accountstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/id"
)

// Sessions keeps sign-ins.
type Sessions struct{ db *postgres.DB }

var _ account.Sessions = (*Sessions)(nil)

// NewSessions is the store over db.
func NewSessions(db *postgres.DB) *Sessions { return &Sessions{db} }

// Add stores a new session.
func (s *Sessions) Add(ctx context.Context, a account.Session) error {
	return queries(ctx, s.db).InsertSession(ctx, sqlcgen.InsertSessionParams{
		ID: toDBHash(a.Hash), UserID: a.UserID, CreatedAt: a.CreatedAt, TouchedAt: a.TouchedAt, ExpiresAt: a.ExpiresAt,
	})
}

// Touch stores the last use and the end of a session.
func (s *Sessions) Touch(ctx context.Context, a account.Session) error {
	return queries(ctx, s.db).TouchSession(ctx, sqlcgen.TouchSessionParams{
		ID: toDBHash(a.Hash), TouchedAt: a.TouchedAt, ExpiresAt: a.ExpiresAt,
	})
}

// Delete ends a session.
func (s *Sessions) Delete(ctx context.Context, hash account.SecretHash) error {
	return queries(ctx, s.db).DeleteSession(ctx, toDBHash(hash))
}

// DeleteOf ends the sessions of a user but one.
func (s *Sessions) DeleteOf(ctx context.Context, userID id.ID, except account.SecretHash) error {
	return queries(ctx, s.db).DeleteSessionsOfUser(ctx, userID, toDBHash(except))
}

// DeleteExpired removes ended sessions and tells how many.
func (s *Sessions) DeleteExpired(ctx context.Context, now time.Time) (int64, error) {
	return queries(ctx, s.db).DeleteSessionsExpired(ctx, now)
}

func fromDBSession(r sqlcgen.Session) account.Session {
	return account.Session{Hash: fromDBHash(r.ID), UserID: r.UserID, CreatedAt: r.CreatedAt,
		TouchedAt: r.TouchedAt, ExpiresAt: r.ExpiresAt}
}
