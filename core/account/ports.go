package account

import (
	"context"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
)

// Users keeps accounts. An e-mail or username that another account has is refused
// whatever its capitals. Errors: user.emailUsed, user.usernameUsed.
type Users interface {
	// ByID and ByEmail: error user.notFound.
	ByID(ctx context.Context, userID id.ID) (User, error)
	ByEmail(ctx context.Context, email party.Email) (User, error)
	Add(ctx context.Context, u User) error
	// Update stores all but password, initialization and sign-in, when the stored
	// version is still before; it becomes u.Version. Errors: object.changed, teamMember.lastOrganizer for who would be blocked.
	Update(ctx context.Context, u User, before int) error
	// SetPassword replaces a hash that is still the one read, and initializes the
	// account if told so. Error: object.changed.
	SetPassword(ctx context.Context, userID id.ID, oldHash, newHash string, initialized bool) error
	// SetNewEmail keeps an address until its holder confirms it; "" = there is none any more.
	SetNewEmail(ctx context.Context, userID id.ID, address party.Email) error
	SetLastLogin(ctx context.Context, userID id.ID, at time.Time) error
	// SetActivationError notes why the activation mail did not arrive; "" = it did.
	SetActivationError(ctx context.Context, userID id.ID, why string) error
	// Any reports whether there is an account, and keeps others from making the first
	// one until the transaction ends.
	Any(ctx context.Context) (bool, error)
}

// Sessions keeps sessions by the hash of their secret.
type Sessions interface {
	Add(ctx context.Context, s Session) error
	// OfUser lists those of a user that hold at an instant, the last used first.
	OfUser(ctx context.Context, userID id.ID, now time.Time) ([]Session, error)
	// ByID: error session.notFound.
	ByID(ctx context.Context, sessionID id.ID) (Session, error)
	// Touch stores TouchedAt and ExpiresAt.
	Touch(ctx context.Context, s Session) error
	Delete(ctx context.Context, hash SecretHash) error
	// DeleteOf ends the sessions of a user but one; "" = all of them.
	DeleteOf(ctx context.Context, userID id.ID, except SecretHash) error
	DeleteExpired(ctx context.Context, now time.Time) (int64, error)
}

// Tokens keeps API tokens.
type Tokens interface {
	// ByHash: error token.invalid.
	ByHash(ctx context.Context, hash SecretHash) (Token, error)
	// OfUser lists a user's tokens, newest first.
	OfUser(ctx context.Context, userID id.ID) ([]Token, error)
	Add(ctx context.Context, t Token) error
	Touch(ctx context.Context, tokenID id.ID, at time.Time) error
	// ByID: error token.notFound.
	ByID(ctx context.Context, tokenID id.ID) (Token, error)
	// Delete ends a token and those made with it.
	Delete(ctx context.Context, tokenID id.ID) error
	// DeleteOf ends all tokens of a user.
	DeleteOf(ctx context.Context, userID id.ID) error
}

// TermsVersions keeps the terms of use and their acceptances.
type TermsVersions interface {
	// InForce are the newest terms published on or before a day. Error: terms.notFound.
	InForce(ctx context.Context, on civil.Date) (Terms, error)
	// ByVersion: error terms.notFound.
	ByVersion(ctx context.Context, version string) (Terms, error)
	// OfUser lists the acceptances of a user, the newest first.
	OfUser(ctx context.Context, userID id.ID) ([]Acceptance, error)
	// Accept stores an acceptance once and returns the stored one.
	Accept(ctx context.Context, a Acceptance) (Acceptance, error)
	// Accepted reports whether the user accepted the version.
	Accepted(ctx context.Context, userID id.ID, version string) (bool, error)
}

// LoginAttempts keeps attempts by key. What it stores stays stored, also when the
// transaction of ctx is undone.
type LoginAttempts interface {
	// Change replaces the attempts of a key by what fn makes of them, one caller
	// after the other. An unknown key has no attempts.
	Change(ctx context.Context, key string, fn func(Attempts) Attempts) error
	Delete(ctx context.Context, key string) error
	DeleteBefore(ctx context.Context, at time.Time) (int64, error)
	// Remember notes a good sign-in to an account from a device, both in one key; Known
	// reports whether there was one since, and ForgetBefore deletes older ones.
	Remember(ctx context.Context, key string, at time.Time) error
	Known(ctx context.Context, key string, since time.Time) (bool, error)
	ForgetBefore(ctx context.Context, at time.Time) (int64, error)
}

// Principals says who an account is to the policy.
type Principals interface {
	// Load is the role of a user, its operations and its sites. A participant's
	// operations are those of its sites. Error: user.notFound, for a blocked account too.
	// What it owes is judged by the terms in force on a day.
	Load(ctx context.Context, userID id.ID, on civil.Date) (policy.Principal, error)
	// OfSession is a session with what Load says of its user, in one question: every
	// request asks it. Error: session.required, for a blocked account too.
	OfSession(ctx context.Context, hash SecretHash, on civil.Date) (Session, policy.Principal, error)
	// Reach is the operations an organizer or observer belongs to and the sites a
	// participant holds, of a blocked account too.
	Reach(ctx context.Context, userID id.ID) (operations []id.ID, sites []policy.Site, err error)
	// EnergyType is what a participant does at its sites: producer when it only
	// produces, else consumer; "" without a site.
	EnergyType(ctx context.Context, userID id.ID) (EnergyType, error)
}

// Viewer says who a session asks as that sees as a participant does, and ends that in time.
type Viewer interface {
	As(ctx context.Context, p policy.Principal, s Session) (policy.Principal, error)
}

// Codes asks accounts that have a second factor for a code (see secondfactor).
type Codes interface {
	// Match wants the code of such an account; use makes it good for nothing else, in the
	// transaction of what the code is for. Errors: login.codeRequired, login.codeInvalid, login.throttled.
	Match(ctx context.Context, userID id.ID, code string) (use func(context.Context) error, err error)
}

// EnergyType is what a participant does at a site (specification section 3).
type EnergyType string

// Memberships ties organizers and observers to their operations.
type Memberships interface {
	// SetOperations makes these the only operations of the user.
	// Error: user.operationUnknown.
	SetOperations(ctx context.Context, userID id.ID, role policy.Role, operationIDs []id.ID) error
}

// Hasher hashes passwords, slowly on purpose. It may make callers wait for each
// other; an error is ctx's.
type Hasher interface {
	Hash(ctx context.Context, password string) (string, error)
	// Verify reports whether a password is the one of a hash, and whether the hash was
	// made with other parameters than today's. It takes as long for hash "", which
	// no password fits.
	Verify(ctx context.Context, password, hash string) (ok, outdated bool, err error)
}
