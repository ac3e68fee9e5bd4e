package httpapi

import (
	"context"
	"log/slog"
	"net/http"
	"regexp"
	"runtime/debug"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"

	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

const (
	maxJSONBody   = 1 << 20
	maxPublicBody = 16 << 10  // of who has no session
	maxUploadBody = 256 << 20 // curve files of one request; domain: a year of 1 000 sites fits zipped
)

var goodRequestID = regexp.MustCompile(`^[A-Za-z0-9._-]{8,64}$`)

// observe gives the request its id, logs one line at its end (no personal data) and
// counts it. A panic becomes a 500 with the same request id.
func (a *API) observe(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n := &requestNote{id: r.Header.Get("X-Request-Id")}
		if !goodRequestID.MatchString(n.id) {
			n.id = id.New().String()
		}
		w.Header().Set("X-Request-Id", n.id)
		r = r.WithContext(context.WithValue(r.Context(), keyRequest, n))
		ww := middleware.NewWrapResponseWriter(w, r.ProtoMajor)
		start := time.Now()
		defer func() {
			if p := recover(); p != nil {
				a.log.Error("panic", slog.Any("value", p), slog.String("requestId", n.id), slog.String("stack", string(debug.Stack())))
				if ww.Status() == 0 {
					a.fail(ww, r, errInternal)
				} else {
					defer panic(http.ErrAbortHandler) // half an answer must not look like a whole one
				}
			}
			a.report(r, ww, n, time.Since(start))
		}()
		next.ServeHTTP(ww, r)
	})
}

func (a *API) report(r *http.Request, ww middleware.WrapResponseWriter, n *requestNote, took time.Duration) {
	status := ww.Status()
	if status == 0 {
		status = http.StatusOK
	}
	a.metrics.observe(r.Method, n.operation, status, took)
	if n.operation == "" && status < 500 {
		return // pages and assets are not worth a line
	}
	a.log.Info("request", slog.String("requestId", n.id), slog.String("method", r.Method),
		slog.String("operation", n.operation), slog.Int("status", status), slog.String("key", n.problem),
		slog.String("userId", n.user.String()), slog.Int("bytes", ww.BytesWritten()),
		slog.Float64("ms", float64(took.Microseconds())/1000))
}

// guard runs before an operation's parameters are read: it limits the body,
// authenticates, validates and replays.
func (a *API) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		o, ok := a.operationOf(r, chi.RouteContext(r.Context()).RoutePattern())
		if !ok {
			a.fail(w, r, errNoRoute)
			return
		}
		note(r.Context()).operation = o.id
		limit := int64(maxJSONBody)
		switch {
		case o.multipart:
			limit = maxUploadBody
		case o.permission == "public":
			limit = maxPublicBody
		}
		r.Body = http.MaxBytesReader(w, r.Body, limit)
		if !o.multipart {
			defer a.loads.keep(r)()
		}
		bounded, done := within(r, o)
		defer done()
		r = r.WithContext(bounded)
		ctx, err := a.authenticate(w, r, o)
		if err != nil {
			a.fail(w, r, err)
			return
		}
		r = r.WithContext(ctx)
		if err := a.validate(o, r); err != nil {
			a.fail(w, r, err)
			return
		}
		if err := a.admit(ctx, o, r); err != nil {
			a.fail(w, r, err)
			return
		}
		if o.file && o.permission != "public" { // a link leads to what is made already
			leave, err := a.exports.enter(ctx, principal(ctx).UserID, id.ID(chi.URLParam(r, "operationId")))
			if err != nil {
				a.fail(w, r, err)
				return
			}
			defer leave()
		}
		w.Header().Set("Cache-Control", "no-store")
		a.once(o, next).ServeHTTP(w, r)
	})
}

// admit asks about files before they are received, so that nobody fills the disk with
// what will be refused. The use case asks again, as always. Errors: forbidden, notFound.
func (a *API) admit(ctx context.Context, o operation, r *http.Request) error {
	operationID := chi.URLParam(r, "operationId")
	if !o.multipart || operationID == "" || a.deps.Guard.Decider == nil {
		return nil
	}
	return a.deps.Guard.Operation(ctx, principal(ctx), policy.Permission(o.permission), id.ID(operationID))
}

// hstsLife is how long a browser that came by TLS asks for nothing else.
const hstsLife = "max-age=31536000"

// secure sets the headers that every answer carries.
func (a *API) secure(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		if a.byTLS(r) {
			h.Set("Strict-Transport-Security", hstsLife)
		}
		next.ServeHTTP(w, r)
	})
}
