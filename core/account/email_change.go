package account

import (
	"context"

	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
)

// EmailService gives an account another address: the password is asked for, the holder of the new
// address confirms it, and the present one is told.
type EmailService struct {
	d        Deps
	throttle throttle
	links    *LinkService
	signIn   *SignIn
}

// ChangeEmailInput is another address for one's own account.
type ChangeEmailInput struct {
	UserID   id.ID
	Email    string
	Password string
}

// ChangeEmail has a one-time link sent to another address, by which its holder makes it that of the
// account; until then the account keeps the present one, which is told. Whether somebody has an
// account at the new address is told to nobody but its holder. Errors: forbidden, notFound,
// email.invalid, email.same, password.wrong, login.throttled, mail.throttled.
func (s *EmailService) ChangeEmail(ctx context.Context, p policy.Principal, in ChangeEmailInput) (User, error) {
	if err := s.d.Guard.Require(ctx, p, "account:update", policy.Resource{UserID: in.UserID}); err != nil {
		return User{}, err
	}
	if in.UserID != p.UserID { // the back-office changes addresses of others by itself
		return User{}, policy.ErrNotFound
	}
	email, err := party.ParseEmail(in.Email)
	if err != nil {
		return User{}, err
	}
	u, err := s.d.Users.ByID(ctx, in.UserID)
	if err != nil {
		return User{}, err
	}
	if email == u.Email {
		return User{}, ErrSameEmail
	}
	if err := s.signIn.ConfirmPassword(ctx, u, in.Password); err != nil {
		return User{}, err
	}
	if err := s.throttle.slowDown(ctx, "email:"+string(u.ID), mailBrake); err != nil {
		return User{}, err
	}
	u.NewEmail = email
	return u, s.d.Tx.InTx(ctx, p.Change("account:update", "", "user", u.ID), func(ctx context.Context) error {
		if err := s.d.Users.SetNewEmail(ctx, u.ID, email); err != nil || s.d.Queue == nil {
			return err
		}
		return s.d.Queue.EmailMails(ctx, u.ID)
	})
}

// KeepEmail takes back that one's own account is to have another address; links to it end.
// Errors: forbidden, notFound, user.notFound.
func (s *EmailService) KeepEmail(ctx context.Context, p policy.Principal, userID id.ID) error {
	if err := s.d.Guard.Require(ctx, p, "account:update", policy.Resource{UserID: userID}); err != nil {
		return err
	}
	return s.d.Tx.InTx(ctx, p.Change("account:update", "", "user", userID), func(ctx context.Context) error {
		if _, err := s.d.Users.ByID(ctx, userID); err != nil {
			return err
		}
		return s.d.Users.SetNewEmail(ctx, userID, "")
	})
}

// ConfirmEmail makes the address that a link was sent to that of its account. The link holds once,
// and while the account is to have just that address; links to the former one end.
// Errors: account.linkInvalid, user.emailUsed, login.throttled.
func (s *EmailService) ConfirmEmail(ctx context.Context, secret, clientAddress string) error {
	attempt, err := s.throttle.begin(ctx, attempt{address: addressKey(clientAddress)})
	if err != nil {
		return err
	}
	link, err := s.d.Links.ByHash(ctx, hashOf(secret))
	if err != nil {
		return err
	}
	if link.Purpose != LinkEmail || !link.holds(s.d.Now()) {
		return ErrLink
	}
	if err := s.throttle.takeBack(ctx, attempt); err != nil {
		return err
	}
	who := policy.Principal{UserID: link.UserID}
	return s.d.Tx.InTx(ctx, who.Change("account:update", "", "user", link.UserID), func(ctx context.Context) error {
		u, err := s.d.Users.ByID(ctx, link.UserID)
		if err != nil {
			return insteadOfMissing(err, ErrLink)
		}
		if !u.Active || u.NewEmail != link.Address {
			return ErrLink
		}
		if err := s.links.use(ctx, link); err != nil {
			return err
		}
		before := u.Version
		u.Email, u.NewEmail, u.Version = link.Address, "", before+1
		if err := s.d.Users.Update(ctx, u, before); err != nil {
			return err
		}
		if err := s.d.Users.SetNewEmail(ctx, u.ID, ""); err != nil {
			return err
		}
		return s.d.Links.UseOf(ctx, u.ID, s.d.Now())
	})
}

// SendEmailConfirmation mails the link to the address that an account is to have. It is the work of
// a job. An address that refuses the mail is told to nobody: the page says that it waits.
func (s *EmailService) SendEmailConfirmation(ctx context.Context, userID id.ID) error {
	u, err := s.d.Users.ByID(ctx, userID)
	if err != nil || u.NewEmail == "" || !u.Active || s.d.Mail == nil {
		return insteadOfMissingNil(err)
	}
	if err := s.links.send(ctx, u, LinkEmail); err != nil && !refusedForGood(err) {
		return err
	}
	return nil
}

// SendEmailNotice tells the present address of an account of the one that it is to have. It is the
// work of a job.
func (s *EmailService) SendEmailNotice(ctx context.Context, userID id.ID) error {
	u, err := s.d.Users.ByID(ctx, userID)
	if err != nil || u.NewEmail == "" || !u.Active || s.d.Mail == nil {
		return insteadOfMissingNil(err)
	}
	if err := s.d.Mail.SendEmailNotice(ctx, u); err != nil && !refusedForGood(err) {
		return err
	}
	return nil
}
