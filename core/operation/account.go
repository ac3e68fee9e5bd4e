package operation

import (
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// Account is what this context says of an account (package account owns them).
type Account struct {
	ID              id.ID
	Email           string
	Username        string // "" = none
	FirstName       string
	LastName        string
	Structure       string
	Role            policy.Role
	Active          bool
	Initialized     bool
	ActivationError string // key of why the activation mail has not arrived; "" = it has
}

// AccountStatus says whether somebody can sign in.
type AccountStatus string

// The account statuses (docs/specification.md, section 4).
const (
	AccountNone     AccountStatus = "NONE"     // 'pas de compte'
	AccountInactive AccountStatus = "INACTIVE" // 'compte créé inactif'
	AccountActive   AccountStatus = "ACTIVE"   // 'participant actif'
	AccountError    AccountStatus = "ERROR"    // the activation mail was refused
)

// Status reports how far an account is: one that is initialized is active, whatever became
// of its mail. A site without an account has AccountNone.
func (a Account) Status() AccountStatus {
	switch {
	case a.ID.IsZero():
		return AccountNone
	case a.Initialized:
		return AccountActive
	case a.ActivationError != "":
		return AccountError
	default:
		return AccountInactive
	}
}
