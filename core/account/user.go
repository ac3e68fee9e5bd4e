package account

import (
	"strings"
	"time"
	"unicode/utf8"

	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
)

// Language is what a person reads.
type Language string

// The languages of the product (specification section 1).
const (
	French Language = "fr"
	Dutch  Language = "nl"
)

// User is an account: somebody who can sign in.
type User struct {
	ID              id.ID
	Email           party.Email
	Username        string // "" = none; unique whatever the capitals
	Role            policy.Role
	Person          Person
	Language        Language
	NewEmail        party.Email // another address, until its holder confirms it; "" = none
	PasswordHash    string      // "" = cannot sign in
	Initialized     bool        // the first password, which others know, has been changed
	Active          bool        // false = blocked: no session, no token
	ActivationError string      // key of why the activation mail did not arrive (yet); "" = it did, or none was sent
	Version         int
	CreatedAt       time.Time
	LastLoginAt     *time.Time // nil = never
}

// Person is who is behind an account. All of it may be empty.
type Person struct {
	Firstname, Lastname string
	Structure           string // the company or body the person works for
	Address             string // number and street
	PostCode, City      string
}

// limits of the contract, in characters.
const (
	maxName      = 100
	maxStructure = 200
	maxStreet    = 200
	maxPostCode  = 10
)

// check trims the texts and refuses those that are too long. Error: field.tooLong.
func (p Person) check() (Person, error) {
	var wrong fault.List
	for _, f := range []struct {
		name string
		text *string
		max  int
	}{
		{"firstname", &p.Firstname, maxName}, {"lastname", &p.Lastname, maxName},
		{"structure", &p.Structure, maxStructure}, {"address", &p.Address, maxStreet},
		{"postCode", &p.PostCode, maxPostCode}, {"city", &p.City, maxName},
	} {
		*f.text = strings.TrimSpace(*f.text)
		if utf8.RuneCountInString(*f.text) > f.max {
			wrong.Add(ErrTextTooLong.At(f.name).With("max", f.max))
		}
	}
	return p, wrong.Err(ErrTextTooLong)
}

// checkUsername wants a name without spaces and without @, which belongs to
// e-mail addresses. Errors: username.invalid.
func checkUsername(name string) error {
	if len(name) > maxName || strings.ContainsFunc(name, func(r rune) bool { return r <= ' ' || r == '@' }) {
		return ErrUsername
	}
	return nil
}

func checkRole(r policy.Role) error {
	switch r {
	case policy.RoleAdmin, policy.RoleOrganizer, policy.RoleObserver, policy.RoleParticipant:
		return nil
	}
	return ErrRole.With("value", string(r))
}

func checkLanguage(l Language) error {
	if l != French && l != Dutch {
		return ErrLanguage.With("value", string(l))
	}
	return nil
}

// hasOperations reports whether accounts of the role belong to operations. Admins
// have all; participants have sites.
func hasOperations(r policy.Role) bool { return r == policy.RoleOrganizer || r == policy.RoleObserver }

// DutyOf is what an account owes before anything else is done for it: its first password
// changed, and the terms in force accepted, but for admins (specification section 4).
func DutyOf(role policy.Role, initialized, hasAcceptedTerms bool) policy.Duty {
	switch {
	case !initialized:
		return policy.DutyPassword
	case !hasAcceptedTerms && role != policy.RoleAdmin:
		return policy.DutyTerms
	}
	return ""
}
