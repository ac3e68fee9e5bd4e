package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"strconv"
	"strings"

	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/sdk/ui/catalogues"
)

// Faults that belong to HTTP itself.
var (
	errNoRoute        = fault.New(fault.NotFound, "route.notFound")
	errNoSession      = fault.New(fault.Unauthenticated, "session.required")
	errInvalidRequest = fault.New(fault.Invalid, "request.invalid")
	errBodyTooLarge   = fault.New(fault.TooLarge, "body.tooLarge")
	errKeyReused      = fault.New(fault.Conflict, "idempotency.keyReused")
	errKeyInvalid     = fault.New(fault.Invalid, "idempotency.keyInvalid").At("Idempotency-Key")
	errCrossOrigin    = fault.New(fault.Forbidden, "request.crossOrigin")
	errBodyTooSlow    = fault.New(fault.Invalid, "body.tooSlow")
	errTimeout        = fault.New(fault.Unavailable, "request.timeout").With("retryAfterSeconds", retryAfter)
	errInternal       = fault.New(fault.Internal, "internal")
)

var statusOf = map[fault.Kind]int{
	fault.Internal:        http.StatusInternalServerError,
	fault.Invalid:         http.StatusBadRequest,
	fault.Unauthenticated: http.StatusUnauthorized,
	fault.Forbidden:       http.StatusForbidden,
	fault.NotFound:        http.StatusNotFound,
	fault.Conflict:        http.StatusConflict,
	fault.Changed:         http.StatusPreconditionFailed,
	fault.TooLarge:        http.StatusRequestEntityTooLarge,
	fault.TooMany:         http.StatusTooManyRequests,
	fault.Unavailable:     http.StatusServiceUnavailable,
}

// problem turns a fault into the body of decisions 9.9, its texts in lang.
func problem(f *fault.Error, lang, requestID string) model.Problem {
	status := statusOf[f.Kind]
	p := model.Problem{
		Type:      "urn:pmo:problem:" + f.Key,
		Title:     http.StatusText(status),
		Status:    status,
		Key:       f.Key,
		RequestId: requestID,
		Params:    params(f.Params),
	}
	if text := catalogues.Text(lang, "errors", f.Key, f.Params); text != "" {
		p.Detail = &text
	}
	details := listedDetails(f)
	if len(details) > 0 {
		items := problemItems(details, lang)
		p.Errors = &items
	}
	return p
}

// listedDetails are the innermost details of a fault, maxErrors at most and then how many more
// there are; a fault with a field or a row of its own is its detail.
func listedDetails(f *fault.Error) []*fault.Error {
	if len(f.Items) == 0 {
		if f.Field != "" || f.Row > 0 {
			return []*fault.Error{f}
		}
		return nil
	}
	var details []*fault.Error
	more := 0
	var walk func([]*fault.Error)
	walk = func(faults []*fault.Error) {
		for _, f := range faults {
			switch count, _ := f.Params["count"].(int); {
			case len(f.Items) > 0:
				walk(f.Items)
			case f.Key == errMoreErrors.Key:
				more += count
			case len(details) == maxErrors:
				more++
			default:
				details = append(details, f)
			}
		}
	}
	walk(f.Items)
	if more > 0 {
		details = append(details, errMoreErrors.With("count", more))
	}
	return details
}

// problemItems are details in the words of the contract.
func problemItems(faults []*fault.Error, lang string) []model.ProblemItem {
	var items []model.ProblemItem
	for _, f := range faults {
		item := model.ProblemItem{Key: f.Key, Params: params(f.Params)}
		if f.Field != "" {
			item.Field = &f.Field
		}
		if f.Row > 0 {
			item.Row = &f.Row
		}
		if text := catalogues.Text(lang, "errors", f.Key, f.Params); text != "" {
			item.Detail = &text
		}
		items = append(items, item)
	}
	return items
}

func params(p map[string]any) *model.ProblemParams {
	if len(p) == 0 {
		return nil
	}
	m := model.ProblemParams(p)
	return &m
}

// fail writes err as a problem. It is the only place where an error becomes a reply.
func (a *API) fail(w http.ResponseWriter, r *http.Request, err error) {
	f := a.faultOf(r.Context(), err)
	if f.Kind == fault.Internal {
		a.log.ErrorContext(r.Context(), "request failed", slog.String("requestId", RequestID(r.Context())), slog.String("error", err.Error()))
		f = errInternal
	}
	noteKey(r.Context(), f.Key)
	if s, ok := f.Params["retryAfterSeconds"].(int); ok {
		w.Header().Set("Retry-After", strconv.Itoa(s))
	}
	body, _ := json.Marshal(problem(f, language(r), RequestID(r.Context())))
	h := w.Header()
	h.Set("Content-Type", "application/problem+json")
	h.Set("Cache-Control", "no-store")
	h.Del("ETag")
	w.WriteHeader(statusOf[f.Kind])
	_, _ = w.Write(body)
}

// faultOf is the fault that an error is for the caller. What the outer world lacks (the
// database, room on a disk, time) hides every other reason: a driver only knows that a
// connection broke.
func (a *API) faultOf(ctx context.Context, err error) *fault.Error {
	var tooLarge *http.MaxBytesError
	f := fault.From(err)
	if a.deps.Outage != nil && (f == nil || f.Kind == fault.Internal) {
		if outage := a.deps.Outage(err); outage != nil {
			a.log.ErrorContext(ctx, "outage", slog.String("requestId", RequestID(ctx)), slog.String("key", outage.Key), slog.String("error", err.Error()))
			return outage
		}
	}
	switch {
	case errors.As(err, &tooLarge):
		return errBodyTooLarge.With("limitBytes", tooLarge.Limit)
	case f != nil && f.Kind != fault.Internal:
		return f
	case errors.Is(err, context.DeadlineExceeded):
		return errTimeout
	case f != nil:
		return f
	case errors.Is(err, context.Canceled):
		return errInternal.Because(err)
	default:
		return bindingFault(err)
	}
}

// language is that of the catalogue to answer in, from Accept-Language: fr, fr-BE, nl,
// or en for terminals and programs. French is the fallback (specification 1).
func language(r *http.Request) string {
	for _, part := range strings.Split(r.Header.Get("Accept-Language"), ",") {
		switch tag := strings.ToLower(strings.TrimSpace(strings.SplitN(part, ";", 2)[0])); {
		case tag == "fr-be":
			return "fr-BE"
		case strings.HasPrefix(tag, "fr"):
			return "fr"
		case strings.HasPrefix(tag, "nl"):
			return "nl"
		case strings.HasPrefix(tag, "en"):
			return "en"
		}
	}
	return "fr"
}
