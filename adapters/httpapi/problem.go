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
	if items := problemItems(f.Items, lang); len(items) > 0 {
		p.Errors = &items
	} else if f.Field != "" || f.Row > 0 {
		items := problemItems([]*fault.Error{f}, lang)
		p.Errors = &items
	}
	return p
}

// problemItems are the details of a fault, innermost ones flattened.
func problemItems(faults []*fault.Error, lang string) []model.ProblemItem {
	var items []model.ProblemItem
	for _, f := range faults {
		if len(f.Items) > 0 {
			items = append(items, problemItems(f.Items, lang)...)
			continue
		}
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
	var tooLarge *http.MaxBytesError
	f := fault.From(err)
	switch {
	case errors.As(err, &tooLarge):
		f = errBodyTooLarge.With("limitBytes", tooLarge.Limit)
	case f != nil:
	case errors.Is(err, context.Canceled):
		f = errInternal.Because(err)
	default:
		f = bindingFault(err)
	}
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
