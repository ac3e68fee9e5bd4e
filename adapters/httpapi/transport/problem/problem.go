// Package problem is how a refusal is told: the faults of HTTP itself, and every fault as the
// body that the contract gives to problems.
package problem

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"os"
	"strconv"
	"strings"
	"syscall"

	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/endpoint"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/sdk/ui/catalogues"
)

// RetryAfter is when who was sent away may come back, in seconds.
const RetryAfter = 2

// MaxErrors is how many errors a problem lists; what is left is counted.
const MaxErrors = 50

// Faults that belong to HTTP itself.
var (
	ErrNoRoute        = fault.New(fault.NotFound, "route.notFound")
	ErrNoSession      = fault.SessionRequired
	ErrInvalidRequest = fault.New(fault.Invalid, "request.invalid")
	errBodyTooLarge   = fault.New(fault.TooLarge, "body.tooLarge", fault.Int("kilobytes"))
	errUploadTooLarge = fault.New(fault.TooLarge, "upload.tooLarge", fault.Int("megabytes"))
	ErrKeyReused      = fault.New(fault.Conflict, "idempotency.keyReused")
	ErrKeyInvalid     = fault.New(fault.Invalid, "idempotency.keyInvalid").At("Idempotency-Key")
	ErrCrossOrigin    = fault.New(fault.Forbidden, "request.crossOrigin")
	errBodyTooSlow    = fault.New(fault.Invalid, "body.tooSlow")
	errTimeout        = fault.New(fault.Unavailable, "request.timeout", fault.Int("retryAfterSeconds")).With("retryAfterSeconds", RetryAfter)
	ErrInternal       = fault.Unexpected
	// ErrBusy sends a caller away for a moment.
	ErrBusy = fault.New(fault.Unavailable, "server.busy", fault.Int("retryAfterSeconds")).With("retryAfterSeconds", RetryAfter)
	// ErrMoreErrors ends a list of errors that goes on.
	ErrMoreErrors = fault.New(fault.Invalid, "errors.more", fault.Int("count"))
)

// Why a field does not fit the contract. The wording is in the catalogues.
var (
	ErrFieldRequired = fault.FieldRequired
	ErrFieldUnknown  = fault.New(fault.Invalid, "field.unknown")
	ErrFieldTooLong  = fault.FieldTooLong
	ErrFieldTooShort = fault.New(fault.Invalid, "field.tooShort", fault.Int("min"))
	ErrFieldEnum     = fault.FieldEnum
	ErrFieldRange    = fault.New(fault.Invalid, "field.range", fault.Text("code"), fault.Number("min", "max"))
	ErrFieldPattern  = fault.New(fault.Invalid, "field.pattern")
	ErrFieldType     = fault.New(fault.Invalid, "field.type")
	ErrDateInvalid   = fault.DateInvalid
	ErrIDInvalid     = fault.IDInvalid
	ErrBodyInvalid   = fault.New(fault.Invalid, "body.invalid")
)

// ErrText is a text with a character that no database keeps: U+0000, or bytes that are no
// UTF-8.
var ErrText = fault.New(fault.Invalid, "text.invalid")

// ErrDecimals is a number finer than what is kept of it; parameter max (decimals).
var ErrDecimals = fault.New(fault.Invalid, "field.decimals", fault.Text("code"), fault.Int("max"))

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

// Status is the HTTP status of a kind of fault.
func Status(k fault.Kind) int { return statusOf[k] }

// Of turns a fault into the body of specification section 8, its texts in lang.
func Of(f *fault.Error, lang, requestID string) model.Problem {
	status := statusOf[f.Kind]
	p := model.Problem{
		Type:      "urn:pmo:problem:" + f.Key,
		Title:     http.StatusText(status),
		Status:    status,
		Key:       f.Key,
		RequestId: requestID,
		Params:    Params(f.Params),
	}
	if text := catalogues.Text(lang, "errors", f.Key, f.Params); text != "" {
		p.Detail = &text
	}
	details := listedDetails(f)
	if len(details) > 0 {
		items := Items(details, lang)
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
			case f.Key == ErrMoreErrors.Key:
				more += count
			case len(details) == MaxErrors:
				more++
			default:
				details = append(details, f)
			}
		}
	}
	walk(f.Items)
	if more > 0 {
		details = append(details, ErrMoreErrors.With("count", more))
	}
	return details
}

// Items are details in the words of the contract.
func Items(faults []*fault.Error, lang string) []model.ProblemItem {
	var items []model.ProblemItem
	for _, f := range faults {
		item := model.ProblemItem{Key: f.Key, Params: Params(f.Params)}
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

func Params(p map[string]any) *model.ProblemParams {
	if len(p) == 0 {
		return nil
	}
	m := model.ProblemParams(p)
	return &m
}

// Writer answers errors.
type Writer struct {
	Log *slog.Logger
	// outage says what of the outer world an error means is missing; nil = nothing.
	outage func(error) *fault.Error
}

// NewWriter logs to log what is no caller's fault; outage may be nil.
func NewWriter(log *slog.Logger, outage func(error) *fault.Error) Writer {
	return Writer{log, outage}
}

// Fail writes err as a problem. It is the only place where an error becomes a reply.
func (p Writer) Fail(w http.ResponseWriter, r *http.Request, err error) {
	f := p.faultOf(r.Context(), err)
	if f.Kind == fault.Internal {
		p.Log.ErrorContext(r.Context(), "request failed", slog.String("requestId", request.ID(r.Context())), slog.String("error", err.Error()))
		f = ErrInternal
	}
	request.NoteRefusal(r.Context(), f.Key)
	if s, ok := f.Params["retryAfterSeconds"].(int); ok {
		w.Header().Set("Retry-After", strconv.Itoa(s))
	}
	body, _ := json.Marshal(Of(f, request.LanguageOf(r), request.ID(r.Context())))
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
func (p Writer) faultOf(ctx context.Context, err error) *fault.Error {
	var tooLarge *http.MaxBytesError
	f := fault.From(err)
	if p.outage != nil && (f == nil || f.Kind == fault.Internal) {
		if outage := p.outage(err); outage != nil {
			p.Log.ErrorContext(ctx, "outage", slog.String("requestId", request.ID(ctx)), slog.String("key", outage.Key), slog.String("error", err.Error()))
			return outage
		}
	}
	switch {
	case errors.As(err, &tooLarge) && tooLarge.Limit > 1<<20: // of files: people count those in MB
		return errUploadTooLarge.With("megabytes", tooLarge.Limit>>20)
	case errors.As(err, &tooLarge):
		return errBodyTooLarge.With("kilobytes", tooLarge.Limit>>10)
	case f != nil && f.Kind != fault.Internal:
		return f
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled) && errors.Is(context.Cause(ctx), context.DeadlineExceeded):
		return errTimeout
	case f != nil:
		return f
	case errors.Is(err, context.Canceled):
		return ErrInternal.Because(err)
	default:
		return bindingFault(err)
	}
}

// bindingFault explains an error of reading parameters and bodies into their types.
func bindingFault(err error) *fault.Error {
	var parameter *endpoint.ParameterError
	var body *endpoint.BodyError
	switch {
	case errors.As(err, &parameter) && strings.Contains(strings.ToLower(parameter.Name), "date"):
		return ErrInvalidRequest.Of(ErrDateInvalid.At(parameter.Name))
	case errors.As(err, &parameter):
		return ErrInvalidRequest.Of(ErrFieldType.At(parameter.Name))
	case errors.As(err, &body):
		return ErrInvalidRequest.Of(ErrBodyInvalid)
	}
	return ErrInternal.Because(err)
}

// Unreadable says why a body could not be read: too large, too slow, or malformed; what the
// server lacks is no fault of the caller.
func Unreadable(err error) error {
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge), errors.Is(err, syscall.ENOSPC), fault.From(err) != nil:
		return err
	case errors.Is(err, os.ErrDeadlineExceeded):
		return errBodyTooSlow
	}
	return ErrInvalidRequest.Of(ErrBodyInvalid).Because(err)
}
