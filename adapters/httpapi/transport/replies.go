package transport

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/go-chi/chi/v5"

	"github.com/openpmo/pmo/adapters/httpapi/transport/contract"
)

// ReplyChecker compares every answer with the contract. Only tests use it: it
// keeps whole answers in memory.
type ReplyChecker struct {
	routes   map[string]*routers.Route // by method and chi pattern
	complain func(string)
}

// NewReplyChecker reads the contract; complain hears of each answer that does not fit.
func NewReplyChecker(bundle []byte, complain func(string)) (*ReplyChecker, error) {
	doc, err := openapi3.NewLoader().LoadFromData(bundle)
	if err != nil {
		return nil, err
	}
	c := &ReplyChecker{routes: map[string]*routers.Route{}, complain: complain}
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			c.routes[method+" "+contract.Base+path] = &routers.Route{Spec: doc, Path: path, PathItem: item, Method: method, Operation: op}
		}
	}
	return c, nil
}

// Wrap checks the answers of handler.
func (c *ReplyChecker) Wrap(handler http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasPrefix(r.URL.Path, contract.Base+"/") {
			handler.ServeHTTP(w, r)
			return
		}
		rec := newRecorder()
		routed := chi.NewRouteContext()
		handler.ServeHTTP(rec, r.WithContext(context.WithValue(r.Context(), chi.RouteCtxKey, routed)))
		if route, ok := c.routes[r.Method+" "+routed.RoutePattern()]; ok {
			c.check(route, r, rec)
		}
		for name, values := range rec.header {
			w.Header()[name] = values
		}
		w.WriteHeader(rec.status)
		_, _ = w.Write(rec.body.Bytes())
	})
}

func (c *ReplyChecker) check(route *routers.Route, r *http.Request, rec *recorder) {
	if rec.header.Get("Content-Encoding") != "" || strings.HasPrefix(rec.header.Get("Content-Type"), "application/pdf") {
		return
	}
	err := openapi3filter.ValidateResponse(r.Context(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{Request: r, Route: route},
		Status:                 rec.status, Header: rec.header, Body: io.NopCloser(bytes.NewReader(rec.body.Bytes())),
		Options: &openapi3filter.Options{IncludeResponseStatus: true, MultiError: true},
	})
	if err != nil {
		c.complain(fmt.Sprintf("%s answered %d, not as the contract says: %v", route.Operation.OperationID, rec.status, err))
	}
}
