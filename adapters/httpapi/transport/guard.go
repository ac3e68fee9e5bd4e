package transport

import (
	"context"
	"log/slog"
	"net/http"
	"regexp"
	"runtime/debug"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"

	"github.com/openpmo/pmo/adapters/httpapi/transport/contract"
	"github.com/openpmo/pmo/adapters/httpapi/transport/problem"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
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
func (t *Transport) observe(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n := &request.Note{ID: r.Header.Get("X-Request-Id")}
		if !goodRequestID.MatchString(n.ID) {
			n.ID = id.New().String()
		}
		w.Header().Set("X-Request-Id", n.ID)
		r = r.WithContext(request.WithNote(r.Context(), n))
		ww := middleware.NewWrapResponseWriter(w, r.ProtoMajor)
		start := time.Now()
		defer func() {
			if p := recover(); p != nil {
				t.Log.Error("panic", slog.Any("value", p), slog.String("requestId", n.ID), slog.String("stack", string(debug.Stack())))
				if ww.Status() == 0 {
					t.Fail(ww, r, problem.ErrInternal)
				} else {
					defer panic(http.ErrAbortHandler) // half an answer must not look like a whole one
				}
			}
			t.report(r, ww, n, time.Since(start))
		}()
		next.ServeHTTP(ww, r)
	})
}

func (t *Transport) report(r *http.Request, ww middleware.WrapResponseWriter, n *request.Note, took time.Duration) {
	status := ww.Status()
	if status == 0 {
		status = http.StatusOK
	}
	t.metrics.observe(r.Method, n.Operation, status, took)
	if n.Operation == "" && status < 500 {
		return // pages and assets are not worth a line
	}
	t.Log.Info("request", slog.String("requestId", n.ID), slog.String("method", r.Method),
		slog.String("operation", n.Operation), slog.Int("status", status), slog.String("key", n.Of),
		slog.String("userId", n.User.String()), slog.Int("bytes", ww.BytesWritten()),
		slog.Float64("ms", float64(took.Microseconds())/1000))
}

// guard runs before an operation's parameters are read: it limits the body,
// authenticates, validates and replays.
func (t *Transport) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		o, ok := t.operations.Of(r, chi.RouteContext(r.Context()).RoutePattern())
		if !ok {
			t.Fail(w, r, problem.ErrNoRoute)
			return
		}
		request.NoteOf(r.Context()).Operation = o.ID
		limit := int64(maxJSONBody)
		switch {
		case o.Multipart:
			limit = maxUploadBody
		case o.Permission == "public":
			limit = maxPublicBody
		}
		r.Body = http.MaxBytesReader(w, r.Body, limit)
		if !o.Multipart {
			defer t.loads.Keep(r)()
		}
		w, bounded, done := within(w, r, o)
		defer done()
		if r.Method == http.MethodGet || r.Method == http.MethodHead {
			bounded = t.oneMoment(bounded)
		}
		r = r.WithContext(bounded)
		ctx, err := t.Callers.authenticate(r, o)
		if err != nil {
			t.Fail(w, r, err)
			return
		}
		r = r.WithContext(ctx)
		if err := t.Validate(o, r); err != nil {
			t.Fail(w, r, err)
			return
		}
		if err := t.admit(ctx, o, r); err != nil {
			t.Fail(w, r, err)
			return
		}
		if o.File && o.Permission != "public" { // a link leads to what is made already
			leave, err := t.exports.enter(ctx, request.Principal(ctx).UserID, id.ID(chi.URLParam(r, "operationId")))
			if err != nil {
				t.Fail(w, r, err)
				return
			}
			defer leave()
		}
		w.Header().Set("Cache-Control", "no-store")
		t.once(o, next).ServeHTTP(w, r)
	})
}

// admit asks about files before they are received, so that nobody fills the disk with
// what will be refused. The use case asks again, as always. Errors: forbidden, notFound.
func (t *Transport) admit(ctx context.Context, o contract.Operation, r *http.Request) error {
	operationID := chi.URLParam(r, "operationId")
	if !o.Multipart || operationID == "" || t.guards.Decider == nil {
		return nil
	}
	return t.guards.Operation(ctx, request.Principal(ctx), policy.Permission(o.Permission), id.ID(operationID))
}

// hstsLife is how long a browser that came by TLS asks for nothing else.
const hstsLife = "max-age=31536000"

// secure sets the headers that every answer carries.
func (t *Transport) secure(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		if t.Callers.byTLS(r) {
			h.Set("Strict-Transport-Security", hstsLife)
		}
		next.ServeHTTP(w, r)
	})
}
