package account

import (
	"context"

	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
)

// FirstAdminLink makes a one-time link that opens the first account of an empty
// installation. Its secret goes to whoever started the server. Error: user.adminExists
// when there is any account.
func (s *Service) FirstAdminLink(ctx context.Context) (secret string, err error) {
	if err := s.d.Guard.Global(ctx, System, "user:create"); err != nil {
		return "", err
	}
	secret, link := newLink(s.d.Now())
	return secret, s.d.Tx.InTx(ctx, System.Change("user:create", "", "user", ""), func(ctx context.Context) error {
		exists, err := s.d.Users.Any(ctx)
		if err != nil {
			return err
		}
		if exists {
			return ErrAdminExists
		}
		return s.d.Links.Add(ctx, link)
	})
}

// ActivateInput is somebody with a one-time link.
type ActivateInput struct {
	Secret   string
	Password string
	Email    string // of the first account only: other links know theirs
	Address  string // of the client, to slow down guessing
	Device   string // secret that the browser keeps since an earlier sign-in; "" = none
}

// Activate chooses the password of an account with a one-time link, the first one or
// another instead of a forgotten one, and signs in. The link holds once, and for the
// address that it was sent to; all links, sessions and tokens of the account end with it. A password that is refused leaves
// the link alone.
//
// Errors: account.linkInvalid, login.throttled, password.…, field.tooLong,
// email.invalid, user.adminExists, object.changed.
func (s *Service) Activate(ctx context.Context, in ActivateInput) (Login, error) {
	attempt, err := s.beginAttempt(ctx, attempt{address: addressKey(in.Address)})
	if err != nil {
		return Login{}, err
	}
	link, err := s.d.Links.ByHash(ctx, hashOf(in.Secret))
	if err != nil {
		return Login{}, err
	}
	if !link.holds(s.d.Now()) {
		return Login{}, ErrLink
	}
	if err := s.takeBack(ctx, attempt); err != nil {
		return Login{}, err
	}
	if link.UserID == "" {
		return s.activateFirst(ctx, link, in)
	}
	return s.activate(ctx, link, in)
}

// activate gives an account its password.
func (s *Service) activate(ctx context.Context, link Link, in ActivateInput) (Login, error) {
	u, err := s.d.Users.ByID(ctx, link.UserID)
	if err != nil {
		return Login{}, insteadOfMissing(err, ErrLink)
	}
	if !link.opens(u) {
		return Login{}, ErrLink
	}
	if err := checkPassword(in.Password, u.Email); err != nil {
		return Login{}, err
	}
	hash, err := s.d.Hasher.Hash(ctx, in.Password)
	if err != nil {
		return Login{}, err
	}
	who := policy.Principal{UserID: u.ID, Role: u.Role}
	var login Login
	err = s.d.Tx.InTx(ctx, who.Change("account:update", "", "user", u.ID), func(ctx context.Context) (err error) {
		if err := s.use(ctx, link); err != nil {
			return err
		}
		if err := s.d.Users.SetPassword(ctx, u.ID, u.PasswordHash, hash, true); err != nil {
			return err
		}
		if err := s.d.Sessions.DeleteOf(ctx, u.ID, ""); err != nil {
			return err
		}
		if err := s.d.Tokens.DeleteOf(ctx, u.ID); err != nil {
			return err
		}
		if err := s.d.Links.UseOf(ctx, u.ID, s.d.Now()); err != nil {
			return err
		}
		// What was guessed at the old password counts no longer.
		if err := s.d.Attempts.Delete(ctx, accountKey(string(u.Email))); err != nil {
			return err
		}
		login, err = s.enter(ctx, u, in.Device)
		return err
	})
	return login, err
}

// activateFirst opens the first account of the installation.
func (s *Service) activateFirst(ctx context.Context, link Link, in ActivateInput) (Login, error) {
	if _, err := party.ParseEmail(in.Email); err != nil {
		return Login{}, err
	}
	var login Login
	err := s.d.Tx.InTx(ctx, System.Change("user:create", "", "user", ""), func(ctx context.Context) error {
		if err := s.use(ctx, link); err != nil {
			return err
		}
		c, err := s.CreateFirstAdmin(ctx, CreateUserInput{Email: in.Email, Password: in.Password, Initialized: true})
		if err != nil {
			return atNewPassword(err)
		}
		login, err = s.enter(ctx, c.User, in.Device)
		return err
	})
	return login, err
}

func (s *Service) use(ctx context.Context, link Link) error {
	ok, err := s.d.Links.Use(ctx, link.Hash, s.d.Now())
	if err == nil && !ok {
		return ErrLink
	}
	return err
}

// enter opens a session in the caller's transaction.
func (s *Service) enter(ctx context.Context, u User, device string) (Login, error) {
	now := s.d.Now()
	secret, session := newSession(u.ID, now)
	if err := s.d.Sessions.Add(ctx, session); err != nil {
		return Login{}, err
	}
	return Login{Secret: secret, Device: deviceOf(device), Role: u.Role}, s.d.Users.SetLastLogin(ctx, u.ID, now)
}

// atNewPassword names the field of a password that was just chosen.
func atNewPassword(err error) error {
	if f := fault.From(err); f != nil && f.Field == "password" {
		return f.At("newPassword")
	}
	return err
}
