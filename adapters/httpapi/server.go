package httpapi

import (
	"context"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"net/netip"
	"time"

	"github.com/go-chi/chi/v5"

	"github.com/openpmo/pmo/adapters/httpapi/account"
	"github.com/openpmo/pmo/adapters/httpapi/transport"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/policy"
)

// Deps is everything the API needs; cmd/server fills it.
type Deps struct {
	Contract        []byte // the bundled contract, JSON; served, not read
	Log             *slog.Logger
	Authenticator   transport.Authenticator
	IdempotencyKeys transport.IdempotencyKeys
	// Guard is asked again before a stored answer is given again, and about files before
	// they are received. Use cases ask it themselves.
	Guard policy.Guard
	Ready func(context.Context) error // nil error = the process takes requests; else why not, for who runs it
	// Outage says what of the outer world an error means is missing; nil = nothing.
	Outage        func(error) *fault.Error
	Webapp, Admin fs.FS // built front-ends; nil = none. The page of the API reference stands in the first
	// PictureOrigin is where the links of pictures lead when that is elsewhere, as https://s3.example.org.
	PictureOrigin string

	// TrustedProxies stand in front of the server: what they say of a client's address
	// is believed.
	TrustedProxies []netip.Prefix

	// Metrics counts requests; nil = one of its own. With MetricsApart it is served elsewhere.
	Metrics      *transport.Metrics
	MetricsApart bool

	// OneMoment prepares the context of a request that only asks; nil = nothing to prepare.
	OneMoment func(context.Context) context.Context

	Settings account.Settings
	Now      func() time.Time // the clock of the core; nil = the machine's
	Services
}

// New builds the handler of the whole server.
func New(deps Deps) http.Handler {
	if deps.Metrics == nil {
		deps.Metrics = transport.NewMetrics()
	}
	if deps.Now == nil {
		deps.Now = time.Now
	}
	if deps.OneMoment == nil {
		deps.OneMoment = func(ctx context.Context) context.Context { return ctx }
	}
	t := transport.New(transport.Config{Log: deps.Log, Authenticator: deps.Authenticator, IdempotencyKeys: deps.IdempotencyKeys, Guard: deps.Guard,
		Outage: deps.Outage, TrustedProxies: deps.TrustedProxies, TLS: deps.Settings.TLS, Metrics: deps.Metrics, OneMoment: deps.OneMoment})
	r := chi.NewRouter()
	r.Use(t.Around()...)
	deps.mount(r, t)
	r.Get("/healthz", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("ok\n")) })
	r.Get("/readyz", deps.ready)
	if deps.MetricsApart {
		r.Handle("/metrics", http.NotFoundHandler())
	} else {
		r.Handle("/metrics", deps.Metrics.Handler())
	}
	r.With(transport.Compressed).Get("/api/openapi.json", deps.contract)
	r.Get("/api/docs", deps.reference)
	r.Handle("/api", http.HandlerFunc(t.NoRoute))
	r.Handle("/api/*", http.HandlerFunc(t.NoRoute))
	r.Handle("/*", pages(newApplication("/pmo", deps.Webapp, deps.PictureOrigin).asking(r, deps.OneMoment, deps.Now), newApplication("/admin", deps.Admin, "")))
	r.MethodNotAllowed(t.NoRoute)
	return r
}

func (d Deps) ready(w http.ResponseWriter, r *http.Request) {
	if d.Ready != nil {
		if err := d.Ready(r.Context()); err != nil {
			http.Error(w, "not ready: "+err.Error(), http.StatusServiceUnavailable)
			return
		}
	}
	_, _ = w.Write([]byte("ready\n"))
}

func (d Deps) contract(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(d.Contract)
}

// reference is the API reference page. Its script and styles are inline by nature,
// so it has a policy of its own, without any connection outside.
func (d Deps) reference(w http.ResponseWriter, _ *http.Request) {
	page, err := d.referencePage()
	if err != nil {
		http.Error(w, "The API reference is not built into this binary. Run 'make run'.", http.StatusServiceUnavailable)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Encoding", "gzip")
	h.Set("Content-Security-Policy", "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval'; style-src 'unsafe-inline'; img-src data:; font-src data:; worker-src blob:; connect-src 'self'")
	_, _ = io.Copy(w, page)
	_ = page.Close()
}

func (d Deps) referencePage() (fs.File, error) {
	if d.Webapp == nil {
		return nil, fs.ErrNotExist
	}
	return d.Webapp.Open("api-reference.html.gz")
}
