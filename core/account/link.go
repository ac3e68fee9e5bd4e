package account

import (
	"context"
	"time"

	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/party"
)

// How long a one-time link holds, from when it is sent.
const (
	LinkLife  = 7 * 24 * time.Hour  // of an activation
	ResetLife = 2 * time.Hour       // of a forgotten password
	linkKept  = 60 * 24 * time.Hour // after its end, so that its holder can have another one sent
)

// LinkPurpose is what a one-time link is good for.
type LinkPurpose string

// The purposes.
const (
	LinkActivation LinkPurpose = "activation" // the first password of an account
	LinkPassword   LinkPurpose = "password"   // another password instead of a forgotten one
	LinkEmail      LinkPurpose = "email"      // another address of the account, which the link is sent to
)

// Link lets somebody choose the password of an account, once. Only its hash is stored:
// who reads the database cannot use it. It holds for the address that it was sent to: an
// account that has another one by now is not opened by it.
type Link struct {
	Hash      SecretHash
	UserID    id.ID // none = the first account of an installation, which the link's holder names
	Purpose   LinkPurpose
	Address   party.Email // none with no account
	CreatedAt time.Time
	ExpiresAt time.Time
	UsedAt    *time.Time
}

// newLink is for the first account of an installation.
func newLink(now time.Time) (secret string, l Link) {
	secret = newSecret()
	return secret, Link{Hash: hashOf(secret), Purpose: LinkActivation, CreatedAt: now, ExpiresAt: now.Add(LinkLife)}
}

// newLinkOf is for an account at its present address.
func newLinkOf(u User, purpose LinkPurpose, now time.Time) (secret string, l Link) {
	secret, l = newLink(now)
	l.UserID, l.Purpose, l.Address = u.ID, purpose, u.Email
	switch purpose {
	case LinkPassword:
		l.ExpiresAt = now.Add(ResetLife)
	case LinkEmail:
		l.Address = u.NewEmail
	case LinkActivation:
	}
	return secret, l
}

func (l Link) holds(now time.Time) bool { return l.UsedAt == nil && now.Before(l.ExpiresAt) }

// opens reports whether the link is good for an account as it is now.
func (l Link) opens(u User) bool {
	if l.Purpose == LinkEmail {
		return false
	}
	return u.Active && l.Address == u.Email && u.Initialized == (l.Purpose == LinkPassword)
}

// Links keeps one-time links.
type Links interface {
	// ByHash: error account.linkInvalid.
	ByHash(ctx context.Context, hash SecretHash) (Link, error)
	Add(ctx context.Context, l Link) error
	// Delete forgets a link that reached nobody.
	Delete(ctx context.Context, hash SecretHash) error
	// Use marks an unused link; ok is false when somebody else was first.
	Use(ctx context.Context, hash SecretHash, at time.Time) (ok bool, err error)
	// UseOf marks all links of an account.
	UseOf(ctx context.Context, userID id.ID, at time.Time) error
	// DeleteBefore forgets links that ended before an instant.
	DeleteBefore(ctx context.Context, at time.Time) (int64, error)
}

// MailQueue sends the mails of accounts when the caller's transaction commits. Each is
// tried for days while the mail server is away.
type MailQueue interface {
	ActivationMail(ctx context.Context, userID id.ID) error
	// PasswordMail answers who has forgotten a password. With no account nothing is sent,
	// and the call takes as long.
	PasswordMail(ctx context.Context, userID id.ID) error
	// EmailMails asks the holder of another address to confirm it, and tells the present one.
	EmailMails(ctx context.Context, userID id.ID) error
}

// Mail writes to somebody with the secret of a link. Errors: mail.addressInvalid,
// mail.rejected, mail.unavailable.
type Mail interface {
	// SendActivation says that an account waits for a password.
	SendActivation(ctx context.Context, u User, secret string) error
	// SendPasswordReset says how to choose another password.
	SendPasswordReset(ctx context.Context, u User, secret string) error
	// SendEmailConfirmation goes to the address that an account is to have.
	SendEmailConfirmation(ctx context.Context, u User, secret string) error
	// SendEmailNotice tells the address that an account has of the one that it is to have.
	SendEmailNotice(ctx context.Context, u User) error
}
