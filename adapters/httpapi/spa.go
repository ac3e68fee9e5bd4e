package httpapi

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/klauspost/compress/gzip"

	"github.com/openpmo/pmo/adapters/httpapi/transport"
)

// nonceMark stands in index.html where each answer gets its own nonce.
const nonceMark = "__CSP_NONCE__"

// types are what the files of a front-end are sent as: a wrong type makes a module or a font fail silently. Go's own
// table lacks some of them and takes others from the machine, whose lists it reads whole the first time it is asked.
var types = map[string]string{
	".css": "text/css; charset=utf-8", ".html": "text/html; charset=utf-8", ".ico": "image/vnd.microsoft.icon",
	".js": "text/javascript; charset=utf-8", ".json": "application/json", ".map": "application/json", ".png": "image/png",
	".svg": "image/svg+xml", ".txt": "text/plain; charset=utf-8", ".webmanifest": "application/manifest+json", ".woff2": "font/woff2",
}

// application serves one built front-end below its base path ("/pmo", "/admin").
type application struct {
	base  string
	files fs.FS
	index []byte // nil when the front-end is not built
	// inline are the digests of the scripts that stand in the page itself, as the policy names them.
	inline string
	// pictures is another origin that pictures come from; "" = none.
	pictures string
	// routes are the scripts of each address, named at its head.
	routes []route
	// api answers the first questions of a page that is opened; nil = the page asks itself.
	api http.Handler
	// oneMoment prepares the context that the questions of a page share.
	oneMoment func(context.Context) context.Context
	// now is the clock of the core.
	now func() time.Time
}

// route is an address with the scripts that a browser needs for it, and those of its texts by language, as the build
// wrote them.
type route struct {
	Path  string              `json:"path"`
	Files []string            `json:"files"`
	Words map[string][]string `json:"words"`
}

// matches compares an address part by part; a part that begins with a colon is any.
func (r route) matches(address string) bool {
	want, got := strings.Split(r.Path, "/"), strings.Split(strings.TrimSuffix(address, "/"), "/")
	if len(want) != len(got) {
		return false
	}
	for i, part := range want {
		if part != got[i] && !strings.HasPrefix(part, ":") {
			return false
		}
	}
	return true
}

// inlineScript is one without attributes: all others are files.
var inlineScript = regexp.MustCompile(`(?s)<script>(.*?)</script>`)

// headEnd, root and bodyEnd are where a page takes what the server adds.
const headEnd, root, bodyEnd = "</head>", `<div id="root">`, "</body>"

func newApplication(base string, files fs.FS, pictures string) application {
	a := application{base: base, files: files, pictures: pictures}
	if files != nil {
		a.index, _ = fs.ReadFile(files, "index.html")
		for _, script := range inlineScript.FindAllSubmatch(a.index, -1) {
			sum := sha256.Sum256(script[1])
			a.inline += " 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
		}
		if raw, err := fs.ReadFile(files, "routes.json"); err == nil {
			_ = json.Unmarshal(raw, &a.routes) // without, a browser goes from file to file
		}
	}
	return a
}

// asking gives an application the API that answers the first questions of its pages, what prepares the context that they
// share, and the clock.
func (s application) asking(api http.Handler, oneMoment func(context.Context) context.Context, now func() time.Time) application {
	s.api, s.oneMoment, s.now = api, oneMoment, now
	return s
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
	s.page(w, r)
}

func (s application) asset(w http.ResponseWriter, r *http.Request, name string) {
	if strings.HasPrefix(name, "assets/") {
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	kind, known := types[path.Ext(name)]
	if known {
		w.Header().Set("Content-Type", kind)
	}
	if form, ok := s.compressed(r, name); ok && known { // what is not known is sent as it is, by what it looks like
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

// page answers the application. What it says of who opens it is for nobody else and for now only: it is not kept.
func (s application) page(w http.ResponseWriter, r *http.Request) {
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
		"default-src 'self'", "script-src 'self'" + s.inline, "style-src 'self' 'nonce-" + nonce + "'",
		strings.TrimSpace("img-src 'self' data: blob: " + s.pictures), "font-src 'self'", "connect-src 'self'",
		"object-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"}, "; "))
	h.Set("Content-Type", "text/html; charset=utf-8")
	text := bytes.ReplaceAll(s.index, []byte(nonceMark), []byte(nonce))
	out := newSender(w, r)
	defer out.close()
	if s.api == nil || r.Method != http.MethodGet || (r.URL.Path != s.base && !strings.HasPrefix(r.URL.Path, s.base+"/")) {
		out.send(text)
		return
	}
	h.Set("Cache-Control", "private, no-store")
	s.open(out, r.WithContext(s.oneMoment(r.Context())), text)
}

// listOfHome is the address, in routes.json, of what home shows whoever has several operations.
const listOfHome = home + "?several"

// open sends a page with the scripts of its address, the answers to its first questions, and those that its browser asks
// ahead. What stands before its root goes out as soon as it is known who comes: the browser fetches scripts while the
// questions are answered.
func (s application) open(out *sender, r *http.Request, text []byte) {
	v := visit{api: s.api, request: r}
	v.greet()
	first, rest, _ := bytes.Cut(text, []byte(root))
	head, body, _ := bytes.Cut(first, []byte(headEnd))
	scripts := s.scripts([]string{r.URL.Path}, v.session.Language)
	out.send(head, s.preloads(scripts), []byte(headEnd), body)
	out.flush()
	v.askFirst(s.now())
	if v.several {
		out.send(s.preloads(s.scripts([]string{r.URL.Path, listOfHome}, v.session.Language)[len(scripts):]))
	}
	if len(v.ahead) > 0 {
		out.send(asData("ahead", v.ahead))
	}
	rest, end, _ := bytes.Cut(rest, []byte(bodyEnd))
	out.send([]byte(root), rest)
	if len(v.answers) > 0 {
		out.send(asData("known", v.answers))
	}
	out.send([]byte(bodyEnd), end)
}

// sender sends a page, packed where the browser takes that. An error is the browser's, which is gone.
type sender struct {
	w   http.ResponseWriter
	zip *gzip.Writer // nil = as it is
}

func newSender(w http.ResponseWriter, r *http.Request) *sender {
	s := &sender{w: w}
	if transport.Takes(r, "gzip") {
		w.Header().Set("Content-Encoding", "gzip")
		w.Header().Add("Vary", "Accept-Encoding")
		s.zip, _ = gzip.NewWriterLevel(w, gzip.BestSpeed) // the level exists
	}
	return s
}

func (s *sender) send(pieces ...[]byte) {
	for _, piece := range pieces {
		if s.zip != nil {
			_, _ = s.zip.Write(piece)
		} else {
			_, _ = s.w.Write(piece)
		}
	}
}

// flush has the browser read what was sent so far.
func (s *sender) flush() {
	if s.zip != nil {
		_ = s.zip.Flush()
	}
	_ = http.NewResponseController(s.w).Flush()
}

func (s *sender) close() {
	if s.zip != nil {
		_ = s.zip.Close()
	}
}

// preloads names scripts to a browser.
func (s application) preloads(files []string) []byte {
	var links bytes.Buffer
	for _, file := range files {
		links.WriteString(`<link rel="modulepreload" crossorigin href="` + s.base + "/" + file + "\">\n    ")
	}
	return links.Bytes()
}

// scripts are the files of addresses, each once; none without a language, for then the sign-in comes next.
func (s application) scripts(addresses []string, language string) []string {
	var files []string
	if language == "" {
		return nil
	}
	for _, address := range addresses {
		if at := slices.IndexFunc(s.routes, func(one route) bool { return one.matches(address) }); at >= 0 {
			for _, file := range slices.Concat(s.routes[at].Files, s.routes[at].Words[language]) {
				if !slices.Contains(files, file) {
					files = append(files, file)
				}
			}
		}
	}
	return files
}

// asData is an element that the scripts of a page read by its id. What could end it is escaped.
func asData(id string, value any) []byte {
	said, err := json.Marshal(value)
	if err != nil {
		return nil
	}
	return []byte(`<script type="application/json" id="` + id + `">` + string(said) + "</script>\n  ")
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
