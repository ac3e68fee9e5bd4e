package account_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/httpapi/servertest"
	"github.com/openpmo/pmo/core/policy"
)

func TestSessionOverHTTP(t *testing.T) {
	t.Parallel()
	d := servertest.NewAccounts(t)
	u := d.AddUser(policy.RoleOrganizer, "o@exemple.fr")
	require.Equal(t, "session.required", d.Want(401, "GET", "/session", "")["key"])

	wrong := d.Want(401, "POST", "/session/login", `{"email":"o@exemple.fr","password":"faux"}`, "Accept-Language", "fr-FR")
	require.Equal(t, "login.invalid", wrong["key"])
	require.Equal(t, "Utilisateur inconnu ou mot de passe incorrect", wrong["detail"])
	for asked, said := range map[string]string{"en-GB,en;q=0.9,fr;q=0.5": "Unknown user or wrong password", "nl": "Onbekende gebruiker of verkeerd wachtwoord",
		"de": "Utilisateur inconnu ou mot de passe incorrect"} {
		require.Equal(t, said, d.Want(401, "POST", "/session/login", `{"email":"nobody@exemple.fr","password":"faux"}`, "Accept-Language", asked)["detail"], asked)
	}
	require.Equal(t, "login.notAdmin", d.Want(401, "POST", "/session/login",
		`{"email":"o@exemple.fr","password":"`+servertest.Passphrase+`","application":"admin"}`)["key"])
	d.Want(401, "GET", "/session", "")

	reply := d.Call("POST", "/session/login", `{"email":"o@exemple.fr","password":"`+servertest.Passphrase+`"}`)
	require.Equal(t, 200, reply.StatusCode)
	require.Equal(t, map[string]any{"success": true, "role": "organizer"}, reply.One)
	cookie := reply.Cookies()[0]
	require.Equal(t, "pmo_session", cookie.Name)
	require.True(t, cookie.HttpOnly)
	require.Equal(t, http.SameSiteLaxMode, cookie.SameSite)
	require.False(t, cookie.Secure, "on loopback")

	s := d.Want(200, "GET", "/session", "")
	require.Equal(t, string(u.ID), s["id"])
	require.Equal(t, false, s["initialized"])
	require.Equal(t, false, s["hasAcceptedCgu"])
	require.Contains(t, s["policy"], "dashboard:visit")

	d.Want(204, "GET", "/session/logout", "")
	d.Want(401, "GET", "/session", "")
}

func TestFirstStepsOfAnAccountOverHTTP(t *testing.T) {
	t.Parallel()
	d := servertest.NewAccounts(t)
	u := d.AddUser(policy.RoleObserver, "o@exemple.fr")
	d.SignIn("o@exemple.fr")
	require.Equal(t, "account.passwordNotChanged", d.Want(409, "PUT", "/users/update-authenticated-user", `{"initialized":true}`)["key"])
	d.Want(400, "PUT", "/users/update-authenticated-user", `{"initialized":false}`)
	old := d.Want(401, "PUT", "/users/update-pw-with-old", `{"oldPassword":"faux","newPassword":"une autre phrase"}`)
	require.Equal(t, "L’ancien mot de passe indiqué est incorrect.", old["detail"])
	short := d.Want(400, "PUT", "/users/update-pw-with-old", `{"oldPassword":"`+servertest.Passphrase+`","newPassword":"court"}`)
	require.Equal(t, "Le mot de passe doit contenir au moins 12 caractères.", short["detail"])
	require.Equal(t, true, d.Want(200, "PUT", "/users/update-pw-with-old", `{"oldPassword":"`+servertest.Passphrase+`","newPassword":"une autre phrase"}`)["initialized"])
	d.Want(200, "PUT", "/users/update-authenticated-user", `{"initialized":true}`)

	require.Contains(t, d.Want(200, "GET", "/terms", "", "Accept-Language", "nl-BE")["text"], "# 1. Voorwerp")
	d.Want(404, "POST", "/cgu/accept-cgu/0199b0aa-0000-7000-8000-000000000001", "")
	require.Equal(t, "2026-11", d.Want(200, "POST", "/cgu/accept-cgu/"+string(u.ID), "")["version"])
	require.Equal(t, true, d.Want(200, "GET", "/session", "")["hasAcceptedCgu"])
}

func TestAccountInfoOverHTTP(t *testing.T) {
	t.Parallel()
	d := servertest.NewAccounts(t)
	u := d.AddUser(policy.RoleOrganizer, "o@exemple.fr")
	d.SignIn("o@exemple.fr")
	path := "/users/" + string(u.ID) + "/account-info"
	reply := d.Call("GET", path, "")
	require.Equal(t, `"1"`, reply.Header.Get("ETag"))
	d.Want(200, "PUT", path, `{"firstname":"Noé","city":"Lille"}`, "If-Match", `"1"`)
	require.Equal(t, "object.changed", d.Want(412, "PUT", path, `{"city":"Arras"}`, "If-Match", `"1"`)["key"])
	got := d.Want(200, "PUT", path, `{"city":null}`, "If-Match", `"2"`)
	require.Equal(t, "Noé", got["firstname"], "absent is unchanged")
	require.NotContains(t, got, "city", "null is cleared")
	require.Len(t, d.Call("GET", "/appmap", "").List, 3)
	config := d.Want(200, "GET", "/config", "")
	require.Equal(t, "1.2.3", config["version"])
	require.Len(t, config["demoAccounts"], 1)
	require.Equal(t, "object.linkInvalid", d.Want(404, "GET", "/files/abc", "")["key"])
}

func TestTokensOverHTTP(t *testing.T) {
	t.Parallel()
	d := servertest.NewAccounts(t)
	d.AddUser(policy.RoleOrganizer, "o@exemple.fr")
	d.Settle()
	d.SignIn("o@exemple.fr")
	require.Equal(t, "token.scopeNotHeld", d.Want(400, "POST", "/tokens", `{"name":"n","scopes":["user:create"]}`)["key"])
	made := d.Want(201, "POST", "/tokens", `{"name":"nuit","scopes":["session:read","curve:import"]}`)
	secret, _ := made["secret"].(string)
	require.True(t, strings.HasPrefix(secret, "pmo_"))
	require.NotContains(t, d.Call("GET", "/tokens", "").List[0], "secret")

	d.Client = &http.Client{} // a program, without the browser's cookie
	bearer := []string{"Authorization", "Bearer " + secret}
	require.Equal(t, []any{"curve:import", "session:read"}, d.Want(200, "GET", "/session", "", bearer...)["policy"])
	require.Equal(t, "forbidden", d.Want(403, "GET", "/tokens", "", bearer...)["key"])
	require.Equal(t, "token.invalid", d.Want(401, "GET", "/session", "", "Authorization", "Bearer pmo_faux")["key"])
}

func TestGuessingOverHTTPSaysWhenToComeBack(t *testing.T) {
	t.Parallel()
	d := servertest.NewAccounts(t)
	for range 5 {
		d.Want(401, "POST", "/session/login", `{"email":"x@exemple.fr","password":"faux"}`)
	}
	reply := d.Call("POST", "/session/login", `{"email":"x@exemple.fr","password":"faux"}`)
	require.Equal(t, 429, reply.StatusCode)
	require.Contains(t, []string{"29", "30"}, reply.Header.Get("Retry-After"))
}
