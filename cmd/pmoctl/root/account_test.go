package root

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/sdk/go/pmo/pmotest"
)

func tokenJSON(id, secret string) string {
	return `{"id":"` + id + `","name":"pmoctl@host","scopes":[],"createdAt":"` + instant + `","secret":"` + secret + `"}`
}

func TestLoginKeepsATokenAndLogoutRevokesIt(t *testing.T) {
	config := alone(t)
	s := pmotest.New(t, pmotest.Replies{
		"login":       {{Status: 200, Body: `{"success":true,"role":"organizer"}`, Header: map[string]string{"Set-Cookie": "pmo_session=s1; Path=/"}}},
		"createToken": append(pmotest.JSON(201, tokenJSON(tokenID, "pmo_first")), pmotest.JSON(201, tokenJSON(jobID, "pmo_second"))...),
		"logout":      {{Status: 204}},
		"deleteToken": {{Status: 204}},
		"getSession": pmotest.JSON(200, `{"id":"`+otherID+`","email":"organizer@demo.pmo","firstname":"Camille","role":"organizer","initialized":true,
			"hasAcceptedCgu":true,"language":"fr","policy":[]}`),
	})
	r := pmoctlWith("demo-pmo-2026\r\n", "login", s.URL, "--email", "organizer@demo.pmo", "--password-stdin")
	require.Equal(t, 0, r.code, r.err)
	require.JSONEq(t, `{"email":"organizer@demo.pmo","password":"demo-pmo-2026"}`, s.Requests("login")[0].Body)
	require.Contains(t, s.Requests("createToken")[0].Body, `"pmoctl@`)

	path := filepath.Join(config, "pmo", "pmoctl.json")
	info, err := os.Stat(path)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	kept, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Contains(t, string(kept), "pmo_first")
	require.NotContains(t, string(kept), "demo-pmo-2026")

	r = pmoctl("whoami")
	require.Equal(t, 0, r.code, r.err)
	require.Contains(t, r.out, "organizer@demo.pmo")
	require.Equal(t, "Bearer pmo_first", s.Requests("getSession")[0].Header.Get("Authorization"))

	r = pmoctlWith("demo-pmo-2026\n", "login", s.URL, "--email", "organizer@demo.pmo", "--password-stdin")
	require.Equal(t, 0, r.code, r.err)
	require.Contains(t, s.Requests("deleteToken")[0].URL, tokenID, "the token of the earlier login is revoked")
	require.Equal(t, "Bearer pmo_first", s.Requests("deleteToken")[0].Header.Get("Authorization"))

	r = pmoctl("logout")
	require.Equal(t, 0, r.code, r.err)
	require.Contains(t, s.Requests("deleteToken")[1].URL, jobID)
	require.NoFileExists(t, path)
	require.Equal(t, 4, pmoctl("logout").code)
}

func TestLogoutForgetsATokenThatIsRevokedAlready(t *testing.T) {
	alone(t)
	s := pmotest.New(t, pmotest.Replies{
		"login":       pmotest.JSON(200, `{"success":true,"role":"organizer"}`),
		"createToken": pmotest.JSON(201, tokenJSON(tokenID, "pmo_first")),
		"logout":      {{Status: 204}},
		"deleteToken": append(pmotest.Problem(503, "service.unavailable", "later"), pmotest.Problem(401, "token.invalid", "no")...),
	})
	require.Equal(t, 0, pmoctlWith("x\n", "login", s.URL, "--email", "a@b.fr", "--password-stdin").code)
	require.Equal(t, 1, pmoctl("logout").code, "not revoked: not forgotten")
	require.Equal(t, 0, pmoctl("logout").code)
}

func TestAWrongLoginKeepsNothing(t *testing.T) {
	config := alone(t)
	s := pmotest.New(t, pmotest.Replies{"login": pmotest.Problem(401, "login.invalid", "Utilisateur inconnu ou mot de passe incorrect")})
	r := pmoctlWith("wrong", "login", s.URL, "--email", "a@b.fr", "--password-stdin")
	require.Equal(t, 4, r.code)
	require.Contains(t, r.err, "Utilisateur inconnu ou mot de passe incorrect (login.invalid)")
	require.NoDirExists(t, filepath.Join(config, "pmo"))
}

func TestASavedTokenGoesToItsServerOnly(t *testing.T) {
	alone(t)
	s := pmotest.New(t, pmotest.Replies{
		"login":       pmotest.JSON(200, `{"success":true,"role":"organizer"}`),
		"createToken": pmotest.JSON(201, tokenJSON(tokenID, "pmo_first")),
		"logout":      {{Status: 204}},
	})
	require.Equal(t, 0, pmoctlWith("x\n", "login", s.URL+"/", "--email", "a@b.fr", "--password-stdin").code)
	other := pmotest.New(t, pmotest.Replies{})
	t.Setenv("PMO_URL", other.URL)
	r := pmoctl("operation", "list")
	require.Equal(t, 4, r.code)
	require.Empty(t, other.Requests(""))
}

func TestADamagedConfigSaysSo(t *testing.T) {
	config := alone(t)
	require.NoError(t, os.MkdirAll(filepath.Join(config, "pmo"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(config, "pmo", "pmoctl.json"), []byte("{"), 0o600))
	r := pmoctl("operation", "list")
	require.Equal(t, 1, r.code)
	require.Contains(t, r.err, "pmoctl.json is damaged")
}

func TestVersionOfTheServer(t *testing.T) {
	s := signedIn(t, pmotest.Replies{"getConfig": pmotest.JSON(200, `{"version":"1.2.3","support":{"email":"a@b.fr"},"demo":false,"logoutUrl":"/pmo/logout","weather":false}`)})
	r := pmoctl("version", "--server")
	require.Equal(t, 0, r.code, r.err)
	require.Contains(t, r.out, "server 1.2.3 "+s.URL)
}

func TestTokensAreListedWithTheirEnd(t *testing.T) {
	alone(t)
	made := `{"id":"` + tokenID + `","name":"nuit","scopes":["curve:read"],"createdAt":"` + instant + `","expiresAt":"2027-01-01T00:00:00+01:00"}`
	s := pmotest.New(t, pmotest.Replies{
		"listTokens":  pmotest.JSON(200, `[`+made+`]`),
		"createToken": pmotest.JSON(201, made[:len(made)-1]+`,"secret":"pmo_told_once"}`),
		"deleteToken": {{Status: 204}},
	})
	t.Setenv("PMO_URL", s.URL)
	t.Setenv("PMO_TOKEN", "pmo_x")
	r := pmoctl("token", "list", "-o", "csv")
	require.Equal(t, 0, r.code, r.err)
	require.Contains(t, r.out, ",nuit,curve:read,")
	require.Contains(t, r.out, ",2027-01-01T00:00:00+01:00,")
	r = pmoctl("token", "create", "--name", "nuit", "--scope", "curve:read", "--expires", "2026-12-31")
	require.Equal(t, 0, r.code, r.err)
	require.Contains(t, r.out, "pmo_told_once")
	require.Contains(t, s.Requests("createToken")[0].Body, `"expiresAt":"2027-01-01T00:00:00`, "its last day is a whole one")
	require.Equal(t, 2, pmoctl("token", "create", "--name", "nuit", "--expires", "demain").code)
	require.Equal(t, 0, pmoctl("token", "delete", tokenID, "--yes").code)
	require.Contains(t, s.Requests("deleteToken")[0].URL, tokenID)
}
