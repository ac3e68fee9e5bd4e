package account

import (
	"context"
	"errors"
	"time"

	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/mail"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
)

// SendActivation mails a one-time link to somebody whose account waits for a password.
// It is the work of a job. What keeps the mail from arriving is noted on the account
// until one does: an address that refuses it for good, or a mail server that is away,
// which is an error, to be tried again.
func (s *Service) SendActivation(ctx context.Context, userID id.ID) error {
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
	if refusedForGood(failed) {
		return nil
	}
	return failed
}

// GiveUpActivation notes that a mail server was away for so long that nothing is tried any more.
func (s *Service) GiveUpActivation(ctx context.Context, userID id.ID) error {
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
func (s *Service) noteActivation(ctx context.Context, u User, why string) error {
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
func (s *Service) send(ctx context.Context, u User, purpose LinkPurpose) error {
	secret, link := newLinkOf(u, purpose, s.d.Now())
	if err := s.d.Links.Add(ctx, link); err != nil {
		return err
	}
	write := s.d.Mail.SendActivation
	if purpose == LinkPassword {
		write = s.d.Mail.SendPasswordReset
	}
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
func (s *Service) ResendActivation(ctx context.Context, p policy.Principal, userID id.ID) error {
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
func (s *Service) QueueActivation(ctx context.Context, userID id.ID) error {
	u, err := s.d.Users.ByID(ctx, userID)
	switch {
	case err != nil:
		return err
	case u.Initialized:
		return ErrInitialized
	case !u.Active:
		return ErrInactive
	}
	if err := s.slowDown(ctx, "activation:"+string(userID), mailBrake); err != nil {
		return err
	}
	return s.invite(ctx, u)
}

// AllowMail counts a mail to somebody under a key, for other contexts that write to
// people on behalf of others. Error: mail.throttled.
func (s *Service) AllowMail(ctx context.Context, key string) error {
	return s.slowDown(ctx, key, mailBrake)
}

// ByID is for other contexts after their own permission check. Error: user.notFound.
func (s *Service) ByID(ctx context.Context, userID id.ID) (User, error) {
	return s.d.Users.ByID(ctx, userID)
}

// slowDown refuses a mail that comes too soon after others. Error: mail.throttled.
func (s *Service) slowDown(ctx context.Context, key string, b brake) error {
	_, err := s.count(ctx, key, b, s.d.Now().Truncate(time.Microsecond))
	if f := fault.From(err); f != nil && f.Key == ErrThrottled.Key {
		return ErrMailThrottled.With("retryAfterSeconds", f.Params["retryAfterSeconds"])
	}
	return err
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
func (s *Service) ForgetPassword(ctx context.Context, in ForgottenInput) error {
	email, err := party.ParseEmail(in.Email)
	if err != nil {
		return err
	}
	if err := s.slowDown(ctx, "forgotten:"+addressKey(in.Address), addressBrake); err != nil {
		return err
	}
	if err := s.slowDown(ctx, "forgotten:"+accountKey(string(email)), mailBrake); err != nil {
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
func (s *Service) SendPasswordReset(ctx context.Context, userID id.ID) error {
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
