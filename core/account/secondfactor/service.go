package secondfactor

import (
	"context"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// Passwords are asked for once more before anything here changes: a session or a token alone, which
// somebody may have taken, turns nothing on or off.
type Passwords interface {
	// ByID: error user.notFound.
	ByID(ctx context.Context, userID id.ID) (account.User, error)
	// ConfirmPassword wants the password of an account. Errors: password.wrong, login.throttled.
	ConfirmPassword(ctx context.Context, u account.User, password string) error
}

// Deps are what the service works with.
type Deps struct {
	Guard     policy.Guard
	Codes     Codes
	Passwords Passwords
	Sessions  account.Sessions
	// QR draws what an app of codes photographs.
	QR QRCodes
	// Required are the roles whose accounts must have a second factor.
	Required []policy.Role
}

// QRCodes makes QR codes: a row a string, 1 is dark.
type QRCodes interface {
	Rows(text string) ([]string, error)
}

// Service is the use cases.
type Service struct{ d Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

const (
	read   policy.Permission = "secondFactor:read"
	update policy.Permission = "secondFactor:update"
	reset  policy.Permission = "secondFactor:delete"
)

// State is what an account has of a second factor.
type State struct {
	ConfirmedAt  *time.Time // nil = the sign-in asks for the password only
	RecoveryLeft int
	Required     bool // by the installation, of the role of the account
}

// State tells whether an account has a second factor. Errors: forbidden, notFound, user.notFound.
func (s *Service) State(ctx context.Context, p policy.Principal, userID id.ID) (State, error) {
	if err := s.d.Guard.Require(ctx, p, read, policy.Resource{UserID: userID}); err != nil {
		return State{}, err
	}
	u, err := s.d.Passwords.ByID(ctx, userID)
	if err != nil {
		return State{}, err
	}
	state := State{Required: slices.Contains(s.d.Required, u.Role)}
	f, err := s.d.Codes.Factors.Of(ctx, userID)
	if fault.KeyOf(err) == ErrOff.Key || err == nil && !f.On() {
		return state, nil
	}
	state.ConfirmedAt, state.RecoveryLeft = f.ConfirmedAt, len(f.Recovery)
	return state, err
}

// Enrolment is a secret for an app of codes, told this once.
type Enrolment struct {
	Secret string   // for who types it
	URI    string   // for who opens it
	QR     []string // the same, to be photographed: a row a string, 1 is dark
}

// Begin makes a secret for one's own account. Nothing is asked for until a code of it is confirmed.
// Errors: forbidden, notFound, password.wrong, login.throttled, secondFactor.on.
func (s *Service) Begin(ctx context.Context, p policy.Principal, userID id.ID, password string) (Enrolment, error) {
	u, err := s.own(ctx, p, userID, password)
	if err != nil {
		return Enrolment{}, err
	}
	secret := newSecret()
	err = s.d.Codes.Tx.InTx(ctx, p.Change(update, "", "user", userID), func(ctx context.Context) error {
		f, err := s.d.Codes.Factors.Of(ctx, userID)
		if err != nil && fault.KeyOf(err) != ErrOff.Key {
			return err
		}
		if f.On() {
			return ErrOn
		}
		return s.d.Codes.Factors.Begin(ctx, userID, secret, s.d.Codes.Now())
	})
	if err != nil {
		return Enrolment{}, err
	}
	e := Enrolment{Secret: letters.EncodeToString(secret)}
	e.URI = uriOf(e.Secret, string(u.Email))
	e.QR, err = s.d.QR.Rows(e.URI)
	return e, err
}

// Confirm turns the second factor of one's own account on by a first code and tells its recovery
// codes, this once. Other sessions of the account end: who made them typed no code.
// Errors: forbidden, notFound, secondFactor.off, secondFactor.on, secondFactor.codeWrong, login.throttled.
func (s *Service) Confirm(ctx context.Context, c account.Caller, userID id.ID, code string) ([]string, error) {
	if err := s.d.Guard.Require(ctx, c.Principal, update, policy.Resource{UserID: userID}); err != nil {
		return nil, err
	}
	f, err := s.d.Codes.Factors.Of(ctx, userID)
	switch {
	case err != nil:
		return nil, err
	case f.On():
		return nil, ErrOn
	}
	now := s.d.Codes.Now()
	var step int64
	err = account.Guess(ctx, s.d.Codes.Attempts, now, "code:"+string(userID), func() error {
		var ok bool
		if step, ok = f.stepOf(plain(code), now); !ok {
			return ErrCode
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	codes, hashes := newRecovery()
	return codes, s.d.Codes.Tx.InTx(ctx, s.change(c.Principal, userID, "on"), func(ctx context.Context) error {
		ok, err := s.d.Codes.Factors.Confirm(ctx, userID, now)
		if err == nil && !ok {
			return ErrOn
		}
		if err != nil {
			return err
		}
		if err := used(s.d.Codes.Factors.UseStep(ctx, userID, step)); err != nil {
			return err
		}
		if err := s.d.Codes.Factors.SetRecovery(ctx, userID, hashes); err != nil {
			return err
		}
		return s.d.Sessions.DeleteOf(ctx, userID, c.Session)
	})
}

// Renew replaces the recovery codes of one's own account; those of before are good for nothing.
// Errors: forbidden, notFound, password.wrong, login.throttled, secondFactor.off, secondFactor.codeWrong.
func (s *Service) Renew(ctx context.Context, p policy.Principal, userID id.ID, password, code string) ([]string, error) {
	use, err := s.proved(ctx, p, userID, password, code)
	if err != nil {
		return nil, err
	}
	codes, hashes := newRecovery()
	return codes, s.d.Codes.Tx.InTx(ctx, s.change(p, userID, "renewed"), func(ctx context.Context) error {
		if err := use(ctx); err != nil {
			return asOwn(err)
		}
		return s.d.Codes.Factors.SetRecovery(ctx, userID, hashes)
	})
}

// Disable turns the second factor of one's own account off.
// Errors: forbidden, notFound, password.wrong, login.throttled, secondFactor.off, secondFactor.codeWrong.
func (s *Service) Disable(ctx context.Context, p policy.Principal, userID id.ID, password, code string) error {
	use, err := s.proved(ctx, p, userID, password, code)
	if err != nil {
		return err
	}
	return s.d.Codes.Tx.InTx(ctx, s.change(p, userID, "off"), func(ctx context.Context) error {
		if err := use(ctx); err != nil {
			return asOwn(err)
		}
		return s.delete(ctx, userID)
	})
}

// Reset turns off the second factor of somebody who has neither device nor recovery code; its
// sessions end. One's own takes a code. Errors: forbidden, secondFactor.own, user.notFound, secondFactor.off.
func (s *Service) Reset(ctx context.Context, p policy.Principal, userID id.ID) error {
	if err := s.d.Guard.Global(ctx, p, reset); err != nil {
		return err
	}
	if userID == p.UserID {
		return ErrOwn
	}
	return s.d.Codes.Tx.InTx(ctx, p.Change(reset, "", "user", userID), func(ctx context.Context) error {
		if _, err := s.d.Passwords.ByID(ctx, userID); err != nil {
			return err
		}
		if err := s.delete(ctx, userID); err != nil {
			return err
		}
		return s.d.Sessions.DeleteOf(ctx, userID, "")
	})
}

// change says what became of a second factor.
func (s *Service) change(p policy.Principal, userID id.ID, status string) tx.Change {
	change := p.Change(update, "", "user", userID)
	change.Details = map[string]any{"status": status}
	return change
}

func (s *Service) delete(ctx context.Context, userID id.ID) error {
	ok, err := s.d.Codes.Factors.Delete(ctx, userID)
	if err == nil && !ok {
		return ErrOff
	}
	return err
}

// own is one's own account, whose password was typed once more.
func (s *Service) own(ctx context.Context, p policy.Principal, userID id.ID, password string) (account.User, error) {
	if err := s.d.Guard.Require(ctx, p, update, policy.Resource{UserID: userID}); err != nil {
		return account.User{}, err
	}
	u, err := s.d.Passwords.ByID(ctx, userID)
	if err != nil {
		return account.User{}, err
	}
	return u, s.d.Passwords.ConfirmPassword(ctx, u, password)
}

// proved wants password and code of one's own account, and returns what uses the code up.
func (s *Service) proved(ctx context.Context, p policy.Principal, userID id.ID, password, code string) (func(context.Context) error, error) {
	if _, err := s.own(ctx, p, userID, password); err != nil {
		return nil, err
	}
	f, err := s.d.Codes.Factors.Of(ctx, userID)
	if err == nil && !f.On() {
		err = ErrOff
	}
	if err != nil {
		return nil, err
	}
	use, err := s.d.Codes.Match(ctx, userID, code)
	return use, asOwn(err)
}

// asOwn answers a wrong code of who is signed in, whom a 401 would sign out.
func asOwn(err error) error {
	if key := fault.KeyOf(err); key == account.ErrCode.Key || key == account.ErrCodeRequired.Key {
		return ErrCode
	}
	return err
}
