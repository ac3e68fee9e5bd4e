package secondfactor

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestCodesAreThoseOfTheStandard: the vectors of RFC 6238, appendix B, by their last six digits.
func TestCodesAreThoseOfTheStandard(t *testing.T) {
	t.Parallel()
	for at, want := range map[int64]string{59: "287082", 1111111109: "081804", 1111111111: "050471", 1234567890: "005924", 2000000000: "279037", 20000000000: "353130"} {
		require.Equal(t, want, codeAt([]byte("12345678901234567890"), stepAt(time.Unix(at, 0))), at)
	}
}

// TestACodeIsGoodAroundItsStepAndNotBeforeTheLastOne: one step before and after now, no further,
// and never again.
func TestACodeIsGoodAroundItsStepAndNotBeforeTheLastOne(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_800_000_015, 0)
	f := Factor{Secret: newSecret()}
	for steps, good := range map[int64]bool{-2: false, -1: true, 0: true, 1: true, 2: false} {
		_, ok := f.stepOf(codeAt(f.Secret, stepAt(now)+steps), now)
		require.Equal(t, good, ok, steps)
	}
	f.LastStep = stepAt(now)
	_, ok := f.stepOf(codeAt(f.Secret, f.LastStep), now)
	require.False(t, ok)
	_, ok = f.stepOf(codeAt(f.Secret, f.LastStep+1), now)
	require.True(t, ok)
}

// TestRecoveryCodesAreReadAsTheyAreTyped: capitals, spaces and hyphens do not matter.
func TestRecoveryCodesAreReadAsTheyAreTyped(t *testing.T) {
	t.Parallel()
	codes, hashes := newRecovery()
	require.Len(t, codes, RecoveryCodes)
	require.Regexp(t, `^[a-z2-7]{4}(-[a-z2-7]{4}){3}$`, codes[0])
	require.Equal(t, hashes[0], recoveryHash(" "+codes[0][:4]+" "+codes[0][5:]))
	require.NotEqual(t, hashes[0], hashes[1])
}

// TestTheAddressForApps: the account and the secret stand in it, escaped.
func TestTheAddressForApps(t *testing.T) {
	t.Parallel()
	require.Equal(t, "otpauth://totp/pmo:camille+pmo@example.org?algorithm=SHA1&digits=6&issuer=pmo&period=30&secret=ABC", uriOf("ABC", "camille+pmo@example.org"))
}
