package root

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/sdk/go/pmo/pmotest"
)

// two servers under names, each with its own token.
func twoContexts(t *testing.T) (config string, prod, test *pmotest.Server) {
	t.Helper()
	config = alone(t)
	replies := func(name string) pmotest.Replies {
		return pmotest.Replies{
			"listOperations": pmotest.JSON(200, "["+operationJSON(operationID, "ACC00000001", name)+"]"),
			"getOperation":   pmotest.JSON(200, operationJSON(operationID, "ACC00000001", name)),
			"deleteToken":    {{Status: 204}},
			"login":          pmotest.JSON(200, `{"success":true,"role":"organizer"}`),
			"createToken":    pmotest.JSON(201, tokenJSON(tokenID, "pmo_made")),
			"logout":         {{Status: 204}},
		}
	}
	prod, test = pmotest.New(t, replies("Prod")), pmotest.New(t, replies("Test"))
	r := pmoctlWith("pmo_prod\n", "context", "add", "prod", prod.URL, "--token-stdin")
	require.Equal(t, 0, r.code, r.err)
	require.Contains(t, r.err, "the current one")
	r = pmoctlWith("pmo_test\n", "context", "add", "test", test.URL, "--token-stdin", "--operation", "ACC00000001")
	require.Equal(t, 0, r.code, r.err)
	require.NotContains(t, r.err, "the current one")
	return config, prod, test
}

func TestContextsKeepServersApart(t *testing.T) {
	config, prod, test := twoContexts(t)
	info, err := os.Stat(filepath.Join(config, "pmo", "pmoctl.json"))
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm())

	require.Equal(t, 0, pmoctl("operation", "list").code)
	require.Equal(t, 0, pmoctl("operation", "list", "--context", "test").code)
	require.Equal(t, "Bearer pmo_prod", prod.Requests("")[0].Header.Get("Authorization"))
	require.Equal(t, "Bearer pmo_test", test.Requests("")[0].Header.Get("Authorization"))
	t.Setenv("PMO_CONTEXT", "test")
	require.Equal(t, 0, pmoctl("operation", "list").code)
	require.Len(t, test.Requests(""), 2)
	// A context that is chosen is asked with its own token, whatever the variables say.
	t.Setenv("PMO_URL", prod.URL)
	t.Setenv("PMO_TOKEN", "pmo_of_prod")
	require.Equal(t, 0, pmoctl("operation", "list", "--context", "test").code)
	require.Equal(t, "Bearer pmo_test", test.Requests("")[2].Header.Get("Authorization"))
	require.Equal(t, 0, pmoctl("operation", "list").code)
	require.Equal(t, "Bearer pmo_of_prod", prod.Requests("")[1].Header.Get("Authorization"))

	r := pmoctl("context", "list", "-o", "csv")
	require.Equal(t, "current,name,url,email,operation,signed_in\n*,prod,"+prod.URL+",,,yes\n,test,"+test.URL+",,ACC00000001,yes\n", r.out)
	require.NotContains(t, pmoctl("context", "list", "-o", "json").out, "pmo_test")
	require.Equal(t, "prod\ntest\n", pmoctl("context", "list", "--jq", ".[].name").out)
	require.Equal(t, 2, pmoctl("context", "add", "prod", test.URL).code, "a name is taken once")
}

func TestTheDefaultOperation(t *testing.T) {
	_, prod, test := twoContexts(t)
	r := pmoctl("operation", "get")
	require.Equal(t, 2, r.code, "prod has none")
	require.Contains(t, r.err, "which operation?")
	r = pmoctl("operation", "get", "--context", "test")
	require.Equal(t, 0, r.code, r.err)
	require.Contains(t, r.out, "Test")

	require.Equal(t, 1, pmoctl("context", "use", "--operation", "ACC99999999").code, "a name that means nothing is refused at once")
	require.Equal(t, 0, pmoctl("context", "use", "--operation", "ACC00000001").code)
	require.Equal(t, 0, pmoctl("operation", "get").code)
	require.Equal(t, 0, pmoctl("context", "use", "test").code)
	require.Contains(t, pmoctl("operation", "get").out, "Test")
	require.Equal(t, 0, pmoctl("context", "use", "--no-operation").code)
	require.Equal(t, 2, pmoctl("operation", "get").code)
	t.Setenv("PMO_OPERATION", "ACC00000001")
	require.Equal(t, 0, pmoctl("operation", "get").code)
	t.Setenv("PMO_OPERATION", "")
	require.Equal(t, 0, pmoctl("context", "use", "prod").code)
	t.Setenv("PMO_URL", test.URL) // another server than the context's: its operation is not meant
	t.Setenv("PMO_TOKEN", "pmo_x")
	require.Equal(t, 2, pmoctl("operation", "get").code)
	require.NotEmpty(t, prod.Requests(""))
}

func TestLoginFillsAContextAndRemoveRevokes(t *testing.T) {
	_, _, test := twoContexts(t)
	r := pmoctlWith("x\n", "login", "--context", "test", "--email", "a@b.fr", "--password-stdin")
	require.Equal(t, 0, r.code, r.err)
	require.Empty(t, test.Requests("deleteToken"), "a token that was given is the person's to revoke")
	require.Contains(t, pmoctl("context", "list", "-o", "csv").out, "*,test,"+test.URL+",a@b.fr,ACC00000001,yes")
	require.Equal(t, 2, pmoctlWith("x\n", "login", "https://pmo.example.org", "--context", "test", "--email", "a@b.fr", "--password-stdin").code)

	require.Equal(t, 0, pmoctl("logout").code)
	require.Contains(t, pmoctl("context", "list", "-o", "csv").out, "*,test,"+test.URL+",,ACC00000001,no", "its operation is kept")
	require.Equal(t, 0, pmoctlWith("x\n", "login", "--context", "test", "--email", "a@b.fr", "--password-stdin").code)
	require.Equal(t, 0, pmoctl("context", "remove", "test").code)
	require.Len(t, test.Requests("deleteToken"), 2)
	require.NotContains(t, pmoctl("context", "list", "-o", "csv").out, "test,")
}

func TestSettingsOfBeforeThereWereContexts(t *testing.T) {
	config, prod, _ := twoContexts(t)
	require.NoError(t, os.WriteFile(filepath.Join(config, "pmo", "pmoctl.json"),
		[]byte(`{"url":"`+prod.URL+`","token":"pmo_old","tokenId":"`+tokenID+`","email":"a@b.fr"}`), 0o600))
	require.Equal(t, 0, pmoctl("operation", "list").code)
	require.Equal(t, "Bearer pmo_old", prod.Requests("listOperations")[0].Header.Get("Authorization"))
	require.Contains(t, pmoctl("context", "list", "-o", "csv").out, "*,"+strings.TrimPrefix(prod.URL, "http://")+",")
}

func TestCompletionAsksTheServerAndIsQuiet(t *testing.T) {
	_, prod, _ := twoContexts(t)
	t.Setenv("LANG", "de_DE")
	r := pmoctl("__complete", "curve", "show", "--operation", "")
	require.Contains(t, r.out, "ACC00000001\tProd\n")
	require.Contains(t, pmoctl("__complete", "operation", "get", "").out, "ACC00000001\tProd\n")
	require.Len(t, prod.Requests("listOperations"), 1, "an answer is good for a minute")
	require.NotContains(t, r.err, "no texts")
	require.Contains(t, pmoctl("__complete", "curve", "show", "--nature", "Conso,").out, "Conso,Prod\n")
	require.Contains(t, pmoctl("__complete", "context", "use", "").out, "test\t")

	s := signedIn(t, pmotest.Replies{})
	r = pmoctl("__complete", "participant", "update", "--operation", "ACC00000001", "")
	require.Contains(t, r.out, consumerPRM+"\tÉcole\n")
	require.Contains(t, pmoctl("__complete", "subscription", "create", "--operation", "ACC00000001", "--consumer", "").out, producerPRM+"\tCommune\n")
	require.Len(t, s.Requests("listOperationParticipants"), 1)

	t.Setenv("PMO_URL", "http://127.0.0.1:1")
	r = pmoctl("__complete", "operation", "get", "")
	require.Equal(t, 0, r.code)
	require.Equal(t, ":4\n", r.out)
	require.NotContains(t, r.err, "127.0.0.1")
}
