package account

import (
	"context"

	"github.com/openpmo/pmo/core/policy"
)

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
func (s *Service) ChangePassword(ctx context.Context, p policy.Principal, in ChangePasswordInput) (Current, error) {
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
	if err := checkPassword(in.NewPassword, u.Email); err != nil {
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
func (s *Service) checkOld(ctx context.Context, u User, password string) error {
	attempt, err := s.beginAttempt(ctx, attempt{account: accountKey(string(u.Email))})
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
	return s.goodAttempt(ctx, attempt)
}

// ConfirmInitialized answers the session of somebody who has changed their first
// password; the change itself initialized the account (decisions 6.5).
// Errors: forbidden, account.passwordNotChanged.
func (s *Service) ConfirmInitialized(ctx context.Context, p policy.Principal) (Current, error) {
	if err := s.d.Guard.Require(ctx, p, "account:update", policy.Resource{UserID: p.UserID}); err != nil {
		return Current{}, err
	}
	c, err := s.current(ctx, p)
	if err == nil && !c.User.Initialized {
		return Current{}, ErrNotChanged
	}
	return c, err
}
