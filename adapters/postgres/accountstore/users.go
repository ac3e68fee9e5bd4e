package accountstore

import (
	"context"
	"time"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/accountstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
)

// Users keeps accounts.
type Users struct{ db *postgres.DB }

var _ account.Users = (*Users)(nil)

// NewUsers is the store over db.
func NewUsers(db *postgres.DB) *Users { return &Users{db} }

var userConstraints = postgres.Constraints{
	"users_email_key":    account.ErrEmailUsed,
	"users_username_key": account.ErrUsernameUsed,
}

// ByID finds an account. Error: user.notFound.
func (s *Users) ByID(ctx context.Context, userID id.ID) (account.User, error) {
	row, err := queries(ctx, s.db).GetUser(ctx, userID)
	return fromDBUser(row), postgres.OrMissing(err, account.ErrNotFound)
}

// ByEmail finds an account. Error: user.notFound.
func (s *Users) ByEmail(ctx context.Context, email party.Email) (account.User, error) {
	row, err := queries(ctx, s.db).GetUserByEmail(ctx, string(email))
	return fromDBUser(row), postgres.OrMissing(err, account.ErrNotFound)
}

// Add stores a new account. Errors: user.emailUsed, user.usernameUsed.
func (s *Users) Add(ctx context.Context, u account.User) error {
	return userConstraints.Translate(queries(ctx, s.db).InsertUser(ctx, toDBUser(u)))
}

// Update stores a changed account when the stored version is still before.
// Errors: object.changed, user.emailUsed, user.usernameUsed.
func (s *Users) Update(ctx context.Context, u account.User, before int) error {
	if err := s.keepsOrganizers(ctx, u); err != nil {
		return err
	}
	n, err := queries(ctx, s.db).UpdateUser(ctx, sqlcgen.UpdateUserParams{
		ID: u.ID, Email: string(u.Email), Username: postgres.OptionalText(u.Username),
		Firstname: u.Person.Firstname, Lastname: u.Person.Lastname, Structure: u.Person.Structure,
		Address: u.Person.Address, PostCode: u.Person.PostCode, City: u.Person.City, Language: string(u.Language),
		Active: u.Active, ActivationError: u.ActivationError, Version: int32(u.Version), Before: int32(before),
	})
	if err == nil && n == 0 {
		return account.ErrChanged
	}
	return userConstraints.Translate(err)
}

// keepsOrganizers refuses to block the only full organizer of an operation. Whoever changes its team
// waits for the operations that are held here.
func (s *Users) keepsOrganizers(ctx context.Context, u account.User) error {
	if u.Active || u.Role != policy.RoleOrganizer {
		return nil
	}
	q := queries(ctx, s.db)
	if err := q.LockOrganized(ctx, u.ID); err != nil {
		return err
	}
	alone, err := q.CountSolelyOrganized(ctx, u.ID)
	if err == nil && alone > 0 {
		return operation.ErrLastOrganizer.At("active")
	}
	return err
}

// SetPassword replaces a hash that is still oldHash. Error: object.changed.
func (s *Users) SetPassword(ctx context.Context, userID id.ID, oldHash, newHash string, initialized bool) error {
	n, err := queries(ctx, s.db).SetUserPassword(ctx, sqlcgen.SetUserPasswordParams{
		ID: userID, OldHash: oldHash, NewHash: newHash, Initialized: initialized,
	})
	if err == nil && n == 0 {
		return account.ErrChanged
	}
	return err
}

// SetNewEmail keeps an address until its holder confirms it. It is no new version of the account.
func (s *Users) SetNewEmail(ctx context.Context, userID id.ID, address party.Email) error {
	return queries(ctx, s.db).SetUserNewEmail(ctx, string(address), userID)
}

// SetLastLogin stores the instant of a sign-in. It is no new version of the account.
func (s *Users) SetLastLogin(ctx context.Context, userID id.ID, at time.Time) error {
	return queries(ctx, s.db).SetUserLastLogin(ctx, at, userID)
}

// Any reports whether there is an account. Until the transaction ends nobody else gets
// an answer, so that two first accounts cannot be made at once.
func (s *Users) Any(ctx context.Context) (bool, error) {
	if err := s.db.Hold(ctx, "first account"); err != nil {
		return false, err
	}
	return queries(ctx, s.db).AnyUser(ctx)
}

// Stores are all that accounts are kept in.
func Stores(db *postgres.DB) account.Stores {
	return account.Stores{Users: NewUsers(db), Sessions: NewSessions(db), Tokens: NewTokens(db), Terms: NewTermsVersions(db),
		Attempts: NewLoginAttempts(db), Principals: NewPrincipals(db), Memberships: NewMemberships(db), Links: NewLinks(db)}
}

func fromDBUser(r sqlcgen.User) account.User {
	u := account.User{
		ID: r.ID, Email: party.Email(r.Email), Role: policy.Role(r.Role), Language: account.Language(r.Language),
		Person: account.Person{Firstname: r.Firstname, Lastname: r.Lastname, Structure: r.Structure,
			Address: r.Address, PostCode: r.PostCode, City: r.City},
		NewEmail:     party.Email(r.NewEmail),
		PasswordHash: r.PasswordHash, Initialized: r.Initialized, Active: r.Active, ActivationError: r.ActivationError,
		Version: int(r.Version), CreatedAt: r.CreatedAt, LastLoginAt: r.LastLoginAt,
	}
	if r.Username != nil {
		u.Username = *r.Username
	}
	return u
}

func toDBUser(u account.User) sqlcgen.InsertUserParams {
	return sqlcgen.InsertUserParams{
		ID: u.ID, Email: string(u.Email), Username: postgres.OptionalText(u.Username), Role: string(u.Role),
		Firstname: u.Person.Firstname, Lastname: u.Person.Lastname, Structure: u.Person.Structure,
		Address: u.Person.Address, PostCode: u.Person.PostCode, City: u.Person.City, Language: string(u.Language),
		PasswordHash: u.PasswordHash, Initialized: u.Initialized, Active: u.Active, ActivationError: u.ActivationError,
		Version: int32(u.Version), CreatedAt: u.CreatedAt, LastLoginAt: u.LastLoginAt,
	}
}
