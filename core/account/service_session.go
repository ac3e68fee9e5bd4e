package account

import (
	"context"
	"strings"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// Caller is who a request comes from.
type Caller struct {
	Principal policy.Principal
	Session   SecretHash // "" with a token
}

// BySession finds the caller of a session's secret and prolongs the session.
// Error: session.required.
func (s *Service) BySession(ctx context.Context, secret string) (Caller, error) {
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
	return Caller{Principal: p, Session: session.Hash}, nil
}

// ByToken finds the caller of an API token. Error: token.invalid.
func (s *Service) ByToken(ctx context.Context, secret string) (Caller, error) {
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
func (s *Service) Logout(ctx context.Context, c Caller) error {
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
	Permissions      []policy.Permission
}

// Session tells who p is. Errors: forbidden, user.notFound.
func (s *Service) Session(ctx context.Context, p policy.Principal) (Current, error) {
	if err := s.d.Guard.Require(ctx, p, "session:read", policy.Resource{UserID: p.UserID}); err != nil {
		return Current{}, err
	}
	return s.current(ctx, p)
}

func (s *Service) current(ctx context.Context, p policy.Principal) (c Current, err error) {
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
	if p.Role == policy.RoleParticipant {
		c.EnergyType, err = s.d.Principals.EnergyType(ctx, p.UserID)
	}
	return c, err
}

func (s *Service) today() civil.Date { return civil.Paris.DateOf(s.d.Now()) }

// Principal is who an account is, for a worker that acts on its behalf. New terms do not
// stop what was started before them. Error: user.notFound.
func (s *Service) Principal(ctx context.Context, userID id.ID) (policy.Principal, error) {
	p, err := s.d.Principals.Load(ctx, userID, s.today())
	p.Duty = ""
	return p, err
}

// Sweep deletes ended sessions, old links, forgotten attempts and devices. It belongs into a periodic
// job; nothing depends on it.
func (s *Service) Sweep(ctx context.Context) error {
	now := s.d.Now()
	if _, err := s.d.Sessions.DeleteExpired(ctx, now); err != nil {
		return err
	}
	if s.d.Links != nil {
		if _, err := s.d.Links.DeleteBefore(ctx, now.Add(-LinkLife)); err != nil {
			return err
		}
	}
	if _, err := s.d.Attempts.DeleteBefore(ctx, now.Add(-24*time.Hour)); err != nil {
		return err
	}
	_, err := s.d.Attempts.ForgetBefore(ctx, now.Add(-DeviceLife))
	return err
}
