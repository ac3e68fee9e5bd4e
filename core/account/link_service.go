package account

import (
	"context"
	"errors"

	passwords "github.com/openpmo/pmo/core/account/password"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/mail"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
)

// LinkService is the one-time links by which somebody chooses the password of an account, and
// the mails that carry them.
type LinkService struct {
	d        Deps
	throttle throttle
	accounts *Accounts
	signIn   *SignIn
}

// FirstAdminLink makes a one-time link that opens the first account of an empty
// installation. Its secret goes to whoever started the server. Error: user.adminExists
// when there is any account.
func (s *LinkService) FirstAdminLink(ctx context.Context) (secret string, err error) {
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
	Code     string // of the second factor, for an account that has one
	Email    string // of the first account only: other links know theirs
	Address  string // of the client, to slow down guessing
	Device   string // secret that the browser keeps since an earlier sign-in; "" = none
	Agent    string // what the browser calls itself
}

// Activate chooses the password of an account with a one-time link, the first one or
// another instead of a forgotten one, and signs in. The link holds once, and for the
// address that it was sent to; all links, sessions and tokens of the account end with it. A password that is refused leaves
// the link alone.
//
// Errors: account.linkInvalid, login.throttled, login.codeRequired, login.codeInvalid, password.…,
// field.tooLong, email.invalid, user.adminExists, object.changed.
func (s *LinkService) Activate(ctx context.Context, in ActivateInput) (Login, error) {
	attempt, err := s.throttle.begin(ctx, attempt{address: addressKey(in.Address)})
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
	if err := s.throttle.takeBack(ctx, attempt); err != nil {
		return Login{}, err
	}
	if link.UserID == "" {
		return s.activateFirst(ctx, link, in)
	}
	return s.activate(ctx, link, in)
}

// activate gives an account its password.
func (s *LinkService) activate(ctx context.Context, link Link, in ActivateInput) (Login, error) {
	u, err := s.d.Users.ByID(ctx, link.UserID)
	if err != nil {
		return Login{}, insteadOfMissing(err, ErrLink)
	}
	if !link.opens(u) {
		return Login{}, ErrLink
	}
	if err := passwords.Check(in.Password, u.Email); err != nil {
		return Login{}, err
	}
	// Who reads the mails of somebody else has no device of theirs.
	useCode, err := s.signIn.match(ctx, u.ID, in.Code)
	if err != nil {
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
		if err := useCode(ctx); err != nil {
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
		login, err = s.signIn.enter(ctx, u, in.Device, in.Agent)
		return err
	})
	return login, err
}

// activateFirst opens the first account of the installation.
func (s *LinkService) activateFirst(ctx context.Context, link Link, in ActivateInput) (Login, error) {
	if _, err := party.ParseEmail(in.Email); err != nil {
		return Login{}, err
	}
	var login Login
	err := s.d.Tx.InTx(ctx, System.Change("user:create", "", "user", ""), func(ctx context.Context) error {
		if err := s.use(ctx, link); err != nil {
			return err
		}
		c, err := s.accounts.CreateFirstAdmin(ctx, CreateUserInput{Email: in.Email, Password: in.Password, Initialized: true})
		if err != nil {
			return atNewPassword(err)
		}
		login, err = s.signIn.enter(ctx, c.User, in.Device, in.Agent)
		return err
	})
	return login, err
}

func (s *LinkService) use(ctx context.Context, link Link) error {
	ok, err := s.d.Links.Use(ctx, link.Hash, s.d.Now())
	if err == nil && !ok {
		return ErrLink
	}
	return err
}

// atNewPassword names the field of a password that was just chosen.
func atNewPassword(err error) error {
	if f := fault.From(err); f != nil && f.Field == "password" {
		return f.At("newPassword")
	}
	return err
}

// SendActivation is MailActivation as the work of a job: an address that refuses the mail for good
// is no error, since it would come again.
func (s *LinkService) SendActivation(ctx context.Context, userID id.ID) error {
	err := s.MailActivation(ctx, userID)
	if refusedForGood(err) {
		return nil
	}
	return err
}

// MailActivation mails a one-time link to somebody whose account waits for a password. What keeps
// the mail from arriving is noted on the account until one does. Errors: mail.addressInvalid,
// mail.rejected, mail.unavailable, user.notFound.
func (s *LinkService) MailActivation(ctx context.Context, userID id.ID) error {
	u, err := s.d.Users.ByID(ctx, userID)
	if err != nil || u.Initialized || !u.Active || s.d.Mail == nil {
		return err
	}
	failed := s.send(ctx, u, LinkActivation)
	why := ""
	if failed != nil {
		f := fault.From(failed)
		if f == nil {
			return failed
		}
		why = f.Key
	}
	if err := s.noteActivation(ctx, u, why); err != nil {
		return err
	}
	return failed
}

// GiveUpActivation notes that a mail server was away for so long that nothing is tried any more.
func (s *LinkService) GiveUpActivation(ctx context.Context, userID id.ID) error {
	u, err := s.d.Users.ByID(ctx, userID)
	if err != nil || u.Initialized {
		return insteadOfMissingNil(err)
	}
	return s.noteActivation(ctx, u, ErrMailGivenUp.Key)
}

func insteadOfMissingNil(err error) error {
	if fault.KeyOf(err) == ErrNotFound.Key {
		return nil
	}
	return err
}

// noteActivation notes why the activation mail did not arrive; "" = it did.
func (s *LinkService) noteActivation(ctx context.Context, u User, why string) error {
	if why != "" && why == u.ActivationError {
		return nil
	}
	change := System.Change("user:update", "", "user", u.ID)
	change.Details = map[string]any{"activationLink": why == ""}
	if why != "" {
		change.Details["activationError"] = why
	}
	return s.d.Tx.InTx(ctx, change, func(ctx context.Context) error { return s.d.Users.SetActivationError(ctx, u.ID, why) })
}

// send mails a link. One that reached nobody is forgotten.
func (s *LinkService) send(ctx context.Context, u User, purpose LinkPurpose) error {
	secret, link := newLinkOf(u, purpose, s.d.Now())
	if err := s.d.Links.Add(ctx, link); err != nil {
		return err
	}
	write := map[LinkPurpose]func(context.Context, User, string) error{LinkActivation: s.d.Mail.SendActivation,
		LinkPassword: s.d.Mail.SendPasswordReset, LinkEmail: s.d.Mail.SendEmailConfirmation}[purpose]
	err := write(ctx, u, secret)
	if err == nil {
		return nil
	}
	return errors.Join(err, s.d.Links.Delete(ctx, link.Hash))
}

func refusedForGood(err error) bool {
	return errors.Is(err, mail.ErrAddress) || errors.Is(err, mail.ErrRejected)
}

// ResendActivation sends the activation mail of an account again, to its present address.
// Errors: forbidden, user.notFound, user.initialized, user.inactive, mail.throttled.
func (s *LinkService) ResendActivation(ctx context.Context, p policy.Principal, userID id.ID) error {
	if err := s.d.Guard.Global(ctx, p, "user:update"); err != nil {
		return err
	}
	return s.d.Tx.InTx(ctx, p.Change("user:update", "", "user", userID), func(ctx context.Context) error {
		return s.QueueActivation(ctx, userID)
	})
}

// QueueActivation has the activation mail of an account sent again when the caller's
// transaction commits; it is for other contexts after their own permission check.
// Errors: user.notFound, user.initialized, user.inactive, mail.throttled.
func (s *LinkService) QueueActivation(ctx context.Context, userID id.ID) error {
	u, err := s.d.Users.ByID(ctx, userID)
	switch {
	case err != nil:
		return err
	case u.Initialized:
		return ErrInitialized
	case !u.Active:
		return ErrInactive
	}
	if err := s.throttle.slowDown(ctx, "activation:"+string(userID), mailBrake); err != nil {
		return err
	}
	return s.accounts.invite(ctx, u)
}

// AllowMail counts a mail to somebody under a key, for other contexts that write to
// people on behalf of others. Error: mail.throttled.
func (s *LinkService) AllowMail(ctx context.Context, key string) error {
	return s.throttle.slowDown(ctx, key, mailBrake)
}

// RenewInput is somebody with a one-time link that holds no more.
type RenewInput struct {
	Secret  string
	Address string // of the client, to slow down guessing
}

// Renew has another link sent to the address that one was sent to, for the same purpose, where the
// account still is at that address and waits for it. Whoever asks reads the same of every link.
// Error: mail.throttled.
func (s *LinkService) Renew(ctx context.Context, in RenewInput) error {
	if err := s.throttle.slowDown(ctx, "forgotten:"+addressKey(in.Address), addressBrake); err != nil {
		return err
	}
	userID, err := s.renewable(ctx, in.Secret)
	if err != nil || s.d.Queue == nil {
		return err
	}
	if !userID.IsZero() {
		if err := s.throttle.slowDown(ctx, "renewal:"+string(userID), mailBrake); err != nil {
			return err
		}
	}
	return s.d.Tx.InTx(ctx, System.Change("account:update", "", "user", userID), func(ctx context.Context) error {
		return s.d.Queue.PasswordMail(ctx, userID)
	})
}

// renewable is the account that waits for another link like this one; none where nobody does.
func (s *LinkService) renewable(ctx context.Context, secret string) (id.ID, error) {
	link, err := s.d.Links.ByHash(ctx, hashOf(secret))
	if fault.KeyOf(err) == ErrLink.Key || err == nil && link.UserID.IsZero() {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	u, err := s.d.Users.ByID(ctx, link.UserID)
	if err != nil || !link.opens(u) {
		return "", insteadOfMissingNil(err)
	}
	return u.ID, nil
}

// ForgottenInput is somebody who cannot sign in.
type ForgottenInput struct {
	Email   string
	Address string // of the client, to slow down who asks about many accounts
}

// ForgetPassword has a one-time link sent to the address of an account, good for another
// password for two hours. Whoever asks reads the same, and waits the same, whether or not
// there is such an account: the answer is in the mail.
// Errors: email.invalid, mail.throttled.
func (s *LinkService) ForgetPassword(ctx context.Context, in ForgottenInput) error {
	email, err := party.ParseEmail(in.Email)
	if err != nil {
		return err
	}
	if err := s.throttle.slowDown(ctx, "forgotten:"+addressKey(in.Address), addressBrake); err != nil {
		return err
	}
	if err := s.throttle.slowDown(ctx, "forgotten:"+accountKey(string(email)), mailBrake); err != nil {
		return err
	}
	u, err := s.d.Users.ByEmail(ctx, email)
	if err != nil && fault.KeyOf(err) != ErrNotFound.Key {
		return err
	}
	if s.d.Queue == nil {
		return nil
	}
	return s.d.Tx.InTx(ctx, System.Change("account:update", "", "user", u.ID), func(ctx context.Context) error {
		return s.d.Queue.PasswordMail(ctx, u.ID)
	})
}

// SendPasswordReset mails a one-time link to somebody who has forgotten the password; who
// has none yet is sent the activation mail. It is the work of a job. An address that
// refuses the mail, and an account that is blocked or gone, is nobody's to be told.
func (s *LinkService) SendPasswordReset(ctx context.Context, userID id.ID) error {
	if userID == "" || s.d.Mail == nil {
		return nil
	}
	u, err := s.d.Users.ByID(ctx, userID)
	switch {
	case err != nil:
		return insteadOfMissingNil(err)
	case !u.Active:
		return nil
	case !u.Initialized:
		return s.SendActivation(ctx, userID)
	}
	if err := s.send(ctx, u, LinkPassword); err != nil && !refusedForGood(err) {
		return err
	}
	return nil
}
