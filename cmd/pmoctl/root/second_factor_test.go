package root

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/sdk/go/pmo/pmotest"
)

// The second factor is made with the password, turned on by a first code, and ended with both; the
// secrets are read from standard input and go nowhere but to the server.
func TestSecondFactor(t *testing.T) {
	recovery := `{"recoveryCodes":["` + strings.Repeat(`aaaa-bbbb","`, 9) + `eeee-ffff"]}`
	s := signedIn(t, pmotest.Replies{
		"getSession":          pmotest.JSON(200, `{"id":"`+otherID+`","email":"a@b.fr","firstname":"A","role":"organizer","initialized":true,"hasAcceptedCgu":true,"language":"fr","policy":[]}`),
		"getSecondFactor":     pmotest.JSON(200, `{"enabled":true,"required":false,"enabledAt":"`+instant+`","recoveryCodesLeft":9}`),
		"beginSecondFactor":   pmotest.JSON(200, `{"secret":"ABCDEFGH","uri":"otpauth://totp/a","qrCode":[`+strings.Repeat(`"101",`, 20)+`"101"]}`),
		"confirmSecondFactor": pmotest.JSON(200, recovery),
		"renewRecoveryCodes":  append(pmotest.JSON(200, recovery), pmotest.Problem(400, "secondFactor.codeWrong", "no")...),
		"disableSecondFactor": {{Status: 204}},
	})
	status := pmoctl("account", "second-factor", "status", "--output", "json")
	require.Equal(t, 0, status.code, status.err)
	require.Contains(t, status.out, `"recoveryCodesLeft":9`)
	made := pmoctlWith("secret-pw\n", "account", "second-factor", "enable", "--password-stdin")
	require.Equal(t, 0, made.code, made.err)
	require.Contains(t, made.out, "ABCDEFGH")
	require.JSONEq(t, `{"password":"secret-pw"}`, s.Requests("beginSecondFactor")[0].Body)
	on := pmoctl("account", "second-factor", "confirm", "123456")
	require.Equal(t, 0, on.code, on.err)
	require.Contains(t, on.out, "eeee-ffff")
	require.JSONEq(t, `{"code":"123456"}`, s.Requests("confirmSecondFactor")[0].Body)
	for range 2 {
		renewed := pmoctlWith("secret-pw\n", "account", "second-factor", "renew-codes", "654321", "--password-stdin")
		require.NotContains(t, renewed.out+renewed.err, "secret-pw")
	}
	require.JSONEq(t, `{"password":"secret-pw","code":"654321"}`, s.Requests("renewRecoveryCodes")[0].Body)
	require.NotZero(t, pmoctlWith("secret-pw\n", "account", "second-factor", "renew-codes", "654321", "--password-stdin").code, "the second answer was a refusal")
	off := pmoctlWith("secret-pw\n", "account", "second-factor", "disable", "111111", "--password-stdin")
	require.Equal(t, 0, off.code, off.err)
	require.JSONEq(t, `{"password":"secret-pw","code":"111111"}`, s.Requests("disableSecondFactor")[0].Body)
	require.Contains(t, s.Requests("disableSecondFactor")[0].URL, otherID, "of who is signed in")
	require.NotZero(t, pmoctl("account", "second-factor", "disable").code, "without a code")
}
