package account

import (
	"context"
	"time"

	"github.com/openpmo/pmo/core/id"
)

// LinkLife is how long a one-time link holds.
const LinkLife = 7 * 24 * time.Hour

// Link lets somebody choose the first password of an account, once. Only its hash is
// stored: who reads the database cannot use it.
type Link struct {
	Hash      SecretHash
	UserID    id.ID // none = the first account of an installation, which the link's holder names
	CreatedAt time.Time
	ExpiresAt time.Time
	UsedAt    *time.Time
}

func newLink(userID id.ID, now time.Time) (secret string, l Link) {
	secret = newSecret()
	return secret, Link{Hash: hashOf(secret), UserID: userID, CreatedAt: now, ExpiresAt: now.Add(LinkLife)}
}

func (l Link) holds(now time.Time) bool { return l.UsedAt == nil && now.Before(l.ExpiresAt) }

// Links keeps one-time links.
type Links interface {
	// ByHash: error account.linkInvalid.
	ByHash(ctx context.Context, hash SecretHash) (Link, error)
	Add(ctx context.Context, l Link) error
	// Use marks an unused link; ok is false when somebody else was first.
	Use(ctx context.Context, hash SecretHash, at time.Time) (ok bool, err error)
	// UseOf marks all links of an account.
	UseOf(ctx context.Context, userID id.ID, at time.Time) error
	// DeleteBefore forgets links that ended before an instant.
	DeleteBefore(ctx context.Context, at time.Time) (int64, error)
}

// ActivationQueue sends the activation mail of an account when the caller's
// transaction commits.
type ActivationQueue interface {
	ActivationMail(ctx context.Context, userID id.ID) error
}

// ActivationMail writes to somebody that an account waits for a password. Errors:
// mail.addressInvalid, mail.rejected, mail.unavailable.
type ActivationMail interface {
	SendActivation(ctx context.Context, u User, secret string) error
}
