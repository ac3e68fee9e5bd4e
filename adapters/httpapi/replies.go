package httpapi

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/go-chi/chi/v5"
)

// ReplyChecker compares every answer with the contract. Only tests use it: it
// keeps whole answers in memory.
type ReplyChecker struct {
	operations map[string]operation
	complain   func(string)
}

// NewReplyChecker reads the contract; complain hears of each answer that does not fit.
func NewReplyChecker(contract []byte, complain func(string)) (*ReplyChecker, error) {
	_, operations, err := readContract(contract)
	return &ReplyChecker{operations: operations, complain: complain}, err
}

// Wrap checks the answers of handler.
func (c *ReplyChecker) Wrap(handler http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasPrefix(r.URL.Path, apiBase+"/") {
			handler.ServeHTTP(w, r)
			return
		}
		rec := newRecorder()
		routed := chi.NewRouteContext()
		handler.ServeHTTP(rec, r.WithContext(context.WithValue(r.Context(), chi.RouteCtxKey, routed)))
		if o, ok := c.operations[r.Method+" "+routed.RoutePattern()]; ok {
			c.check(o, r, rec)
		}
		for name, values := range rec.header {
			w.Header()[name] = values
		}
		w.WriteHeader(rec.status)
		_, _ = w.Write(rec.body.Bytes())
	})
}

func (c *ReplyChecker) check(o operation, r *http.Request, rec *recorder) {
	if rec.header.Get("Content-Encoding") != "" || strings.HasPrefix(rec.header.Get("Content-Type"), "application/pdf") {
		return
	}
	err := openapi3filter.ValidateResponse(r.Context(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{Request: r, Route: o.route},
		Status:                 rec.status, Header: rec.header, Body: io.NopCloser(bytes.NewReader(rec.body.Bytes())),
		Options: &openapi3filter.Options{IncludeResponseStatus: true, MultiError: true},
	})
	if err != nil {
		c.complain(fmt.Sprintf("%s answered %d, not as the contract says: %v", o.id, rec.status, err))
	}
}
