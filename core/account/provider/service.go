package provider

import (
	"context"
	"crypto/subtle"
	"strings"
	"time"

	"github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/party"
)

// Accounts are the accounts of the installation, and who lets their holders in.
type Accounts interface {
	// ByID and ByEmail: error user.notFound.
	ByID(ctx context.Context, userID id.ID) (account.User, error)
	ByEmail(ctx context.Context, email party.Email) (account.User, error)
	// LetIn opens a session for who was vouched for. Errors: login.codeRequired, login.codeInvalid,
	// login.throttled.
	LetIn(ctx context.Context, u account.User, in account.LoginInput, factors bool) (account.Login, error)
}

// Deps are what the service works with. Without a Provider nobody signs in by one.
type Deps struct {
	Provider Provider
	Accounts Accounts
	Sealer   Sealer
	Now      func() time.Time
	// TrustFactors takes the several factors of the provider for the second one here.
	TrustFactors bool
}

// Service is the use cases.
type Service struct{ d Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// Beginning is where the browser goes, and what it brings back.
type Beginning struct {
	Address string
	Attempt string
}

// Begin starts a sign-in. Afterwards the browser goes on to redirect, a path of this installation.
// Errors: provider.off, provider.unavailable.
func (s *Service) Begin(ctx context.Context, redirect string) (Beginning, error) {
	if s.d.Provider == nil {
		return Beginning{}, ErrOff
	}
	a := attempt{State: random(), Nonce: random(), Verifier: random(), Redirect: ownPath(redirect), Ends: s.d.Now().Add(AttemptLife)}
	address, err := s.d.Provider.Address(ctx, a.State, a.Nonce, challenge(a.Verifier))
	return Beginning{Address: address, Attempt: a.sealed(s.d.Sealer)}, err
}

// ownPath is a path of this installation; "" for anything else.
func ownPath(redirect string) string {
	if !strings.HasPrefix(redirect, "/") || strings.HasPrefix(redirect, "//") || strings.ContainsAny(redirect, "\\\r\n") || len(redirect) > 2000 {
		return ""
	}
	return redirect
}

// Return is somebody who comes back from the provider.
type Return struct {
	Attempt string
	State   string
	Code    string
	Browser account.LoginInput // address, device, agent and the session that it replaces
}

// End is a session, or that the code of a second factor lacks: then Attempt is what brings it.
type End struct {
	Login        account.Login
	Redirect     string // "" = none was asked for
	CodeRequired bool
	Attempt      string
}

// Finish lets in who the provider vouches for: the active account that has the address which the
// provider has verified, and nobody else. An account with a second factor is asked for its code all
// the same, unless the provider asked for several factors and the installation trusts it in that.
// Errors: provider.…
func (s *Service) Finish(ctx context.Context, in Return) (End, error) {
	if s.d.Provider == nil {
		return End{}, ErrOff
	}
	a, err := opened(s.d.Sealer, in.Attempt, s.d.Now())
	if err != nil {
		return End{}, err
	}
	if a.State == "" || subtle.ConstantTimeCompare([]byte(a.State), []byte(in.State)) != 1 {
		return End{}, ErrAttempt
	}
	identity, err := s.d.Provider.Identify(ctx, in.Code, a.Nonce, a.Verifier)
	if err != nil {
		return End{}, err
	}
	u, err := s.meant(ctx, identity)
	if err != nil {
		return End{}, err
	}
	in.Browser.Code = ""
	login, err := s.d.Accounts.LetIn(ctx, u, in.Browser, s.d.TrustFactors && identity.SeveralFactors)
	if fault.KeyOf(err) == account.ErrCodeRequired.Key {
		rest := attempt{UserID: u.ID, Redirect: a.Redirect, Ends: s.d.Now().Add(AttemptLife)}
		return End{CodeRequired: true, Attempt: rest.sealed(s.d.Sealer)}, nil
	}
	return End{Login: login, Redirect: a.Redirect}, err
}

// meant is the account of an identity.
func (s *Service) meant(ctx context.Context, identity Identity) (account.User, error) {
	email, err := party.ParseEmail(identity.Email)
	if err != nil || !identity.EmailVerified {
		return account.User{}, ErrEmailUnverified
	}
	u, err := s.d.Accounts.ByEmail(ctx, email)
	if fault.KeyOf(err) == account.ErrNotFound.Key {
		return u, ErrNoAccount
	}
	return u, whole(u, err)
}

// whole wants an account that may sign in.
func whole(u account.User, err error) error {
	switch {
	case err != nil:
		return err
	case !u.Active:
		return ErrNoAccount
	case !u.Initialized:
		return ErrPasswordDue
	}
	return nil
}

// FinishWithCode lets in who was vouched for and now types the code of the second factor.
// Errors: provider.off, provider.attemptInvalid, provider.noAccount, login.codeRequired, login.codeInvalid, login.throttled.
func (s *Service) FinishWithCode(ctx context.Context, in Return) (End, error) {
	if s.d.Provider == nil {
		return End{}, ErrOff
	}
	a, err := opened(s.d.Sealer, in.Attempt, s.d.Now())
	if err != nil || a.UserID.IsZero() {
		return End{}, ErrAttempt
	}
	u, err := s.d.Accounts.ByID(ctx, a.UserID)
	if fault.KeyOf(err) == account.ErrNotFound.Key {
		return End{}, ErrNoAccount
	}
	if err := whole(u, err); err != nil {
		return End{}, err
	}
	in.Browser.Code = in.Code
	login, err := s.d.Accounts.LetIn(ctx, u, in.Browser, false)
	return End{Login: login, Redirect: a.Redirect}, err
}
