package postgres

import (
	"context"
	"time"

	"github.com/openpmo/pmo/adapters/postgres/internal/sqlcgen"
	"github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/party"
)

// AccountLinks keeps one-time links.
type AccountLinks struct{ db *DB }

var _ account.Links = (*AccountLinks)(nil)

// NewAccountLinks is the store over db.
func NewAccountLinks(db *DB) *AccountLinks { return &AccountLinks{db} }

// ByHash finds the link of a secret. Error: account.linkInvalid.
func (s *AccountLinks) ByHash(ctx context.Context, hash account.SecretHash) (account.Link, error) {
	row, err := s.db.queries(ctx).GetAccountLink(ctx, toDBHash(hash))
	return account.Link{Hash: hash, UserID: idOf(row.UserID), Purpose: account.LinkPurpose(row.Purpose), Address: party.Email(row.Address), CreatedAt: row.CreatedAt, ExpiresAt: row.ExpiresAt, UsedAt: row.UsedAt},
		orMissing(err, account.ErrLink)
}

// Add stores a new link.
func (s *AccountLinks) Add(ctx context.Context, l account.Link) error {
	return s.db.queries(ctx).InsertAccountLink(ctx, sqlcgen.InsertAccountLinkParams{ID: toDBHash(l.Hash), UserID: optionalID(l.UserID),
		Purpose: string(l.Purpose), Address: string(l.Address), CreatedAt: l.CreatedAt, ExpiresAt: l.ExpiresAt})
}

// Delete forgets a link that reached nobody.
func (s *AccountLinks) Delete(ctx context.Context, hash account.SecretHash) error {
	return s.db.queries(ctx).DeleteAccountLink(ctx, toDBHash(hash))
}

// Use marks an unused link; ok is false when somebody else was first.
func (s *AccountLinks) Use(ctx context.Context, hash account.SecretHash, at time.Time) (bool, error) {
	n, err := s.db.queries(ctx).UseAccountLink(ctx, at, toDBHash(hash))
	return n > 0, err
}

// UseOf marks all links of an account.
func (s *AccountLinks) UseOf(ctx context.Context, userID id.ID, at time.Time) error {
	return s.db.queries(ctx).UseAccountLinksOfUser(ctx, at, &userID)
}

// DeleteBefore forgets links that ended before an instant.
func (s *AccountLinks) DeleteBefore(ctx context.Context, at time.Time) (int64, error) {
	return s.db.queries(ctx).DeleteAccountLinksBefore(ctx, at)
}

// SetActivationError notes why the activation mail did not arrive. It is no new version
// of the account.
func (s *Users) SetActivationError(ctx context.Context, userID id.ID, why string) error {
	return s.db.queries(ctx).SetUserActivationError(ctx, why, userID)
}
