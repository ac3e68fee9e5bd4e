package account

import (
	"time"

	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// Deps is what the services are made of.
type Deps struct {
	Guard policy.Guard
	Tx    tx.Runner
	Now   func() time.Time
	Stores
	Hasher Hasher
	Viewer Viewer // nil = nobody sees as a participant does
	Codes  Codes  // nil = no account has a second factor
	// SecondFactorOf are the roles whose accounts must have a second factor.
	SecondFactorOf []policy.Role
	// Queue and Mail send the mails of accounts; nil = there are none.
	Queue MailQueue
	Mail  Mail
}

// Stores are what accounts are kept in.
type Stores struct {
	Users       Users
	Sessions    Sessions
	Tokens      Tokens
	Terms       TermsVersions
	Attempts    LoginAttempts
	Principals  Principals
	Memberships Memberships
	Links       Links
}

// Service is the use cases of accounts: signing in and out, the accounts themselves, the
// one-time links that open them, the tokens of programs, where one is signed in, another address.
type Service struct {
	*SignIn
	*Accounts
	*LinkService
	*TokenService
	*SessionService
	*EmailService
}

// New makes the services.
func New(d Deps) *Service {
	brake := throttle{d.Attempts, d.Now}
	signIn, accounts := &SignIn{d, brake}, &Accounts{d}
	links := &LinkService{d, brake, accounts, signIn}
	return &Service{signIn, accounts, links, &TokenService{d}, &SessionService{d}, &EmailService{d, brake, links, signIn}}
}
