package accountstore

import (
	"context"
	"time"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/accountstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/party"
)

// Links keeps one-time links.
type Links struct{ db *postgres.DB }

var _ account.Links = (*Links)(nil)

// NewLinks is the store over db.
func NewLinks(db *postgres.DB) *Links { return &Links{db} }

// ByHash finds the link of a secret. Error: account.linkInvalid.
func (s *Links) ByHash(ctx context.Context, hash account.SecretHash) (account.Link, error) {
	row, err := queries(ctx, s.db).GetAccountLink(ctx, toDBHash(hash))
	return account.Link{Hash: hash, UserID: postgres.IDOf(row.UserID), Purpose: account.LinkPurpose(row.Purpose), Address: party.Email(row.Address), CreatedAt: row.CreatedAt, ExpiresAt: row.ExpiresAt, UsedAt: row.UsedAt},
		postgres.OrMissing(err, account.ErrLink)
}

// Add stores a new link.
func (s *Links) Add(ctx context.Context, l account.Link) error {
	return queries(ctx, s.db).InsertAccountLink(ctx, sqlcgen.InsertAccountLinkParams{ID: toDBHash(l.Hash), UserID: postgres.OptionalID(l.UserID),
		Purpose: string(l.Purpose), Address: string(l.Address), CreatedAt: l.CreatedAt, ExpiresAt: l.ExpiresAt})
}

// Delete forgets a link that reached nobody.
func (s *Links) Delete(ctx context.Context, hash account.SecretHash) error {
	return queries(ctx, s.db).DeleteAccountLink(ctx, toDBHash(hash))
}

// Use marks an unused link; ok is false when somebody else was first.
func (s *Links) Use(ctx context.Context, hash account.SecretHash, at time.Time) (bool, error) {
	n, err := queries(ctx, s.db).UseAccountLink(ctx, at, toDBHash(hash))
	return n > 0, err
}

// UseOf marks all links of an account.
func (s *Links) UseOf(ctx context.Context, userID id.ID, at time.Time) error {
	return queries(ctx, s.db).UseAccountLinksOfUser(ctx, at, &userID)
}

// DeleteBefore forgets links that ended before an instant.
func (s *Links) DeleteBefore(ctx context.Context, at time.Time) (int64, error) {
	return queries(ctx, s.db).DeleteAccountLinksBefore(ctx, at)
}

// SetActivationError notes why the activation mail did not arrive. It is no new version
// of the account.
func (s *Users) SetActivationError(ctx context.Context, userID id.ID, why string) error {
	return queries(ctx, s.db).SetUserActivationError(ctx, why, userID)
}
