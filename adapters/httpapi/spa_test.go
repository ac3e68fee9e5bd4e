package httpapi

import (
	"net/http/httptest"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

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

// TestPicturesComeFromWhereTheyLie: the object store's links may lead to another host, and to no third.
func TestPicturesComeFromWhereTheyLie(t *testing.T) {
	t.Parallel()
	for pictures, want := range map[string]string{"": "img-src 'self' data: blob:;", "https://s3.example.org": "img-src 'self' data: blob: https://s3.example.org;"} {
		w := httptest.NewRecorder()
		newApplication("/pmo", fstest.MapFS{"index.html": {Data: []byte("<html>")}}, pictures).serve(w, httptest.NewRequest("GET", "/pmo", nil), "")
		require.Contains(t, w.Header().Get("Content-Security-Policy"), want)
	}
}
