package httpapi

import (
	"context"
	"io/fs"
	"log/slog"
	"net/http"
	"net/netip"

	"github.com/go-chi/chi/v5"

	"github.com/openpmo/pmo/adapters/httpapi/gen/requests"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/policy"
)

// Deps is everything the API needs; cmd/server fills it.
type Deps struct {
	Contract        []byte // the bundled contract, JSON; served, not read
	Log             *slog.Logger
	Authenticator   Authenticator
	IdempotencyKeys IdempotencyKeys
	// Guard is asked again before a stored answer is given again, and about files before
	// they are received. Use cases ask it themselves.
	Guard policy.Guard
	Ready func(context.Context) error // nil error = the process takes requests; else why not, for who runs it
	// Outage says what of the outer world an error means is missing; nil = nothing.
	Outage        func(error) *fault.Error
	Webapp, Admin fs.FS  // built front-ends; nil = none
	Docs          []byte // the API reference page

	// TrustedProxies stand in front of the server: what they say of a client's address
	// is believed.
	TrustedProxies []netip.Prefix

	// Metrics counts requests; nil = one of its own. With MetricsApart it is served elsewhere.
	Metrics      *Metrics
	MetricsApart bool

	Settings Settings
	Services
}

// Settings are the few things a client is told about this installation.
type Settings struct {
	Version      string
	Demo         bool
	SupportEmail string
	SupportHours string
	SupportURL   string
	LogoutURL    string
	TLS          bool          // people come by https, whatever a proxy makes of it
	Weather      bool          // expected production can be asked for
	DemoAccounts []DemoAccount // what the sign-in page offers; only with Demo
}

// DemoAccount is one that the demo seed made.
type DemoAccount struct {
	Email    string
	Password string
	Role     policy.Role
}

// API serves the contract and the two applications.
type API struct {
	deps       Deps
	log        *slog.Logger
	metrics    *Metrics
	loads      *loads
	exports    *exports
	operations map[string]operation
}

// New builds the handler of the whole server.
func New(deps Deps) http.Handler {
	a := &API{deps: deps, log: deps.Log, metrics: deps.Metrics, loads: newLoads(), exports: newExports(), operations: readOperations(requests.All)}
	if a.metrics == nil {
		a.metrics = NewMetrics()
	}
	if a.log == nil {
		a.log = slog.New(slog.DiscardHandler)
	}
	return a.router()
}

func (a *API) router() http.Handler {
	r := chi.NewRouter()
	r.Use(a.observe, paced, a.secure)
	csrf := http.NewCrossOriginProtection()
	csrf.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { a.fail(w, r, errCrossOrigin) }))
	r.Use(csrf.Handler)
	r.Group(func(r chi.Router) {
		r.Use(compressed, a.guard)
		a.mount(r)
	})
	r.Get("/healthz", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("ok\n")) })
	r.Get("/readyz", a.ready)
	if a.deps.MetricsApart {
		r.Handle("/metrics", http.NotFoundHandler())
	} else {
		r.Handle("/metrics", a.metrics.Handler())
	}
	r.With(compressed).Get("/api/openapi.json", a.contract)
	r.Get("/api/docs", a.reference)
	r.Handle("/api", http.HandlerFunc(a.noRoute))
	r.Handle("/api/*", http.HandlerFunc(a.noRoute))
	r.Handle("/*", pages(newApplication("/pmo", a.deps.Webapp), newApplication("/admin", a.deps.Admin)))
	r.MethodNotAllowed(a.noRoute)
	return r
}

func (a *API) noRoute(w http.ResponseWriter, r *http.Request) { a.fail(w, r, errNoRoute) }

func (a *API) ready(w http.ResponseWriter, r *http.Request) {
	if a.deps.Ready != nil {
		if err := a.deps.Ready(r.Context()); err != nil {
			http.Error(w, "not ready: "+err.Error(), http.StatusServiceUnavailable)
			return
		}
	}
	_, _ = w.Write([]byte("ready\n"))
}

func (a *API) contract(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(a.deps.Contract)
}

// reference is the API reference page. Its script and styles are inline by nature,
// so it has a policy of its own, without any connection outside.
func (a *API) reference(w http.ResponseWriter, _ *http.Request) {
	if len(a.deps.Docs) == 0 {
		http.Error(w, "The API reference is not built into this binary. Run 'make run'.", http.StatusServiceUnavailable)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Encoding", "gzip")
	h.Set("Content-Security-Policy", "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval'; style-src 'unsafe-inline'; img-src data:; font-src data:; worker-src blob:; connect-src 'self'")
	_, _ = w.Write(a.deps.Docs)
}
