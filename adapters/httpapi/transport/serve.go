// Package transport is the machinery that every operation of the contract goes through:
// limits of a body, who asks, the contract, replays, and answers named, kept and compressed.
package transport

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"

	"github.com/go-chi/chi/v5"

	"github.com/openpmo/pmo/adapters/httpapi/gen/requests"
	"github.com/openpmo/pmo/adapters/httpapi/transport/contract"
	"github.com/openpmo/pmo/adapters/httpapi/transport/endpoint"
	"github.com/openpmo/pmo/adapters/httpapi/transport/paging"
	"github.com/openpmo/pmo/adapters/httpapi/transport/problem"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/policy"
)

// Config is what the machinery needs of the rest of the server.
type Config struct {
	Log             *slog.Logger // nil = none
	Authenticator   Authenticator
	IdempotencyKeys IdempotencyKeys
	Guard           policy.Guard
	Outage          func(error) *fault.Error // nil = nothing is ever missing
	TrustedProxies  []netip.Prefix
	TLS             bool     // people come by https, whatever a proxy makes of it
	Metrics         *Metrics // nil = one of its own
	// OneMoment prepares the context of a request that only asks.
	OneMoment func(context.Context) context.Context
}

// Transport carries requests to the handlers of the contract and their answers back.
type Transport struct {
	problem.Writer
	Callers Callers
	contract.Validator
	operations contract.Operations
	keys       IdempotencyKeys
	guards     policy.Guard
	metrics    *Metrics
	loads      *contract.Loads
	exports    *exports
	oneMoment  func(context.Context) context.Context
}

func New(c Config) *Transport {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Metrics == nil {
		c.Metrics = NewMetrics()
	}
	bodies := contract.NewLoads()
	return &Transport{Writer: problem.NewWriter(c.Log, c.Outage), Callers: Callers{c.Authenticator, c.TLS, c.TrustedProxies},
		Validator: contract.NewValidator(bodies), operations: contract.ReadOperations(requests.All), keys: c.IdempotencyKeys, guards: c.Guard,
		metrics: c.Metrics, loads: bodies, exports: newExports(), oneMoment: c.OneMoment}
}

// Around is what every request goes through, whatever it asks for.
func (t *Transport) Around() chi.Middlewares {
	csrf := http.NewCrossOriginProtection()
	csrf.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { t.Fail(w, r, problem.ErrCrossOrigin) }))
	return chi.Middlewares{t.observe, paced, t.secure, csrf.Handler}
}

// Mount routes operations of the contract to their handlers.
func (t *Transport) Mount(r chi.Router, endpoints []endpoint.Endpoint, around ...func(http.Handler) http.Handler) {
	r = r.With(Compressed, t.guard).With(around...)
	for _, e := range endpoints {
		r.Method(e.Method, contract.Base+e.Path, t.serve(e))
	}
}

// NoRoute answers what no operation of the contract is.
func (t *Transport) NoRoute(w http.ResponseWriter, r *http.Request) { t.Fail(w, r, problem.ErrNoRoute) }

// serve reads the request of an operation, asks its handler for the part of a list that is
// wanted, and writes the answer.
func (t *Transport) serve(e endpoint.Endpoint) http.Handler {
	call := paging.Listed(e.Call)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		said, err := e.Read(r)
		if err != nil {
			t.Fail(w, r, err)
			return
		}
		answer, err := call(request.WithHTTP(r), said)
		if err == nil {
			err = e.Write(w, answer)
		}
		if err != nil {
			t.Fail(w, r, err)
		}
	})
}
