package httpapi

import (
	"compress/gzip"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// alone shares nothing between the questions of a page.
func alone(ctx context.Context) context.Context { return ctx }

// TestAssetsAreSentInTheSmallestFormThatIsTaken: what is built beside them, never what is not there
// or was refused.
func TestAssetsAreSentInTheSmallestFormThatIsTaken(t *testing.T) {
	t.Parallel()
	app := newApplication("/pmo", fstest.MapFS{"index.html": {Data: []byte("<html>")},
		"assets/a.js": {Data: []byte("plain")}, "assets/a.js.gz": {Data: []byte("gzip")}, "assets/a.js.br": {Data: []byte("br")},
		"assets/b.css": {Data: []byte("plain")}, "assets/b.css.gz": {Data: []byte("gzip")}}, "")
	for _, c := range []struct{ name, taken, body, encoding string }{
		{"a.js", "gzip, deflate, br, zstd", "br", "br"}, {"a.js", "gzip", "gzip", "gzip"}, {"a.js", "gzip;q=0.5, br;q=0", "gzip", "gzip"},
		{"a.js", "", "plain", ""}, {"a.js", "brotli", "plain", ""}, {"b.css", "br, gzip", "gzip", "gzip"}, {"b.css", "br", "plain", ""},
	} {
		r, w := httptest.NewRequest("GET", "/pmo/assets/"+c.name, nil), httptest.NewRecorder()
		r.Header.Set("Accept-Encoding", c.taken)
		pages(app, application{base: "/admin"})(w, r)
		require.Equal(t, []any{c.body, c.encoding}, []any{w.Body.String(), w.Header().Get("Content-Encoding")}, "%+v", c)
		require.Equal(t, map[string]string{"a.js": "text/javascript; charset=utf-8", "b.css": "text/css; charset=utf-8"}[c.name], w.Header().Get("Content-Type"))
		require.Contains(t, w.Header().Get("Cache-Control"), "immutable")
	}
}

// TestEveryFileIsSentAsWhatItIs: kinds that the front-ends are built of by their ending, others by what they look like.
func TestEveryFileIsSentAsWhatItIs(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"a.js": "text/javascript; charset=utf-8", "a.woff2": "font/woff2", "a.svg": "image/svg+xml",
		"a.webmanifest": "application/manifest+json", "a.png": "image/png", "a.odd": "text/plain; charset=utf-8"} {
		w := httptest.NewRecorder()
		newApplication("/pmo", fstest.MapFS{name: {Data: []byte("plain")}}, "").serve(w, httptest.NewRequest("GET", "/pmo/"+name, nil), name)
		require.Equal(t, want, w.Header().Get("Content-Type"), name)
	}
}

// TestPicturesComeFromWhereTheyLie: the object store's links may lead to another host, and to no third.
func TestPicturesComeFromWhereTheyLie(t *testing.T) {
	t.Parallel()
	for pictures, want := range map[string]string{"": "img-src 'self' data: blob:;", "https://s3.example.org": "img-src 'self' data: blob: https://s3.example.org;"} {
		w := httptest.NewRecorder()
		newApplication("/pmo", fstest.MapFS{"index.html": {Data: []byte("<html>")}}, pictures).serve(w, httptest.NewRequest("GET", "/pmo", nil), "")
		require.Contains(t, w.Header().Get("Content-Security-Policy"), want)
	}
}

// TestAScriptOfThePageItselfRunsByWhatItHolds: the policy names its digest, and lets no other one in.
func TestAScriptOfThePageItselfRunsByWhatItHolds(t *testing.T) {
	t.Parallel()
	for page, want := range map[string]string{
		`<script type="module" src="/pmo/a.js"></script>`:          "script-src 'self';",
		`<script>warm()</script><script src="/pmo/a.js"></script>`: "script-src 'self' 'sha256-lsnqDSqUqiYuvRYF+jCvwWbIkb2YBECI3dfZNPAkkC4=';",
	} {
		w := httptest.NewRecorder()
		newApplication("/pmo", fstest.MapFS{"index.html": {Data: []byte(page)}}, "").serve(w, httptest.NewRequest("GET", "/pmo", nil), "")
		require.Contains(t, w.Header().Get("Content-Security-Policy"), want)
	}
}

// TestAPageComesWithItsScriptsAndItsFirstAnswers: those of its address and language, and what the API answers to the
// person who opens it; what it refuses is not said, and nothing that is said ends the element that it stands in.
func TestAPageComesWithItsScriptsAndItsFirstAnswers(t *testing.T) {
	t.Parallel()
	routes := `[{"path":"/pmo/operations/:operationId/month","files":["assets/m.js"],"words":{"fr":["assets/fr.js"],"nl":["assets/nl.js"]}},
		{"path":"/pmo/operations/:operationId/:other","files":["assets/o.js"]}, {"path":"/pmo","files":["assets/home.js"]},
		{"path":"/pmo?several","files":["assets/home.js","assets/list.js"],"words":{"nl":["assets/steps.nl.js"]}}]`
	answers := map[string]string{"/api/config": `{"a":"</script>"}`, "/api/session": `{"id":"3","role":"organizer","language":"nl"}`,
		"/api/users/3/member-invitations": `[]`,
		"/api/organizers/by-jwt":          `{"id":"7"}`, "/api/organizers/7/operations?detailed=true": `[{"name":"Fougères"}]`}
	type ofThePage struct{}
	sharing := func(ctx context.Context) context.Context { return context.WithValue(ctx, ofThePage{}, true) }
	api := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		assert.Equal(t, true, r.Context().Value(ofThePage{}), "the questions of a page share what is prepared for it")
		body, ok := answers[r.URL.RequestURI()]
		if _, err := r.Cookie("session"); !ok || (err != nil && r.URL.Path != "/api/config") {
			http.Error(w, "{}", http.StatusUnauthorized)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, body)
	})
	app := newApplication("/pmo", fstest.MapFS{"index.html": {Data: []byte(`<html><head></head><body><div id="root"></div></body></html>`)},
		"routes.json": {Data: []byte(routes)}}, "").asking(api, sharing, func() time.Time { return time.Date(2026, 11, 30, 23, 30, 0, 0, time.UTC) })
	page := func(address, cookie string) (string, http.Header) {
		r, w := httptest.NewRequest("GET", address, nil), httptest.NewRecorder()
		if cookie != "" {
			r.AddCookie(&http.Cookie{Name: cookie, Value: "x"})
		}
		pages(app, application{base: "/admin"})(w, r)
		return w.Body.String(), w.Header()
	}
	text, header := page("/pmo/operations/7/month", "session")
	require.Contains(t, text, `<link rel="modulepreload" crossorigin href="/pmo/assets/m.js">`)
	require.Contains(t, text, "assets/nl.js")
	require.NotContains(t, text, "assets/fr.js")
	require.NotContains(t, text, "assets/o.js")
	require.Contains(t, text, `{"path":"/api/organizers/7/operations?detailed=true","body":[{"name":"Fougères"}]}`)
	require.Contains(t, text, `{"a":"\u003c/script\u003e"}`)
	require.Contains(t, text, `{"path":"/api/users/3/member-invitations","body":[]}`)
	require.Equal(t, "private, no-store", header.Get("Cache-Control"))

	// A dashboard also comes with the days that there is data of, for which its other questions wait.
	operation := "01a226cd-ba07-71b1-a189-72b33ace77cf"
	answers["/api/operations/"+operation+"/measurements/date-ranges"] = `{"from":"2025-12-01"}`
	answers["/api/energy-allocation/coefficients-due?operationIds="+operation] = `[]`
	for address, comes := range map[string]bool{"dashboard": true, "month": false, "dashboard/prod/7": false} {
		text, _ = page("/pmo/operations/"+operation+"/"+address, "session")
		require.Equal(t, comes, strings.Contains(text, `/measurements/date-ranges","body":{"from":"2025-12-01"}}`), address)
		require.Equal(t, comes, strings.Contains(text, "coefficients-due?operationIds="+operation), address)
	}

	// Home comes with the list of operations, whose months the browser asks ahead, for whoever has several.
	text, _ = page("/pmo", "session")
	require.Contains(t, text, "assets/home.js")
	require.NotContains(t, text, "assets/list.js", "one operation: it opens")
	require.NotContains(t, text, `id="ahead"`)
	answers["/api/organizers/7/operations?detailed=true"] = `[{"name":"Fougères"},{"name":"Lices"}]`
	for _, address := range []string{"/pmo", "/pmo/"} {
		text, _ = page(address, "session")
		require.Contains(t, text, `<script type="application/json" id="ahead">["/api/months"]</script>`, address)
		require.Contains(t, text, "assets/list.js")
		require.Contains(t, text, "assets/steps.nl.js")
		require.Equal(t, 1, strings.Count(text, "assets/home.js"), "what both need comes once")
	}
	text, _ = page("/pmo/operations/7/month", "session")
	require.NotContains(t, text, `id="ahead"`)
	require.NotContains(t, text, "assets/list.js")

	// Pages of months too: without a month in the address the one before today's, which is the first of December where the
	// operator is.
	months := "/api/operations/" + operation + "/months"
	require.NotContains(t, text, `id="ahead"`)
	text, _ = page("/pmo/operations/"+operation+"/billing/invoices", "session")
	require.NotContains(t, text, `id="ahead"`, "without bill runs the page has no months")
	answers["/api/organizers/7/operations?detailed=true"] = `[{"id":"` + operation + `","features":["editedInvoices"]},{"name":"Lices"}]`
	for address, want := range map[string]string{
		"month": `["` + months + `","` + months + `/2026-11"]`, "month/2026-09": `["` + months + `/2026-09"]`, "billing/invoices": `["` + months + `"]`,
	} {
		text, _ = page("/pmo/operations/"+operation+"/"+address, "session")
		require.Contains(t, text, `<script type="application/json" id="ahead">`+want+`</script>`, address)
	}
	answers["/api/session"] = `{"id":"3","role":"observer","language":"nl"}`
	text, _ = page("/pmo/operations/"+operation+"/month", "session")
	require.NotContains(t, text, `id="ahead"`, "what not each of them may read is asked for by the page")
	answers["/api/session"] = `{"id":"3","role":"organizer","language":"nl"}`

	for address, cookie := range map[string]string{"/pmo/operations/7/month": "", "/pmo": "other"} {
		text, _ = page(address, cookie)
		require.Contains(t, text, "/api/config")
		require.NotContains(t, text, "/api/session", "who is not signed in is told by the API")
		require.NotContains(t, text, "modulepreload")
	}
	text, header = page("/login", "session")
	require.NotContains(t, text, "known", "the sign-in asks for itself")
	require.Equal(t, "no-cache", header.Get("Cache-Control"))
}

// TestTheReferenceIsAPageOfTheApplication: it is read when somebody asks, packed as the build left it; a server without
// it says so.
func TestTheReferenceIsAPageOfTheApplication(t *testing.T) {
	t.Parallel()
	ask := func(d Deps) *http.Response {
		w := httptest.NewRecorder()
		d.reference(w, httptest.NewRequest("GET", "/api/docs", nil))
		return w.Result()
	}
	built := ask(Deps{Webapp: fstest.MapFS{"api-reference.html.gz": {Data: []byte("packed")}}})
	require.Equal(t, http.StatusOK, built.StatusCode)
	require.Equal(t, "gzip", built.Header.Get("Content-Encoding"))
	body, err := io.ReadAll(built.Body)
	require.NoError(t, err)
	require.Equal(t, "packed", string(body))
	for _, d := range []Deps{{}, {Webapp: fstest.MapFS{}}} {
		require.Equal(t, http.StatusServiceUnavailable, ask(d).StatusCode)
	}
}

// TestTheHeadOfAPageIsSentBeforeItsAnswers: a browser fetches the scripts while the questions are answered.
func TestTheHeadOfAPageIsSentBeforeItsAnswers(t *testing.T) {
	t.Parallel()
	seen := make(chan struct{})
	api := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		switch r.URL.Path {
		case "/api/session":
			_, _ = io.WriteString(w, `{"id":"3","role":"organizer","language":"fr"}`)
		case "/api/jobs":
			select {
			case <-seen:
				_, _ = io.WriteString(w, `["late"]`)
			case <-r.Context().Done():
			}
		default:
			_, _ = io.WriteString(w, `{}`)
		}
	})
	app := newApplication("/pmo", fstest.MapFS{"index.html": {Data: []byte(`<html><head></head><body><div id="root"></div></body></html>`)},
		"routes.json": {Data: []byte(`[{"path":"/pmo/lists","files":["assets/l.js"]}]`)}}, "").asking(api, alone, time.Now)
	for _, packed := range []string{"gzip", "identity"} {
		seen = make(chan struct{})
		server := httptest.NewServer(pages(app, application{base: "/admin"}))
		r, err := http.NewRequest("GET", server.URL+"/pmo/lists", nil)
		require.NoError(t, err)
		r.AddCookie(&http.Cookie{Name: "session", Value: "x"})
		r.Header.Set("Accept-Encoding", packed)
		reply, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		body := io.Reader(reply.Body)
		if packed == "gzip" {
			body, err = gzip.NewReader(reply.Body)
			require.NoError(t, err)
		}
		text := ""
		for piece := make([]byte, 512); !strings.Contains(text, "</head>"); {
			n, err := body.Read(piece)
			require.NoError(t, err, text)
			text += string(piece[:n])
		}
		require.Contains(t, text, "/pmo/assets/l.js", packed)
		require.NotContains(t, text, "late")
		close(seen)
		rest, err := io.ReadAll(body)
		require.NoError(t, err)
		require.Contains(t, string(rest), `"body":["late"]`)
		require.NoError(t, reply.Body.Close())
		server.Close()
	}
}
