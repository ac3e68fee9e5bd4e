package httpapi

import (
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"

	"github.com/openpmo/pmo/adapters/httpapi/transport"
)

// nonceMark stands in index.html where each answer gets its own nonce.
const nonceMark = "__CSP_NONCE__"

func init() {
	// Missing from Go's table; a wrong type makes a module or a font fail silently.
	for ext, typ := range map[string]string{".woff2": "font/woff2", ".webmanifest": "application/manifest+json", ".map": "application/json"} {
		_ = mime.AddExtensionType(ext, typ)
	}
}

// application serves one built front-end below its base path ("/pmo", "/admin").
type application struct {
	base  string
	files fs.FS
	index []byte // nil when the front-end is not built
	// pictures is another origin that pictures come from; "" = none.
	pictures string
}

func newApplication(base string, files fs.FS, pictures string) application {
	a := application{base: base, files: files, pictures: pictures}
	if files != nil {
		a.index, _ = fs.ReadFile(files, "index.html")
	}
	return a
}

// serve answers a page or an asset. Assets have a hash in their name and never
// change; an unknown path with an extension is 404, never HTML.
func (s application) serve(w http.ResponseWriter, r *http.Request, name string) {
	if name != "" && name != "index.html" && s.files != nil {
		if info, err := fs.Stat(s.files, name); err == nil && !info.IsDir() {
			s.asset(w, r, name)
			return
		}
	}
	if path.Ext(name) != "" && name != "index.html" {
		http.NotFound(w, r)
		return
	}
	s.page(w)
}

func (s application) asset(w http.ResponseWriter, r *http.Request, name string) {
	if strings.HasPrefix(name, "assets/") {
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	if form, ok := s.compressed(r, name); ok {
		w.Header().Set("Content-Type", mime.TypeByExtension(path.Ext(name)))
		w.Header().Set("Content-Encoding", form.encoding)
		w.Header().Add("Vary", "Accept-Encoding")
		name += form.ending
	}
	http.ServeFileFS(w, r, s.files, name)
}

// forms are what is built beside a file, the smallest first.
var forms = []form{{"br", ".br"}, {"gzip", ".gz"}}

type form struct{ encoding, ending string }

// compressed is the first form of a file that is there and that the browser takes.
func (s application) compressed(r *http.Request, name string) (form, bool) {
	for _, f := range forms {
		if !transport.Takes(r, f.encoding) {
			continue
		}
		if _, err := fs.Stat(s.files, name+f.ending); err == nil {
			return f, true
		}
	}
	return form{}, false
}

func (s application) page(w http.ResponseWriter) {
	h := w.Header()
	h.Set("Cache-Control", "no-cache")
	if s.index == nil {
		http.Error(w, "The application is not built into this binary. Run 'make run'.", http.StatusServiceUnavailable)
		return
	}
	var raw [16]byte
	_, _ = rand.Read(raw[:])
	nonce := base64.RawStdEncoding.EncodeToString(raw[:])
	h.Set("Content-Security-Policy", strings.Join([]string{
		"default-src 'self'", "script-src 'self'", "style-src 'self' 'nonce-" + nonce + "'",
		strings.TrimSpace("img-src 'self' data: blob: " + s.pictures), "font-src 'self'", "connect-src 'self'",
		"object-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"}, "; "))
	h.Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write(bytes.ReplaceAll(s.index, []byte(nonceMark), []byte(nonce)))
}

// pages routes everything outside /api: the back-office below /admin, the main
// application for every other path (specification section 2).
func pages(pmo, admin application) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			http.Error(w, http.StatusText(http.StatusMethodNotAllowed), http.StatusMethodNotAllowed)
			return
		}
		app, rest := pmo, r.URL.Path
		for _, one := range []application{pmo, admin} {
			if r.URL.Path == one.base || strings.HasPrefix(r.URL.Path, one.base+"/") {
				app, rest = one, strings.TrimPrefix(r.URL.Path, one.base)
			}
		}
		app.serve(w, r, strings.TrimPrefix(path.Clean("/"+rest), "/"))
	}
}
