package account

import (
	"context"

	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
)

// LoginInput is somebody at the door.
type LoginInput struct {
	Email      string
	Password   string
	BackOffice bool       // only an admin is let in
	Address    string     // of the client, to slow down guessing
	Device     string     // secret that the browser keeps since an earlier sign-in; "" = none
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
// good. Errors: login.invalid, login.notAdmin, login.throttled.
func (s *Service) Login(ctx context.Context, in LoginInput) (Login, error) {
	now := s.d.Now()
	device := deviceOf(in.Device)
	attempt, err := s.beginAttempt(ctx, attempt{account: accountKey(in.Email), address: addressKey(in.Address), device: device})
	if err != nil {
		return Login{}, err
	}
	u, err := s.verified(ctx, in)
	if err != nil {
		return Login{}, err
	}
	if err := s.goodAttempt(ctx, attempt); err != nil {
		return Login{}, err
	}
	if in.BackOffice && u.Role != policy.RoleAdmin {
		return Login{}, ErrNotAdmin
	}
	secret, session := newSession(u.ID, now)
	who := policy.Principal{UserID: u.ID, Role: u.Role}
	err = s.d.Tx.InTx(ctx, who.Change("session:create", "", "user", u.ID), func(ctx context.Context) error {
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

// verified is the user whose password it is. Error: login.invalid.
func (s *Service) verified(ctx context.Context, in LoginInput) (User, error) {
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
func (s *Service) rehash(ctx context.Context, u User, password string) error {
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
