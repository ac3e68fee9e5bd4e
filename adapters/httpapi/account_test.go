package httpapi_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/httpapi"
	httpaccount "github.com/openpmo/pmo/adapters/httpapi/account"
	"github.com/openpmo/pmo/adapters/httpapi/transport"
	"github.com/openpmo/pmo/adapters/opa"
	"github.com/openpmo/pmo/adapters/password"
	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/accountstore"
	"github.com/openpmo/pmo/adapters/postgres/backofficestore"
	"github.com/openpmo/pmo/adapters/postgres/pgtest"
	"github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/backoffice"
	"github.com/openpmo/pmo/core/policy"
)

const passphrase = "une phrase de passe"

// door is a server that knows accounts and the back-office, and one browser before it.
type door struct {
	t       *testing.T
	url     string
	client  *http.Client
	account *account.Service
	db      *postgres.DB
}

// settled makes all accounts of now those of people who have a password of their own and
// have accepted the terms.
func (d *door) settled() {
	d.t.Helper()
	_, err := d.db.Pool().Exec(d.t.Context(), `with done as (update users set initialized = true returning id)
		insert into terms_acceptances (user_id, version, accepted_at) select id, '2026-11', now() from done on conflict do nothing`)
	require.NoError(d.t, err)
}

func newDoor(t *testing.T) *door {
	t.Helper()
	t.Parallel()
	contract, err := os.ReadFile("../../openapi/openapi.gen.json")
	require.NoError(t, err)
	db := pgtest.New(t)
	decider, err := opa.New(t.Context())
	require.NoError(t, err)
	hasher, err := password.New(password.Cheap)
	require.NoError(t, err)
	guard := policy.Guard{Decider: decider}
	accounts := account.New(account.Deps{
		Guard: guard, Tx: db, Stores: accountstore.Stores(db), Now: time.Now, Hasher: hasher,
	})
	handler := httpapi.New(httpapi.Deps{
		Contract: contract, Authenticator: httpaccount.NewAuthenticator(accounts),
		Settings: httpaccount.Settings{Version: "1.2.3", SupportEmail: "support@exemple.fr", LogoutURL: "/logout", Demo: true,
			DemoAccounts: []httpaccount.DemoAccount{{Email: "organizer@demo.pmo", Password: "demo-pmo-2026", Role: policy.RoleOrganizer}}},
		Services: httpapi.Services{Account: accounts, Backoffice: backoffice.New(backoffice.Deps{Guard: guard, Lists: backofficestore.NewLists(db)})},
	})
	checker, err := transport.NewReplyChecker(contract, func(complaint string) { t.Error(complaint) })
	require.NoError(t, err)
	server := httptest.NewServer(checker.Wrap(handler))
	t.Cleanup(server.Close)
	jar, err := cookiejar.New(nil)
	require.NoError(t, err)
	return &door{t: t, url: server.URL, client: &http.Client{Jar: jar}, account: accounts, db: db}
}

// call sends a body, if any, and reads the answer into a map or a list.
func (d *door) call(method, path, body string, headers ...string) (*http.Response, any) {
	d.t.Helper()
	var content io.Reader
	if body != "" {
		content = strings.NewReader(body)
	}
	r, err := http.NewRequestWithContext(d.t.Context(), method, d.url+"/api"+path, content)
	require.NoError(d.t, err)
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	reply, err := d.client.Do(r)
	require.NoError(d.t, err)
	defer func() { _ = reply.Body.Close() }()
	text, err := io.ReadAll(reply.Body)
	require.NoError(d.t, err)
	var value any
	if len(text) > 0 {
		require.NoError(d.t, json.Unmarshal(text, &value), "%s", text)
	}
	return reply, value
}

func (d *door) want(status int, method, path, body string, headers ...string) map[string]any {
	d.t.Helper()
	reply, value := d.call(method, path, body, headers...)
	require.Equal(d.t, status, reply.StatusCode, "%s %s: %v", method, path, value)
	object, _ := value.(map[string]any)
	return object
}

func (d *door) user(role policy.Role, email string) account.User {
	d.t.Helper()
	c, err := d.account.CreateUser(d.t.Context(), account.System, account.CreateUserInput{Email: email, Role: role, Password: passphrase})
	require.NoError(d.t, err)
	return c.User
}

func (d *door) signIn(email string) {
	d.t.Helper()
	d.want(200, "POST", "/session/login", `{"email":"`+email+`","password":"`+passphrase+`"}`)
}

func TestSessionOverHTTP(t *testing.T) {
	d := newDoor(t)
	u := d.user(policy.RoleOrganizer, "o@exemple.fr")
	require.Equal(t, "session.required", d.want(401, "GET", "/session", "")["key"])

	wrong := d.want(401, "POST", "/session/login", `{"email":"o@exemple.fr","password":"faux"}`, "Accept-Language", "fr-FR")
	require.Equal(t, "login.invalid", wrong["key"])
	require.Equal(t, "Utilisateur inconnu ou mot de passe incorrect", wrong["detail"])
	for asked, said := range map[string]string{"en-GB,en;q=0.9,fr;q=0.5": "Unknown user or wrong password", "nl": "Onbekende gebruiker of verkeerd wachtwoord",
		"de": "Utilisateur inconnu ou mot de passe incorrect"} {
		require.Equal(t, said, d.want(401, "POST", "/session/login", `{"email":"nobody@exemple.fr","password":"faux"}`, "Accept-Language", asked)["detail"], asked)
	}
	require.Equal(t, "login.notAdmin", d.want(401, "POST", "/session/login",
		`{"email":"o@exemple.fr","password":"`+passphrase+`","application":"admin"}`)["key"])
	d.want(401, "GET", "/session", "")

	reply, value := d.call("POST", "/session/login", `{"email":"o@exemple.fr","password":"`+passphrase+`"}`)
	require.Equal(t, 200, reply.StatusCode)
	require.Equal(t, map[string]any{"success": true, "role": "organizer"}, value)
	cookie := reply.Cookies()[0]
	require.Equal(t, "pmo_session", cookie.Name)
	require.True(t, cookie.HttpOnly)
	require.Equal(t, http.SameSiteLaxMode, cookie.SameSite)
	require.False(t, cookie.Secure, "on loopback")

	s := d.want(200, "GET", "/session", "")
	require.Equal(t, string(u.ID), s["id"])
	require.Equal(t, false, s["initialized"])
	require.Equal(t, false, s["hasAcceptedCgu"])
	require.Contains(t, s["policy"], "dashboard:visit")

	d.want(204, "GET", "/session/logout", "")
	d.want(401, "GET", "/session", "")
}

func TestFirstStepsOfAnAccountOverHTTP(t *testing.T) {
	d := newDoor(t)
	u := d.user(policy.RoleObserver, "o@exemple.fr")
	d.signIn("o@exemple.fr")
	require.Equal(t, "account.passwordNotChanged", d.want(409, "PUT", "/users/update-authenticated-user", `{"initialized":true}`)["key"])
	d.want(400, "PUT", "/users/update-authenticated-user", `{"initialized":false}`)
	old := d.want(401, "PUT", "/users/update-pw-with-old", `{"oldPassword":"faux","newPassword":"une autre phrase"}`)
	require.Equal(t, "L’ancien mot de passe indiqué est incorrect.", old["detail"])
	short := d.want(400, "PUT", "/users/update-pw-with-old", `{"oldPassword":"`+passphrase+`","newPassword":"court"}`)
	require.Equal(t, "Le mot de passe doit contenir au moins 12 caractères.", short["detail"])
	require.Equal(t, true, d.want(200, "PUT", "/users/update-pw-with-old", `{"oldPassword":"`+passphrase+`","newPassword":"une autre phrase"}`)["initialized"])
	d.want(200, "PUT", "/users/update-authenticated-user", `{"initialized":true}`)

	require.Contains(t, d.want(200, "GET", "/terms", "", "Accept-Language", "nl-BE")["text"], "# 1. Voorwerp")
	d.want(404, "POST", "/cgu/accept-cgu/0199b0aa-0000-7000-8000-000000000001", "")
	require.Equal(t, "2026-11", d.want(200, "POST", "/cgu/accept-cgu/"+string(u.ID), "")["version"])
	require.Equal(t, true, d.want(200, "GET", "/session", "")["hasAcceptedCgu"])
}

func TestAccountInfoOverHTTP(t *testing.T) {
	d := newDoor(t)
	u := d.user(policy.RoleOrganizer, "o@exemple.fr")
	d.signIn("o@exemple.fr")
	path := "/users/" + string(u.ID) + "/account-info"
	reply, _ := d.call("GET", path, "")
	require.Equal(t, `"1"`, reply.Header.Get("ETag"))
	d.want(200, "PUT", path, `{"firstname":"Noé","city":"Lille"}`, "If-Match", `"1"`)
	require.Equal(t, "object.changed", d.want(412, "PUT", path, `{"city":"Arras"}`, "If-Match", `"1"`)["key"])
	got := d.want(200, "PUT", path, `{"city":null}`, "If-Match", `"2"`)
	require.Equal(t, "Noé", got["firstname"], "absent is unchanged")
	require.NotContains(t, got, "city", "null is cleared")
	_, apps := d.call("GET", "/appmap", "")
	require.Len(t, apps, 3)
	config := d.want(200, "GET", "/config", "")
	require.Equal(t, "1.2.3", config["version"])
	require.Len(t, config["demoAccounts"], 1)
	require.Equal(t, "object.linkInvalid", d.want(404, "GET", "/files/abc", "")["key"])
}

func TestTokensOverHTTP(t *testing.T) {
	d := newDoor(t)
	d.user(policy.RoleOrganizer, "o@exemple.fr")
	d.settled()
	d.signIn("o@exemple.fr")
	require.Equal(t, "token.scopeNotHeld", d.want(400, "POST", "/tokens", `{"name":"n","scopes":["user:create"]}`)["key"])
	made := d.want(201, "POST", "/tokens", `{"name":"nuit","scopes":["session:read","curve:import"]}`)
	secret, _ := made["secret"].(string)
	require.True(t, strings.HasPrefix(secret, "pmo_"))
	_, list := d.call("GET", "/tokens", "")
	require.NotContains(t, list.([]any)[0], "secret")

	d.client = &http.Client{} // a program, without the browser's cookie
	bearer := []string{"Authorization", "Bearer " + secret}
	require.Equal(t, []any{"curve:import", "session:read"}, d.want(200, "GET", "/session", "", bearer...)["policy"])
	require.Equal(t, "forbidden", d.want(403, "GET", "/tokens", "", bearer...)["key"])
	require.Equal(t, "token.invalid", d.want(401, "GET", "/session", "", "Authorization", "Bearer pmo_faux")["key"])
}

func TestGuessingOverHTTPSaysWhenToComeBack(t *testing.T) {
	d := newDoor(t)
	for range 5 {
		d.want(401, "POST", "/session/login", `{"email":"x@exemple.fr","password":"faux"}`)
	}
	reply, _ := d.call("POST", "/session/login", `{"email":"x@exemple.fr","password":"faux"}`)
	require.Equal(t, 429, reply.StatusCode)
	require.Contains(t, []string{"29", "30"}, reply.Header.Get("Retry-After"))
}
