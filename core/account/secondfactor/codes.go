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

// Codes tells good codes from others, for the sign-in and for the service here.
type Codes struct {
	Factors  Factors
	Attempts account.LoginAttempts
	Tx       tx.Runner
	Now      func() time.Time
}

var _ account.Codes = Codes{}

// Match wants the code of an account that has a second factor. Guessing is slowed down by account,
// whoever knows the password. What it returns belongs into the transaction that the code is for: it
// makes the code good for nothing else. Errors: login.codeRequired, login.codeInvalid, login.throttled.
func (c Codes) Match(ctx context.Context, userID id.ID, code string) (use func(context.Context) error, err error) {
	f, err := c.Factors.Of(ctx, userID)
	if fault.KeyOf(err) == ErrOff.Key || err == nil && !f.On() {
		return func(context.Context) error { return nil }, nil
	}
	if err != nil {
		return nil, err
	}
	if plain(code) == "" {
		return nil, account.ErrCodeRequired
	}
	err = account.Guess(ctx, c.Attempts, c.Now(), "code:"+string(userID), func() error {
		if step, ok := f.stepOf(plain(code), c.Now()); ok {
			use = func(ctx context.Context) error { return used(c.Factors.UseStep(ctx, userID, step)) }
			return nil
		}
		if hash := recoveryHash(code); slices.Contains(f.Recovery, hash) {
			use = func(ctx context.Context) error { return c.useRecovery(ctx, userID, hash) }
			return nil
		}
		return account.ErrCode
	})
	return use, err
}

// useRecovery uses up a recovery code, with a line of its own: it says that a device was not at hand.
func (c Codes) useRecovery(ctx context.Context, userID id.ID, hash account.SecretHash) error {
	change := policy.Principal{UserID: userID}.Change(update, "", "user", userID)
	change.Details = map[string]any{"recoveryCode": true}
	return c.Tx.InTx(ctx, change, func(ctx context.Context) error { return used(c.Factors.UseRecovery(ctx, userID, hash, c.Now())) })
}

// used refuses a code that somebody else was quicker with.
func used(ok bool, err error) error {
	if err == nil && !ok {
		return account.ErrCode
	}
	return err
}
