package apptest_test

import (
	"crypto/hmac"
	"crypto/sha1"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"net/http"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/app"
	"github.com/openpmo/pmo/cmd/server/apptest"
)

// appCode is what an app of codes shows (RFC 6238).
func appCode(t *testing.T, secret string, at time.Time) string {
	t.Helper()
	key, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(secret)
	require.NoError(t, err)
	h := hmac.New(sha1.New, key)
	require.NoError(t, binary.Write(h, binary.BigEndian, at.Unix()/30))
	sum := h.Sum(nil)
	at4 := sum[len(sum)-1] & 0xf
	return fmt.Sprintf("%06d", binary.BigEndian.Uint32(sum[at4:])&0x7fffffff%1_000_000)
}

// secondFactor is somebody who turns it on, signs in with it, and loses the device.
func (v *tour) secondFactor() {
	v.Helper()
	const email = "codes@example.org"
	made := v.do(v.admin, http.MethodPost, "/admin/users", map[string]any{"email": email, "role": "organizer", "password": apptest.Password + "-first"}).Map()
	c := signUp(v.T, v.server, email)
	path := "/users/" + made["id"].(string) + "/second-factor"
	require.Equal(v, map[string]any{"enabled": false, "required": false, "recoveryCodesLeft": 0.0}, v.get(c, path).Map())
	begun := v.do(c, http.MethodPost, path, map[string]any{"password": apptest.Password}).Map()
	v.has(begun, "secret", "uri")
	secret := begun["secret"].(string)
	codes := v.do(c, http.MethodPost, path+"/confirm", map[string]any{"code": appCode(v.T, secret, apptest.Today)}).Map()["recoveryCodes"].([]any)
	require.Len(v, codes, 10)
	require.Equal(v, "secondFactor.on", c.Post(path, map[string]any{"password": apptest.Password}).Key())
	v.has(v.get(c, path).Map(), "enabled", "required", "enabledAt", "recoveryCodesLeft")

	credentials := map[string]any{"email": email, "password": apptest.Password}
	other := v.server.Anonymous()
	refused := other.Post("/session/login", credentials)
	require.Equal(v, []any{http.StatusUnauthorized, "login.codeRequired"}, []any{refused.Status, refused.Key()})
	require.Empty(v, refused.Header.Get("Set-Cookie"))
	require.Equal(v, http.StatusUnauthorized, other.Get("/session").Status, "no session before the code")
	credentials["code"] = appCode(v.T, secret, apptest.Today)
	require.Equal(v, "login.codeInvalid", other.Post("/session/login", credentials).Key(), "used for the confirmation")
	credentials["code"] = codes[0]
	require.Equal(v, http.StatusOK, other.Post("/session/login", credentials).Status)
	codes = v.do(c, http.MethodPost, path+"/recovery-codes", map[string]any{"password": apptest.Password, "code": codes[1]}).Map()["recoveryCodes"].([]any)
	require.Equal(v, "secondFactor.codeWrong", c.Post(path+"/disable", map[string]any{"password": apptest.Password, "code": "000000"}).Key())
	v.do(c, http.MethodPost, path+"/disable", map[string]any{"password": apptest.Password, "code": codes[2]})
	delete(credentials, "code")
	require.Equal(v, http.StatusOK, v.server.Anonymous().Post("/session/login", credentials).Status)

	secret = v.do(c, http.MethodPost, path, map[string]any{"password": apptest.Password}).Map()["secret"].(string)
	v.do(c, http.MethodPost, path+"/confirm", map[string]any{"code": appCode(v.T, secret, apptest.Today)})
	v.do(v.admin, http.MethodDelete, "/admin/users/"+made["id"].(string)+"/second-factor", nil)
	require.Equal(v, http.StatusUnauthorized, c.Get("/session").Status, "its sessions end")
	require.Equal(v, http.StatusOK, v.server.Anonymous().Post("/session/login", credentials).Status)
}

// TestAForgottenPasswordStillTakesTheCode: who reads the mails of somebody has no device of theirs,
// and the link stays good for who has it.
func TestAForgottenPasswordStillTakesTheCode(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	const email = "forgets@example.org"
	made := s.As("admin@demo.pmo").Post("/admin/users", map[string]any{"email": email, "role": "organizer", "password": apptest.Password + "-first"}).Map()
	c := signUp(t, s, email)
	path := "/users/" + made["id"].(string) + "/second-factor"
	secret := c.Post(path, map[string]any{"password": apptest.Password}).Map()["secret"].(string)
	codes := c.Post(path+"/confirm", map[string]any{"code": appCode(t, secret, apptest.Today)}).Map()["recoveryCodes"].([]any)
	require.Equal(t, http.StatusAccepted, s.Anonymous().Post("/password-resets", map[string]any{"email": email}).Status)
	link := map[string]any{"token": tokenIn(t, s.As("admin@demo.pmo"), email, `#token=([A-Za-z0-9_-]+)&reset=1`), "newPassword": "une-autre-phrase-2026"}
	for _, wrong := range []string{"login.codeRequired", "login.codeInvalid"} {
		refused := s.Anonymous().Post("/account-links/accept", link)
		require.Equal(t, wrong, refused.Key())
		require.Empty(t, refused.Header.Get("Set-Cookie"))
		link["code"] = "000000"
	}
	link["code"] = codes[0]
	require.Equal(t, http.StatusOK, s.Anonymous().Post("/account-links/accept", link).Status)
}

// TestASecondFactorMayBeRequired: accounts of the roles that the setting names do nothing before
// they have one.
func TestASecondFactorMayBeRequired(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today, func(c *app.Config, _ *app.Options) { c.SecondFactor = "organizer" })
	o, observer := s.As("organizer@demo.pmo"), s.As("observer@demo.pmo")
	require.Equal(t, true, o.Get("/session").Map()["secondFactorDue"])
	require.Equal(t, "account.secondFactorDue", o.Get("/operations").Key())
	require.Equal(t, http.StatusOK, observer.Get("/operations").Status)
	require.NotContains(t, observer.Get("/session").Map(), "secondFactorDue")
	path := "/users/" + o.Get("/session").Map()["id"].(string) + "/second-factor"
	require.Equal(t, true, o.Get(path).Map()["required"])
	secret := o.Post(path, map[string]any{"password": apptest.Password}).Map()["secret"].(string)
	require.Equal(t, http.StatusOK, o.Post(path+"/confirm", map[string]any{"code": appCode(t, secret, apptest.Today)}).Status)
	require.Equal(t, http.StatusOK, o.Get("/operations").Status)
	require.NotContains(t, o.Get("/session").Map(), "secondFactorDue")
}

// tokenIn is what a link holds in the mail to somebody, once it is there.
func tokenIn(t *testing.T, admin *apptest.Client, to, link string) string {
	t.Helper()
	var token []string
	require.Eventually(t, func() bool {
		for _, m := range admin.Get(query("/admin/outbox", "filter", `{"to":"`+to+`"}`)).List() {
			text, _ := admin.Get("/admin/outbox/" + m["id"].(string)).Map()["text"].(string)
			if token = regexp.MustCompile(link).FindStringSubmatch(text); token != nil {
				return true
			}
		}
		return false
	}, apptest.Patience, 50*time.Millisecond)
	return token[1]
}
