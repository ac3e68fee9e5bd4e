package postgres

import (
	"context"
	"time"

	"github.com/openpmo/pmo/adapters/postgres/internal/sqlcgen"
	"github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/party"
)

// Users keeps accounts.
type Users struct{ db *DB }

var _ account.Users = (*Users)(nil)

// NewUsers is the store over db.
func NewUsers(db *DB) *Users { return &Users{db} }

var userConstraints = constraints{
	"users_email_key":    account.ErrEmailUsed,
	"users_username_key": account.ErrUsernameUsed,
}

// ByID finds an account. Error: user.notFound.
func (s *Users) ByID(ctx context.Context, userID id.ID) (account.User, error) {
	row, err := s.db.queries(ctx).GetUser(ctx, userID)
	return fromDBUser(row), orMissing(err, account.ErrNotFound)
}

// ByEmail finds an account. Error: user.notFound.
func (s *Users) ByEmail(ctx context.Context, email party.Email) (account.User, error) {
	row, err := s.db.queries(ctx).GetUserByEmail(ctx, string(email))
	return fromDBUser(row), orMissing(err, account.ErrNotFound)
}

// Add stores a new account. Errors: user.emailUsed, user.usernameUsed.
func (s *Users) Add(ctx context.Context, u account.User) error {
	return userConstraints.translate(s.db.queries(ctx).InsertUser(ctx, toDBUser(u)))
}

// Update stores a changed account when the stored version is still before.
// Errors: object.changed, user.emailUsed, user.usernameUsed.
func (s *Users) Update(ctx context.Context, u account.User, before int) error {
	n, err := s.db.queries(ctx).UpdateUser(ctx, sqlcgen.UpdateUserParams{
		ID: u.ID, Email: string(u.Email), Username: optionalText(u.Username),
		Firstname: u.Person.Firstname, Lastname: u.Person.Lastname, Structure: u.Person.Structure,
		Address: u.Person.Address, PostCode: u.Person.PostCode, City: u.Person.City, Language: string(u.Language),
		Active: u.Active, ActivationError: u.ActivationError, Version: int32(u.Version), Before: int32(before),
	})
	if err == nil && n == 0 {
		return account.ErrChanged
	}
	return userConstraints.translate(err)
}

// SetPassword replaces a hash that is still oldHash. Error: object.changed.
func (s *Users) SetPassword(ctx context.Context, userID id.ID, oldHash, newHash string, initialized bool) error {
	n, err := s.db.queries(ctx).SetUserPassword(ctx, sqlcgen.SetUserPasswordParams{
		ID: userID, OldHash: oldHash, NewHash: newHash, Initialized: initialized,
	})
	if err == nil && n == 0 {
		return account.ErrChanged
	}
	return err
}

// SetLastLogin stores the instant of a sign-in. It is no new version of the account.
func (s *Users) SetLastLogin(ctx context.Context, userID id.ID, at time.Time) error {
	return s.db.queries(ctx).SetUserLastLogin(ctx, at, userID)
}

// Any reports whether there is an account. Until the transaction ends nobody else gets
// an answer, so that two first accounts cannot be made at once.
func (s *Users) Any(ctx context.Context) (bool, error) {
	if err := s.db.hold(ctx, "first account"); err != nil {
		return false, err
	}
	return s.db.queries(ctx).AnyUser(ctx)
}

// AccountStores are all that accounts are kept in.
func AccountStores(db *DB) account.Stores {
	return account.Stores{Users: NewUsers(db), Sessions: NewSessions(db), Tokens: NewTokens(db), Terms: NewTermsVersions(db),
		Attempts: NewLoginAttempts(db), Principals: NewPrincipals(db), Memberships: NewMemberships(db), Links: NewAccountLinks(db)}
}
