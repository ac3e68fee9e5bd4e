package postgres

import (
	"encoding/hex"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/openpmo/pmo/adapters/postgres/internal/sqlcgen"
	"github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
)

func fromDBUser(r sqlcgen.User) account.User {
	u := account.User{
		ID: r.ID, Email: party.Email(r.Email), Role: policy.Role(r.Role), Language: account.Language(r.Language),
		Person: account.Person{Firstname: r.Firstname, Lastname: r.Lastname, Structure: r.Structure,
			Address: r.Address, PostCode: r.PostCode, City: r.City},
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
		ID: u.ID, Email: string(u.Email), Username: optionalText(u.Username), Role: string(u.Role),
		Firstname: u.Person.Firstname, Lastname: u.Person.Lastname, Structure: u.Person.Structure,
		Address: u.Person.Address, PostCode: u.Person.PostCode, City: u.Person.City, Language: string(u.Language),
		PasswordHash: u.PasswordHash, Initialized: u.Initialized, Active: u.Active, ActivationError: u.ActivationError,
		Version: int32(u.Version), CreatedAt: u.CreatedAt, LastLoginAt: u.LastLoginAt,
	}
}

// optionalText is nil for an empty text, as columns that may be NULL want it.
func optionalText(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func fromDBSession(r sqlcgen.Session) account.Session {
	return account.Session{Hash: fromDBHash(r.ID), UserID: r.UserID, CreatedAt: r.CreatedAt,
		TouchedAt: r.TouchedAt, ExpiresAt: r.ExpiresAt}
}

func fromDBToken(r sqlcgen.ApiToken) account.Token {
	t := account.Token{ID: r.ID, UserID: r.UserID, ParentID: r.ParentID, Name: r.Name, Hash: fromDBHash(r.SecretHash),
		CreatedAt: r.CreatedAt, ExpiresAt: r.ExpiresAt, LastUsedAt: r.LastUsedAt}
	for _, s := range r.Scopes {
		t.Scopes = append(t.Scopes, policy.Permission(s))
	}
	return t
}

func fromDBTerms(r sqlcgen.TermsVersion) account.Terms {
	return account.Terms{Version: r.Version, PublishedOn: civilDate(r.PublishedOn),
		Text: map[account.Language]string{account.French: r.TextFr, account.Dutch: r.TextNl}}
}

// A hash is hexadecimal in the core and 32 bytes in the database. What is none, as
// the empty one, is no bytes, which no row has.
func toDBHash(h account.SecretHash) []byte {
	b, err := hex.DecodeString(string(h))
	if err != nil {
		return []byte{}
	}
	return b
}

func fromDBHash(b []byte) account.SecretHash { return account.SecretHash(hex.EncodeToString(b)) }

// pgDate and civilDate turn days; civil.Forever is infinity.
func pgDate(d civil.Date) pgtype.Date {
	if d >= civil.Forever {
		return pgtype.Date{InfinityModifier: pgtype.Infinity, Valid: true}
	}
	return pgtype.Date{Time: civil.Zone{}.Start(d), Valid: true}
}

func civilDate(d pgtype.Date) civil.Date {
	if d.InfinityModifier == pgtype.Infinity {
		return civil.Forever
	}
	return civil.NewDate(d.Time.Date())
}
