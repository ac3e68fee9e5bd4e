package accountstore

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/accountstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/account"
)

// LoginAttempts keeps attempts to sign in. It works beside the transaction of its
// context, never in it: an attempt counts also when what follows is undone.
type LoginAttempts struct{ db *postgres.DB }

var _ account.LoginAttempts = (*LoginAttempts)(nil)

// NewLoginAttempts is the store over db.
func NewLoginAttempts(db *postgres.DB) *LoginAttempts { return &LoginAttempts{db} }

// Change replaces the attempts of a key by what fn makes of them. The row is locked,
// so that attempts at the same time are counted one after the other.
func (s *LoginAttempts) Change(ctx context.Context, key string, fn func(account.Attempts) account.Attempts) error {
	return pgx.BeginFunc(ctx, s.db.Pool(), func(tx pgx.Tx) error {
		q := sqlcgen.New(tx)
		row, err := q.LockLoginFailures(ctx, key)
		if err != nil {
			return err
		}
		before := account.Attempts{Count: int(row.Attempts), LastAt: row.LastAt}
		after := fn(before)
		return q.SetLoginFailures(ctx, sqlcgen.SetLoginFailuresParams{
			Key: key, Attempts: int32(after.Count), LastAt: after.LastAt,
		})
	})
}

// Delete forgets the attempts of a key.
func (s *LoginAttempts) Delete(ctx context.Context, key string) error {
	return sqlcgen.New(s.db.Pool()).DeleteLoginFailures(ctx, key)
}

// DeleteBefore forgets keys last used before an instant and tells how many.
func (s *LoginAttempts) DeleteBefore(ctx context.Context, at time.Time) (int64, error) {
	return sqlcgen.New(s.db.Pool()).DeleteLoginFailuresBefore(ctx, at)
}

// Remember notes a good sign-in of an account at an address.
func (s *LoginAttempts) Remember(ctx context.Context, key string, at time.Time) error {
	return sqlcgen.New(s.db.Pool()).RememberLogin(ctx, key, at)
}

// Known reports whether there was a good sign-in since an instant.
func (s *LoginAttempts) Known(ctx context.Context, key string, since time.Time) (bool, error) {
	return sqlcgen.New(s.db.Pool()).KnowsLogin(ctx, key, since)
}

// ForgetBefore deletes the sign-ins before an instant and tells how many.
func (s *LoginAttempts) ForgetBefore(ctx context.Context, at time.Time) (int64, error) {
	return sqlcgen.New(s.db.Pool()).ForgetLoginsBefore(ctx, at)
}
