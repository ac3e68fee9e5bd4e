package secondfactor

import (
	"context"
	"crypto/hmac"
	"time"

	"github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/id"
)

// Factor is the second factor of an account.
type Factor struct {
	UserID      id.ID
	Secret      []byte
	ConfirmedAt *time.Time           // nil = no code was typed yet: it is asked for nowhere
	LastStep    int64                // of the code used last; older ones are good for nothing
	Recovery    []account.SecretHash // of recovery codes that are left
}

// On reports whether the sign-in asks for a code.
func (f Factor) On() bool { return f.ConfirmedAt != nil }

// stepOf is the step around now, after the one used last, that a code is of.
func (f Factor) stepOf(code string, now time.Time) (step int64, ok bool) {
	for step := stepAt(now) - around; step <= stepAt(now)+around; step++ {
		if step > f.LastStep && hmac.Equal([]byte(codeAt(f.Secret, step)), []byte(code)) {
			return step, true
		}
	}
	return 0, false
}

// Factors keeps second factors, the secret encrypted.
type Factors interface {
	// Of is that of an account, confirmed or not. Error: secondFactor.off.
	Of(ctx context.Context, userID id.ID) (Factor, error)
	// Begin keeps one that is not confirmed, in the place of another such one.
	Begin(ctx context.Context, userID id.ID, secret []byte, at time.Time) error
	// Confirm makes the sign-in ask for codes; ok is false when it does already.
	Confirm(ctx context.Context, userID id.ID, at time.Time) (ok bool, err error)
	// UseStep notes a step as used; ok is false when it or a later one was used before.
	UseStep(ctx context.Context, userID id.ID, step int64) (ok bool, err error)
	// UseRecovery makes a recovery code good for nothing else; ok is false when it is so already.
	UseRecovery(ctx context.Context, userID id.ID, code account.SecretHash, at time.Time) (ok bool, err error)
	// SetRecovery replaces all recovery codes.
	SetRecovery(ctx context.Context, userID id.ID, codes []account.SecretHash) error
	// Delete ends it with its recovery codes; ok is false when there is none.
	Delete(ctx context.Context, userID id.ID) (ok bool, err error)
}
