package apptest_test

import (
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/app"
	"github.com/openpmo/pmo/cmd/server/apptest"
)

func credentials(email, password string) map[string]any {
	return map[string]any{"email": email, "password": password}
}

// TestSignIn is the door: what it says, to whom it opens (specification section 4).
func TestSignIn(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	c := s.Anonymous()
	for _, wrong := range []map[string]any{credentials("organizer@demo.pmo", "falsch"), credentials("nobody@demo.pmo", apptest.Password), credentials("no address", "x")} {
		reply := c.Post("/session/login", wrong)
		require.Equal(t, []any{http.StatusUnauthorized, "login.invalid"}, []any{reply.Status, reply.Key()})
		require.Equal(t, "Utilisateur inconnu ou mot de passe incorrect", reply.Map()["detail"])
		require.Empty(t, reply.Header.Get("Set-Cookie"))
		require.Empty(t, reply.Header.Get("WWW-Authenticate"), "browsers would ask for a password themselves")
	}
	c.Header.Set("Accept-Language", "nl-BE,nl;q=0.9,fr;q=0.5")
	require.Equal(t, "Onbekende gebruiker of verkeerd wachtwoord", c.Post("/session/login", credentials("x@demo.pmo", "x")).Map()["detail"])
	for _, email := range []string{"organizer", "participant", "observer", "newcomer"} {
		stranger := s.Anonymous()
		reply := stranger.Post("/session/login", map[string]any{"email": email + "@demo.pmo", "password": apptest.Password, "application": "admin"})
		require.Equal(t, []any{http.StatusUnauthorized, "login.notAdmin"}, []any{reply.Status, reply.Key()})
		require.Empty(t, reply.Header.Get("Set-Cookie"))
		require.Equal(t, http.StatusUnauthorized, stranger.Get("/session").Status, "no session is left")
	}
	admin := s.Anonymous()
	require.Equal(t, map[string]any{"success": true, "role": "admin"},
		admin.Post("/session/login", map[string]any{"email": "admin@demo.pmo", "password": apptest.Password, "application": "admin"}).Map())
	require.Equal(t, http.StatusOK, admin.Get("/admin/operations").Status)
}

// TestGuessingIsSlowedDown wants 429 with the time to wait, also for the right password.
func TestGuessingIsSlowedDown(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	c := s.Anonymous()
	var reply apptest.Reply
	for range 6 {
		reply = c.Post("/session/login", credentials("observer@demo.pmo", "falsch"))
	}
	require.Equal(t, []any{http.StatusTooManyRequests, "login.throttled"}, []any{reply.Status, reply.Key()})
	wait, err := strconv.Atoi(reply.Header.Get("Retry-After"))
	require.NoError(t, err)
	require.Positive(t, wait)
	require.Equal(t, http.StatusTooManyRequests, c.Post("/session/login", credentials("observer@demo.pmo", apptest.Password)).Status)
	require.Equal(t, http.StatusOK, c.Post("/session/login", credentials("organizer@demo.pmo", apptest.Password)).Status, "other accounts go on")
}

// TestNewcomer sets a first password, and is initialized by that only; then accepts
// the terms (specification section 4).
func TestNewcomer(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	c := s.As("newcomer@demo.pmo")
	state := func() []any {
		m := c.Get("/session").Map()
		return []any{m["initialized"], m["hasAcceptedCgu"]}
	}
	require.Equal(t, []any{false, false}, state())
	early := c.Put("/users/update-authenticated-user", map[string]any{"initialized": true})
	require.Equal(t, []any{http.StatusConflict, "account.passwordNotChanged"}, []any{early.Status, early.Key()})
	require.Contains(t, c.Put("/users/update-authenticated-user", map[string]any{"initialized": false}).Keys(), "field.enum")
	require.Equal(t, []any{false, false}, state())

	wrong := c.Put("/users/update-pw-with-old", map[string]any{"oldPassword": "falsch", "newPassword": "une phrase assez longue"})
	require.Equal(t, []any{http.StatusUnauthorized, "password.oldInvalid"}, []any{wrong.Status, wrong.Key()})
	require.Equal(t, "L’ancien mot de passe indiqué est incorrect.", wrong.Map()["detail"])
	require.Equal(t, http.StatusOK, c.Get("/session").Status, "a wrong old password ends no session")
	require.Contains(t, c.Put("/users/update-pw-with-old", map[string]any{"oldPassword": apptest.Password, "newPassword": "kurz"}).Keys(), "password.tooShort")
	changed := c.Put("/users/update-pw-with-old", map[string]any{"oldPassword": apptest.Password, "newPassword": "une phrase assez longue"})
	require.Equal(t, http.StatusOK, changed.Status, "%s", changed.Body)
	require.Equal(t, []any{true, false}, state())

	mine, other := c.Get("/session").Map()["id"].(string), s.As("observer@demo.pmo").Get("/session").Map()["id"].(string)
	require.Equal(t, http.StatusNotFound, c.Post("/cgu/accept-cgu/"+other, nil).Status, "nobody accepts for another")
	require.Equal(t, http.StatusOK, c.Post("/cgu/accept-cgu/"+mine, nil).Status)
	require.Equal(t, []any{true, true}, state())
	require.Equal(t, http.StatusUnauthorized, s.Anonymous().Post("/session/login", credentials("newcomer@demo.pmo", apptest.Password)).Status, "the old password")
}

// raw sends a request past the client, with any host and headers.
func raw(t *testing.T, s *apptest.Server, method, path, body, host string, headers map[string]string) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, s.URL+path, strings.NewReader(body))
	require.NoError(t, err)
	if host != "" {
		r.Host = host
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for name, value := range headers {
		r.Header.Set(name, value)
	}
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	reply, err := client.Do(r)
	require.NoError(t, err)
	defer func() { _ = reply.Body.Close() }()
	text, err := io.ReadAll(reply.Body)
	require.NoError(t, err)
	return reply, string(text)
}

// TestSessionCookie looks at the cookie on loopback and elsewhere, and at what ends it.
func TestSessionCookie(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	login := func(host string) *http.Cookie {
		reply, text := raw(t, s, http.MethodPost, "/api/session/login", `{"email":"observer@demo.pmo","password":"`+apptest.Password+`"}`, host, nil)
		require.Equal(t, http.StatusOK, reply.StatusCode, text)
		require.Len(t, reply.Cookies(), 1)
		return reply.Cookies()[0]
	}
	here, there := login(""), login("pmo.example.org")
	require.False(t, here.Secure, "browsers have no TLS on loopback")
	require.True(t, there.Secure)
	for _, c := range []*http.Cookie{here, there} {
		require.Equal(t, []any{"pmo_session", true, http.SameSiteLaxMode, "/", ""}, []any{c.Name, c.HttpOnly, c.SameSite, c.Path, c.Domain})
		require.Positive(t, c.MaxAge)
		require.GreaterOrEqual(t, len(c.Value), 32)
	}
	mine := map[string]string{"Cookie": "pmo_session=" + here.Value}
	reply, _ := raw(t, s, http.MethodGet, "/api/session", "", "", mine)
	require.Equal(t, http.StatusOK, reply.StatusCode)
	reply, _ = raw(t, s, http.MethodGet, "/api/session/logout", "", "", mine)
	require.Equal(t, http.StatusNoContent, reply.StatusCode)
	_, device, _ := strings.Cut(here.Value, ".")
	require.Equal(t, "."+device, reply.Cookies()[0].Value, "the browser forgets the session, and keeps by what the account is known there")
	mine["Cookie"] = "pmo_session=" + reply.Cookies()[0].Value
	reply, _ = raw(t, s, http.MethodPost, "/api/session/login", `{"email":"observer@demo.pmo","password":"`+apptest.Password+`"}`, "", mine)
	require.Equal(t, device, strings.SplitN(reply.Cookies()[0].Value, ".", 2)[1], "for every account that signs in there")
	mine["Cookie"] = "pmo_session=" + here.Value
	reply, _ = raw(t, s, http.MethodGet, "/api/session/logout", "", "", map[string]string{})
	require.Negative(t, reply.Cookies()[0].MaxAge, "who has none keeps nothing")
	for _, headers := range []map[string]string{nil, mine, {"Cookie": "pmo_session=x"}, {"Cookie": "pmo_session="}} {
		reply, text := raw(t, s, http.MethodGet, "/api/session", "", "", headers)
		require.Equal(t, http.StatusUnauthorized, reply.StatusCode)
		require.Contains(t, text, `"key":"session.required"`)
		require.Equal(t, "application/problem+json", reply.Header.Get("Content-Type"))
	}
	reply, text := raw(t, s, http.MethodGet, "/api/session", "", "", map[string]string{"Authorization": "Bearer pmo_falsch"})
	require.Equal(t, http.StatusUnauthorized, reply.StatusCode)
	require.Contains(t, text, `"key":"token.invalid"`)
}

// TestOtherSitesCannotPost is the defence against requests that another site makes in
// a signed-in browser.
func TestOtherSitesCannotPost(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	c := s.As("organizer@demo.pmo")
	for _, headers := range []map[string]string{{"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}} {
		for name, value := range headers {
			c.Header.Set(name, value)
		}
		for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodDelete} {
			reply := c.Do(method, "/tokens", map[string]any{"name": "fremd"})
			require.Equal(t, []any{http.StatusForbidden, "request.crossOrigin"}, []any{reply.Status, reply.Key()}, "%s %v", method, headers)
		}
		c.Header = http.Header{}
	}
	require.Empty(t, c.Get("/tokens").List(), "nothing was made")
	c.Header.Set("Sec-Fetch-Site", "same-origin")
	require.Equal(t, http.StatusCreated, c.Post("/tokens", map[string]any{"name": "eigen"}).Status)
}

// TestTokensNarrow lets a token do what its scopes say and its role may, no more.
func TestTokensNarrow(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	c := s.As("organizer@demo.pmo")
	token := func(scopes ...string) *apptest.Client {
		made := c.Post("/tokens", map[string]any{"name": strings.Join(scopes, " "), "scopes": scopes})
		require.Equal(t, http.StatusCreated, made.Status, "%s", made.Body)
		with := s.Anonymous()
		with.Header.Set("Authorization", "Bearer "+made.Map()["secret"].(string))
		return with
	}
	operation := "/operations/" + c.Operation("ACC00000001")
	reads := token("operation:read", "curve:read")
	require.Equal(t, http.StatusOK, reads.Get(operation).Status)
	require.Equal(t, http.StatusForbidden, reads.Get(operation+"/participants").Status)
	require.Equal(t, http.StatusForbidden, reads.Put(operation, map[string]any{"name": "x"}).Status)
	require.Equal(t, http.StatusForbidden, reads.Post("/tokens", map[string]any{"name": "x"}).Status)
	plans := token("plan:read", "session:read")
	require.Equal(t, http.StatusOK, plans.Get(operation+"/billing/plans").Status)
	require.Equal(t, []any{"plan:read", "session:read"}, plans.Get("/session").Map()["policy"])
	wide := c.Post("/tokens", map[string]any{"name": "wide", "scopes": []string{"admin:read"}})
	require.Contains(t, wide.Keys(), "token.scopeNotHeld", "a token never widens")
	require.Contains(t, c.Post("/tokens", map[string]any{"name": "none", "scopes": []string{}}).Keys(), "token.scopesEmpty")
}

// TestTheLogoutAddressIsTold starts a server whose sessions end at a single sign-on.
func TestTheLogoutAddressIsTold(t *testing.T) {
	t.Parallel()
	const out = "https://sso.example/out?client=pmo"
	s := apptest.New(t, apptest.Today, func(c *app.Config, _ *app.Options) { c.LogoutURL = out })
	require.Equal(t, out, s.Anonymous().Get("/config").Map()["logoutUrl"])
}
