package account

import (
	"context"
	"slices"
	"strings"
	"time"

	passwords "github.com/openpmo/pmo/core/account/password"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
)

// SignIn is who somebody is: sessions, passwords, the terms that a person agreed to.
type SignIn struct {
	d        Deps
	throttle throttle
}

// LoginInput is somebody at the door.
type LoginInput struct {
	Email      string
	Password   string
	Code       string     // of the second factor; "" = none was asked for yet
	BackOffice bool       // only an admin is let in
	Address    string     // of the client, to slow down guessing
	Device     string     // secret that the browser keeps since an earlier sign-in; "" = none
	Agent      string     // what the browser calls itself
	Replaces   SecretHash // the session that the same browser has; "" = none
}

// Login is a new session; its secret goes into the cookie and is kept nowhere, like that
// of the device, by which the account is known there.
type Login struct {
	Secret string
	Device string
	Role   policy.Role
}

// Login opens a session. Unknown, blocked and wrong answer the same after the same
// time. Attempts are counted before they are judged and stay counted unless they are
// good. Errors: login.invalid, login.codeRequired, login.codeInvalid, login.notAdmin, login.throttled.
func (s *SignIn) Login(ctx context.Context, in LoginInput) (Login, error) {
	now := s.d.Now()
	device := deviceOf(in.Device)
	attempt, err := s.throttle.begin(ctx, attempt{account: accountKey(in.Email), address: addressKey(in.Address), device: device})
	if err != nil {
		return Login{}, err
	}
	u, err := s.verified(ctx, in)
	if err != nil {
		return Login{}, err
	}
	use, err := s.match(ctx, u.ID, in.Code)
	if err != nil {
		return Login{}, err
	}
	if err := s.throttle.clear(ctx, attempt); err != nil {
		return Login{}, err
	}
	if in.BackOffice && u.Role != policy.RoleAdmin {
		return Login{}, ErrNotAdmin
	}
	from := DeviceOf(in.Agent)
	from.Known = attempt.account == attempt.known && attempt.known != ""
	secret, session := newSession(u.ID, from, now)
	who := policy.Principal{UserID: u.ID, Role: u.Role}
	err = s.d.Tx.InTx(ctx, who.Change("session:create", "", "user", u.ID), func(ctx context.Context) error {
		if err := use(ctx); err != nil {
			return err
		}
		if in.Replaces != "" {
			if err := s.d.Sessions.Delete(ctx, in.Replaces); err != nil {
				return err
			}
		}
		if err := s.d.Sessions.Add(ctx, session); err != nil {
			return err
		}
		return s.d.Users.SetLastLogin(ctx, u.ID, now)
	})
	return Login{Secret: secret, Device: device, Role: u.Role}, err
}

// match wants the code of an account that has a second factor.
func (s *SignIn) match(ctx context.Context, userID id.ID, code string) (use func(context.Context) error, err error) {
	if s.d.Codes == nil {
		return func(context.Context) error { return nil }, nil
	}
	return s.d.Codes.Match(ctx, userID, code)
}

// verified is the user whose password it is. Error: login.invalid.
func (s *SignIn) verified(ctx context.Context, in LoginInput) (User, error) {
	var u User
	email, err := party.ParseEmail(in.Email)
	if err == nil {
		u, err = s.d.Users.ByEmail(ctx, email)
	}
	if err != nil && fault.From(err) == nil {
		return User{}, err
	}
	hash := u.PasswordHash
	if !u.Active {
		hash = ""
	}
	ok, outdated, err := s.d.Hasher.Verify(ctx, in.Password, hash)
	if err != nil {
		return User{}, err
	}
	if !ok {
		return User{}, ErrLogin
	}
	if outdated {
		return u, s.rehash(ctx, u, in.Password)
	}
	return u, nil
}

// rehash stores the password under today's parameters. That somebody else changed it
// meanwhile is no reason to refuse the sign-in.
func (s *SignIn) rehash(ctx context.Context, u User, password string) error {
	hash, err := s.d.Hasher.Hash(ctx, password)
	if err != nil {
		return err
	}
	who := policy.Principal{UserID: u.ID, Role: u.Role, Agent: "system"}
	err = s.d.Tx.InTx(ctx, who.Change("account:update", "", "user", u.ID), func(ctx context.Context) error {
		return s.d.Users.SetPassword(ctx, u.ID, u.PasswordHash, hash, u.Initialized)
	})
	if fault.KeyOf(err) == ErrChanged.Key {
		return nil
	}
	return err
}

// enter opens a session in the caller's transaction.
func (s *SignIn) enter(ctx context.Context, u User, device, agent string) (Login, error) {
	now := s.d.Now()
	secret, session := newSession(u.ID, DeviceOf(agent), now)
	if err := s.d.Sessions.Add(ctx, session); err != nil {
		return Login{}, err
	}
	return Login{Secret: secret, Device: deviceOf(device), Role: u.Role}, s.d.Users.SetLastLogin(ctx, u.ID, now)
}

// Caller is who a request comes from.
type Caller struct {
	Principal policy.Principal
	Session   SecretHash // "" with a token
}

// BySession finds the caller of a session's secret and prolongs the session.
// Error: session.required.
func (s *SignIn) BySession(ctx context.Context, secret string) (Caller, error) {
	now := s.d.Now()
	session, p, err := s.d.Principals.OfSession(ctx, hashOf(secret), s.today())
	if err != nil {
		return Caller{}, err
	}
	if session.ended(now) {
		return Caller{}, ErrNoSession
	}
	if touched, ok := session.touch(now); ok {
		if err := s.d.Sessions.Touch(ctx, touched); err != nil {
			return Caller{}, err
		}
	}
	p = s.owing(p)
	if session.View != nil && s.d.Viewer != nil {
		if p, err = s.d.Viewer.As(ctx, p, session); err != nil {
			return Caller{}, err
		}
	}
	return Caller{Principal: p, Session: session.Hash}, nil
}

// owing adds to a principal that its role must have a second factor and it has none.
func (s *SignIn) owing(p policy.Principal) policy.Principal {
	if p.Duty == "" && !p.SecondFactor && slices.Contains(s.d.SecondFactorOf, p.Role) {
		p.Duty = policy.DutySecondFactor
	}
	return p
}

// ByToken finds the caller of an API token. Error: token.invalid.
func (s *SignIn) ByToken(ctx context.Context, secret string) (Caller, error) {
	if !strings.HasPrefix(secret, tokenPrefix) {
		return Caller{}, ErrToken
	}
	now := s.d.Now()
	t, err := s.d.Tokens.ByHash(ctx, hashOf(secret))
	if err != nil {
		return Caller{}, err
	}
	if !t.usable(now) {
		return Caller{}, ErrToken
	}
	p, err := s.d.Principals.Load(ctx, t.UserID, s.today())
	if err != nil {
		return Caller{}, insteadOfMissing(err, ErrToken)
	}
	p = s.owing(p)
	if t.stale(now) {
		if err := s.d.Tokens.Touch(ctx, t.ID, now); err != nil {
			return Caller{}, err
		}
	}
	p.Agent, p.TokenID, p.Granted = "token", t.ID, t.Scopes
	return Caller{Principal: p}, nil
}

// insteadOfMissing says instead when err is a user that is gone or blocked.
func insteadOfMissing(err error, instead *fault.Error) error {
	if fault.KeyOf(err) == ErrNotFound.Key {
		return instead
	}
	return err
}

// Logout ends a session. One that has ended is no error.
func (s *SignIn) Logout(ctx context.Context, c Caller) error {
	if c.Session == "" {
		return nil
	}
	change := c.Principal.Change("session:delete", "", "user", c.Principal.UserID)
	return s.d.Tx.InTx(ctx, change, func(ctx context.Context) error {
		return s.d.Sessions.Delete(ctx, c.Session)
	})
}

// Current is who is signed in, and what they may do.
type Current struct {
	User             User
	EnergyType       EnergyType // participants only
	HasAcceptedTerms bool       // those in force
	SecondFactorDue  bool       // nothing else is done before there is one
	Permissions      []policy.Permission
}

// Session tells who p is. Errors: forbidden, user.notFound.
func (s *SignIn) Session(ctx context.Context, p policy.Principal) (Current, error) {
	if err := s.d.Guard.Require(ctx, p, "session:read", policy.Resource{UserID: p.UserID}); err != nil {
		return Current{}, err
	}
	return s.current(ctx, p)
}

func (s *SignIn) current(ctx context.Context, p policy.Principal) (c Current, err error) {
	if c.User, err = s.d.Users.ByID(ctx, p.UserID); err != nil {
		return Current{}, err
	}
	if c.Permissions, err = s.d.Guard.Decider.Permissions(ctx, p); err != nil {
		return Current{}, err
	}
	terms, err := s.d.Terms.InForce(ctx, s.today())
	if err != nil {
		return Current{}, err
	}
	if c.HasAcceptedTerms, err = s.d.Terms.Accepted(ctx, p.UserID, terms.Version); err != nil {
		return Current{}, err
	}
	c.SecondFactorDue = p.Duty == policy.DutySecondFactor
	if p.Viewing {
		c.User.Role = p.Role
		c.Permissions = slices.DeleteFunc(c.Permissions, func(perm policy.Permission) bool { return !policy.Seen(perm) })
		return c, nil
	}
	if p.Role == policy.RoleParticipant {
		c.EnergyType, err = s.d.Principals.EnergyType(ctx, p.UserID)
	}
	return c, err
}

func (s *SignIn) today() civil.Date { return civil.Paris.DateOf(s.d.Now()) }

// Principal is who an account is, for a worker that acts on its behalf. New terms do not
// stop what was started before them. Error: user.notFound.
func (s *SignIn) Principal(ctx context.Context, userID id.ID) (policy.Principal, error) {
	p, err := s.d.Principals.Load(ctx, userID, s.today())
	p.Duty = ""
	return p, err
}

// Sweep deletes ended sessions, old links, forgotten attempts and devices. It belongs into a periodic
// job; nothing depends on it.
func (s *SignIn) Sweep(ctx context.Context) error {
	now := s.d.Now()
	if _, err := s.d.Sessions.DeleteExpired(ctx, now); err != nil {
		return err
	}
	if s.d.Links != nil {
		if _, err := s.d.Links.DeleteBefore(ctx, now.Add(-linkKept)); err != nil {
			return err
		}
	}
	if _, err := s.d.Attempts.DeleteBefore(ctx, now.Add(-24*time.Hour)); err != nil {
		return err
	}
	_, err := s.d.Attempts.ForgetBefore(ctx, now.Add(-DeviceLife))
	return err
}

// ChangePasswordInput is somebody who wants another password.
type ChangePasswordInput struct {
	Session                  SecretHash // stays; all others of the account end
	OldPassword, NewPassword string
}

// ChangePassword replaces one's own password and initializes the account. Its other
// sessions and all its API tokens end: whoever knew the old one may have made them. Guessing
// the old one is slowed down as guessing at the sign-in is.
// Errors: forbidden, password.oldInvalid, login.throttled, password.tooShort,
// password.same, password.isEmail, password.monotone, field.tooLong, object.changed.
func (s *SignIn) ChangePassword(ctx context.Context, p policy.Principal, in ChangePasswordInput) (Current, error) {
	if err := s.d.Guard.Require(ctx, p, "account:update", policy.Resource{UserID: p.UserID}); err != nil {
		return Current{}, err
	}
	u, err := s.d.Users.ByID(ctx, p.UserID)
	if err != nil {
		return Current{}, err
	}
	if err := s.checkOld(ctx, u, in.OldPassword); err != nil {
		return Current{}, err
	}
	if in.NewPassword == in.OldPassword {
		return Current{}, ErrPasswordSame
	}
	if err := passwords.Check(in.NewPassword, u.Email); err != nil {
		return Current{}, err
	}
	hash, err := s.d.Hasher.Hash(ctx, in.NewPassword)
	if err != nil {
		return Current{}, err
	}
	err = s.d.Tx.InTx(ctx, p.Change("account:update", "", "user", u.ID), func(ctx context.Context) error {
		if err := s.d.Users.SetPassword(ctx, u.ID, u.PasswordHash, hash, true); err != nil {
			return err
		}
		if err := s.d.Tokens.DeleteOf(ctx, u.ID); err != nil {
			return err
		}
		return s.d.Sessions.DeleteOf(ctx, u.ID, in.Session)
	})
	if err != nil {
		return Current{}, err
	}
	return s.current(ctx, p)
}

// checkOld wants the password of u. Errors: password.oldInvalid, login.throttled.
func (s *SignIn) checkOld(ctx context.Context, u User, password string) error {
	attempt, err := s.throttle.begin(ctx, attempt{account: accountKey(string(u.Email))})
	if err != nil {
		return err
	}
	ok, _, err := s.d.Hasher.Verify(ctx, password, u.PasswordHash)
	if err != nil {
		return err
	}
	if !ok {
		return ErrOldPassword
	}
	return s.throttle.clear(ctx, attempt)
}

// ConfirmPassword wants the password of an account once more, for other rooms after their own
// permission check. Errors: password.wrong, login.throttled.
func (s *SignIn) ConfirmPassword(ctx context.Context, u User, password string) error {
	err := s.checkOld(ctx, u, password)
	if fault.KeyOf(err) == ErrOldPassword.Key {
		return ErrPasswordWrong
	}
	return err
}

// ConfirmInitialized answers the session of somebody who has changed their first
// password; the change itself initialized the account (specification section 4).
// Errors: forbidden, account.passwordNotChanged.
func (s *SignIn) ConfirmInitialized(ctx context.Context, p policy.Principal) (Current, error) {
	if err := s.d.Guard.Require(ctx, p, "account:update", policy.Resource{UserID: p.UserID}); err != nil {
		return Current{}, err
	}
	c, err := s.current(ctx, p)
	if err == nil && !c.User.Initialized {
		return Current{}, ErrNotChanged
	}
	return c, err
}

// TermsInForce are the terms of use of today. Anybody may read them, signed in or
// not. Error: terms.notFound.
func (s *SignIn) TermsInForce(ctx context.Context) (Terms, error) {
	return s.d.Terms.InForce(ctx, s.today())
}

// TermsVersion is one version of the terms of use, in force or not any more; "" = those in force.
// Anybody may read them. Error: terms.notFound.
func (s *SignIn) TermsVersion(ctx context.Context, version string) (Terms, error) {
	if version == "" {
		return s.TermsInForce(ctx)
	}
	terms, err := s.d.Terms.ByVersion(ctx, version)
	if err == nil && terms.PublishedOn > s.today() {
		err = ErrTermsNotFound
	}
	return terms, err
}

// Acceptances are the versions of the terms that an account accepted, the newest first.
// Errors: forbidden, notFound.
func (s *SignIn) Acceptances(ctx context.Context, p policy.Principal, userID id.ID) ([]Acceptance, error) {
	if err := s.d.Guard.Require(ctx, p, "account:read", policy.Resource{UserID: userID}); err != nil {
		return nil, err
	}
	return s.d.Terms.OfUser(ctx, userID)
}

// AcceptTerms records that p accepts the terms in force, once: the first instant
// stays. Nobody accepts for somebody else. Errors: forbidden, notFound.
func (s *SignIn) AcceptTerms(ctx context.Context, p policy.Principal, userID id.ID) (Acceptance, error) {
	if err := s.d.Guard.Require(ctx, p, "terms:update", policy.Resource{UserID: userID}); err != nil {
		return Acceptance{}, err
	}
	var accepted Acceptance
	err := s.d.Tx.InTx(ctx, p.Change("terms:update", "", "user", userID), func(ctx context.Context) error {
		terms, err := s.d.Terms.InForce(ctx, s.today())
		if err != nil {
			return err
		}
		accepted, err = s.d.Terms.Accept(ctx, Acceptance{UserID: userID, Version: terms.Version, AcceptedAt: s.d.Now()})
		return err
	})
	return accepted, err
}
