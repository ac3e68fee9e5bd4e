package apptest_test

import (
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/app"
	"github.com/openpmo/pmo/cmd/server/apptest"
)

var nonceOf = regexp.MustCompile(`'nonce-([^']+)'`)

// TestPages looks at what is outside the API (specification section 2): both applications answer
// without a redirect, with headers that keep other sites out.
func TestPages(t *testing.T) {
	t.Parallel()
	s := apptest.New(t, apptest.Today)
	seen := map[string]bool{}
	for _, path := range []string{"/", "/pmo", "/pmo/", "/pmo/operations/x/dashboard", "/login", "/initAccount", "/logout", "/anything", "/admin", "/admin/", "/admin/operations"} {
		reply, text := raw(t, s, http.MethodGet, path, "", "", nil)
		require.Equal(t, http.StatusOK, reply.StatusCode, "%s: %s (are the applications built? make web)", path, text)
		require.Contains(t, reply.Header.Get("Content-Type"), "text/html")
		require.Equal(t, strings.HasPrefix(path, "/admin"), strings.Contains(text, `"/admin/assets/`), path)
		requireSafe(t, reply)
		policy := reply.Header.Get("Content-Security-Policy")
		require.NotContains(t, policy, "unsafe")
		require.Contains(t, policy, "frame-ancestors 'none'")
		nonce := nonceOf.FindStringSubmatch(policy)
		require.Len(t, nonce, 2)
		require.False(t, seen[nonce[1]], "the nonce of each page is its own")
		seen[nonce[1]] = true
		require.NotContains(t, text, "__CSP_NONCE__")
	}
	for _, path := range []string{"/x.js", "/pmo/assets/gone-1234.js", "/admin/x.css", "/favicon.ico", "/pmo/../secret.key"} {
		reply, text := raw(t, s, http.MethodGet, path, "", "", nil)
		require.Equal(t, http.StatusNotFound, reply.StatusCode, path)
		require.NotContains(t, text, "<html")
	}
	reply, _ := raw(t, s, http.MethodPost, "/pmo", "{}", "", nil)
	require.Equal(t, http.StatusMethodNotAllowed, reply.StatusCode)
}

func requireSafe(t *testing.T, reply *http.Response) {
	t.Helper()
	for name, want := range map[string]string{"X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin",
		"X-Frame-Options": "DENY", "Cross-Origin-Opener-Policy": "same-origin"} {
		require.Equal(t, want, reply.Header.Get(name), name)
	}
	require.NotEmpty(t, reply.Header.Get("X-Request-Id"))
}

// TestWatchedAddresses are those that machines ask.
func TestWatchedAddresses(t *testing.T) {
	t.Parallel()
	s := apptest.New(t, apptest.Today)
	for path, want := range map[string]string{"/healthz": "ok", "/readyz": "ready", "/metrics": "# TYPE", "/api/openapi.json": `"openapi"`, "/api/docs": "<html"} {
		reply, text := raw(t, s, http.MethodGet, path, "", "", nil)
		require.Equal(t, http.StatusOK, reply.StatusCode, "%s: %s", path, text)
		require.Contains(t, text, want, path)
		requireSafe(t, reply)
	}
	reply, text := raw(t, s, http.MethodGet, "/api/gibt-es-nicht", "", "", nil)
	require.Equal(t, http.StatusNotFound, reply.StatusCode)
	require.Contains(t, text, `"key":"route.notFound"`)
	reply, _ = raw(t, s, http.MethodGet, "/api/terms", "", "", nil)
	require.Equal(t, "no-store", reply.Header.Get("Cache-Control"))
	requireSafe(t, reply)
}

// safeBuffer takes log lines from many requests.
type safeBuffer struct {
	sync.Mutex
	bytes.Buffer
}

func (b *safeBuffer) Write(p []byte) (int, error) {
	b.Lock()
	defer b.Unlock()
	return b.Buffer.Write(p)
}

var _ io.Writer = (*safeBuffer)(nil)

// TestLogs are one JSON object a line, tell each request by id, operation and status,
// and name nobody.
func TestLogs(t *testing.T) {
	t.Parallel()
	var logged safeBuffer
	s := apptest.Demo(t, apptest.Today, func(_ *app.Config, o *app.Options) { o.Log = slog.New(slog.NewJSONHandler(&logged, nil)) })
	s.Anonymous().Post("/session/login", credentials("somebody@example.org", "geheimes Wort"))
	admin := s.As("admin@demo.pmo")
	admin.Header.Set("X-Request-Id", "logged-0001")
	admin.Post("/admin/users", map[string]any{"email": "neu@example.org", "role": "observer", "firstname": "Ferdinand"})
	admin.Header.Del("X-Request-Id")
	admin.Get("/admin/users?filter=" + `%7B%22q%22%3A%22neu%40example.org%22%7D`)
	c := s.As("organizer@demo.pmo")
	c.Post("/operations/"+c.Operation("ACC00000001")+"/participants", map[string]any{"name": "Ferdinand", "energyType": "consumer", "entityType": "partIndiv", "dsoId": "x", "email": "wrong address"})
	logged.Lock()
	text := logged.String()
	logged.Unlock()
	for _, word := range []string{"@", "geheimes", apptest.Password, "Ferdinand", "neu%40", "pmo_session"} {
		require.NotContains(t, text, word)
	}
	var found bool
	for line := range strings.Lines(text) {
		var m map[string]any
		require.NoError(t, json.Unmarshal([]byte(line), &m), line)
		require.Contains(t, m, "level")
		if m["requestId"] == "logged-0001" {
			found = true
			require.Equal(t, []any{"request", "POST", "createAdminUser", 201.0}, []any{m["msg"], m["method"], m["operation"], m["status"]})
			require.NotEmpty(t, m["userId"])
		}
	}
	require.True(t, found, text)
}
