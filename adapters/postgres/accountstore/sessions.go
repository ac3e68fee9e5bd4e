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
		ID: toDBHash(a.Hash), PublicID: a.ID, UserID: a.UserID, Browser: a.Device.Browser, System: a.Device.System, Known: a.Device.Known, CreatedAt: a.CreatedAt, TouchedAt: a.TouchedAt, ExpiresAt: a.ExpiresAt,
	})
}

// OfUser lists the sessions of a user that hold, the last used first.
func (s *Sessions) OfUser(ctx context.Context, userID id.ID, now time.Time) ([]account.Session, error) {
	rows, err := queries(ctx, s.db).ListSessionsOfUser(ctx, userID, now)
	out := make([]account.Session, len(rows))
	for i, r := range rows {
		out[i] = fromDBSession(r)
	}
	return out, err
}

// ByID finds a session by what its owner names it by. Error: session.notFound.
func (s *Sessions) ByID(ctx context.Context, sessionID id.ID) (account.Session, error) {
	row, err := queries(ctx, s.db).GetSessionByPublicID(ctx, sessionID)
	return fromDBSession(row), postgres.OrMissing(err, account.ErrSessionNotFound)
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
	return account.Session{Hash: fromDBHash(r.ID), ID: r.PublicID, UserID: r.UserID,
		Device: account.Device{Browser: r.Browser, System: r.System, Known: r.Known}, CreatedAt: r.CreatedAt,
		TouchedAt: r.TouchedAt, ExpiresAt: r.ExpiresAt}
}
