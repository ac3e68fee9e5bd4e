package account

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// tokenPrefix begins every API token, so that one found in a file is recognised.
const tokenPrefix = "pmo_"

// maxTokens one account may hold.
const maxTokens = 50

// Token lets a program act for a user.
type Token struct {
	ID         id.ID
	UserID     id.ID
	ParentID   *id.ID // the token that made it, and that it ends with; nil = the person did
	Name       string
	Scopes     []policy.Permission // they narrow the role's; nil = all the role may do, now and later
	Hash       SecretHash
	CreatedAt  time.Time
	ExpiresAt  *time.Time // nil = never
	LastUsedAt *time.Time // to a minute; nil = never
}

// usable tells whether the token holds at now.
func (t Token) usable(now time.Time) bool { return t.ExpiresAt == nil || now.Before(*t.ExpiresAt) }

// under is the token as a child of another one: over no later than that.
func (t Token) under(parent Token) Token {
	t.ParentID = &parent.ID
	if t.ExpiresAt == nil || parent.ExpiresAt != nil && parent.ExpiresAt.Before(*t.ExpiresAt) {
		t.ExpiresAt = parent.ExpiresAt
	}
	return t
}

// stale tells whether the last use is to be written down again.
func (t Token) stale(now time.Time) bool {
	return t.LastUsedAt == nil || now.Sub(*t.LastUsedAt) >= touchEvery
}

// checkToken refuses a token without a name, one that is over before it begins, and
// scopes beyond what the maker holds, who may be a token itself. Without scopes a
// token gets all of a person's role, and no more than a token's own scopes.
// Errors: name.required, token.expiryPast, token.scopesEmpty, token.scopeNotHeld.
func checkToken(in CreateTokenInput, p policy.Principal, held []policy.Permission, now time.Time) (Token, error) {
	name := strings.TrimSpace(in.Name)
	switch {
	case name == "":
		return Token{}, ErrNameRequired
	case utf8.RuneCountInString(name) > maxName:
		return Token{}, ErrTextTooLong.At("name").With("max", maxName)
	case in.ExpiresAt != nil && !in.ExpiresAt.After(now):
		return Token{}, ErrTokenExpired
	case in.Scopes != nil && len(in.Scopes) == 0:
		return Token{}, ErrTokenNoScopes
	}
	scopes := slices.Clone(in.Scopes)
	if scopes == nil && p.Granted != nil {
		scopes = slices.Clone(held)
	}
	for _, scope := range scopes {
		if !slices.Contains(held, scope) {
			return Token{}, ErrTokenScope.With("scope", string(scope))
		}
	}
	slices.Sort(scopes)
	return Token{ID: id.New(), UserID: p.UserID, Name: name, Scopes: slices.Compact(scopes), CreatedAt: now, ExpiresAt: in.ExpiresAt}, nil
}
