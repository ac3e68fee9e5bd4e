package apptest_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/oidc/oidctest"
	"github.com/openpmo/pmo/cmd/server/app"
	"github.com/openpmo/pmo/cmd/server/apptest"
)

// withProvider is a server whose people may sign in by a provider.
func withProvider(p *oidctest.Provider) apptest.Change {
	return func(c *app.Config, _ *app.Options) {
		c.OIDC.Issuer, c.OIDC.ClientID, c.OIDC.ClientSecret, c.OIDC.Scopes, c.OIDC.Name = p.URL, oidctest.ClientID, oidctest.ClientSecret, "openid email", "Ville"
	}
}

func clockOfTests() time.Time { return apptest.Today }

// returned is somebody who was at the provider, which says so of them.
func returned(c *apptest.Client, p *oidctest.Provider, says map[string]any) apptest.Reply {
	begun := c.Post("/session/provider/begin", map[string]any{"redirect": "/pmo/account"}).Map()
	p.Say(says)
	state, code := p.Enter(begun["url"].(string))
	return c.Post("/session/provider/finish", map[string]any{"attempt": begun["attempt"], "state": state, "code": code})
}

// signInByProvider is the two accounts that a provider vouches for, one with a second factor.
func (v *tour) signInByProvider() {
	v.Helper()
	require.Equal(v, "Ville", v.get(v.server.Anonymous(), "/config").Map()["providerName"])
	c := v.server.Anonymous()
	begun := v.do(c, http.MethodPost, "/session/provider/begin", map[string]any{"redirect": "/pmo"}).Map()
	v.provider.Say(map[string]any{"email": "observer@demo.pmo", "email_verified": true})
	state, code := v.provider.Enter(begun["url"].(string))
	end := v.do(c, http.MethodPost, "/session/provider/finish", map[string]any{"attempt": begun["attempt"], "state": state, "code": code}).Map()
	require.Equal(v, map[string]any{"success": true, "role": "observer", "redirect": "/pmo"}, end)
	require.Equal(v, "observer", v.get(c, "/session").Map()["role"])

	require.Equal(v, "provider.attemptInvalid", c.Post("/session/provider/finish", map[string]any{"attempt": "x", "state": state, "code": code}).Key())

	made := v.do(v.admin, http.MethodPost, "/admin/users", map[string]any{"email": "coded@example.org", "role": "organizer", "password": apptest.Password + "-first"}).Map()
	coded := signUp(v.T, v.server, "coded@example.org")
	path := "/users/" + made["id"].(string) + "/second-factor"
	secret := v.do(coded, http.MethodPost, path, map[string]any{"password": apptest.Password}).Map()
	require.GreaterOrEqual(v, len(secret["qrCode"].([]any)), 21)
	v.do(coded, http.MethodPost, path+"/confirm", map[string]any{"code": appCode(v.T, secret["secret"].(string), apptest.Today.Add(-30*time.Second))})
	c = v.server.Anonymous()
	half := returned(c, v.provider, map[string]any{"email": "coded@example.org", "email_verified": true, "amr": []string{"mfa"}}).Map()
	require.Equal(v, false, half["success"])
	require.Equal(v, "session.required", c.Get("/session").Key(), "there is no half-way session")
	whole := v.do(c, http.MethodPost, "/session/provider/code", map[string]any{"attempt": half["attempt"], "code": appCode(v.T, secret["secret"].(string), apptest.Today)}).Map()
	require.Equal(v, []any{true, "organizer", "/pmo/account"}, []any{whole["success"], whole["role"], whole["redirect"]})
}

// TestSignInByTheProvider: whoever the provider vouches for is let in as the account with their
// verified address; unknown, blocked, unverified and fresh ones are not, and each reads why.
func TestSignInByTheProvider(t *testing.T) {
	t.Parallel()
	p := oidctest.New(t, clockOfTests)
	s := apptest.Demo(t, apptest.Today, withProvider(p))
	admin := s.As("admin@demo.pmo")
	fresh := admin.Post("/admin/users", map[string]any{"email": "frisch@example.org", "role": "participant"})
	require.Equal(t, http.StatusCreated, fresh.Status)
	blocked := admin.Post("/admin/users", map[string]any{"email": "gesperrt@example.org", "role": "organizer", "password": apptest.Password + "-first"})
	signUp(t, s, "gesperrt@example.org")
	require.Equal(t, http.StatusOK, admin.Put("/admin/users/"+blocked.Map()["id"].(string), map[string]any{"active": false}).Status)
	for name, c := range map[string]struct {
		says map[string]any
		key  string
	}{
		"nobody":     {map[string]any{"email": "niemand@example.org", "email_verified": true}, "provider.noAccount"},
		"blocked":    {map[string]any{"email": "gesperrt@example.org", "email_verified": true}, "provider.noAccount"},
		"unverified": {map[string]any{"email": "organizer@demo.pmo", "email_verified": false}, "provider.emailUnverified"},
		"no mail":    {map[string]any{"email_verified": true}, "provider.emailUnverified"},
		"fresh":      {map[string]any{"email": "frisch@example.org", "email_verified": true}, "provider.activationDue"},
		"old nonce":  {map[string]any{"email": "organizer@demo.pmo", "email_verified": true, "nonce": "x"}, "provider.answerInvalid"},
		"over":       {map[string]any{"email": "organizer@demo.pmo", "email_verified": true, "exp": apptest.Today.Add(-time.Minute).Unix()}, "provider.answerInvalid"},
	} {
		browser := s.Anonymous()
		refused := returned(browser, p, c.says)
		require.Equal(t, c.key, refused.Key(), name)
		require.Empty(t, refused.Header.Get("Set-Cookie"), name)
		require.Equal(t, "session.required", browser.Get("/session").Key(), name)
	}
	require.NotContains(t, string(admin.Get(query("/admin/users", "filter", `{"email":"niemand@example.org"}`)).Body), "niemand", "nobody is signed up")
	browser := s.Anonymous()
	require.Equal(t, http.StatusOK, returned(browser, p, map[string]any{"email": "Organizer@demo.pmo", "email_verified": true}).Status)
	require.Equal(t, "organizer", browser.Get("/session").Map()["role"])
	require.Equal(t, http.StatusOK, browser.Get("/operations").Status)

	without := apptest.Demo(t, apptest.Today)
	require.Equal(t, "provider.off", without.Anonymous().Post("/session/provider/begin", map[string]any{}).Key())
	require.NotContains(t, without.Anonymous().Get("/config").Map(), "providerName")
}
