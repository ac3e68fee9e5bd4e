package transport

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/http"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/go-chi/chi/v5"

	"github.com/openpmo/pmo/adapters/httpapi/transport/contract"
	"github.com/openpmo/pmo/core/fault"
)

// ReplyChecker compares every answer with the contract, and faults with the declarations of
// their keys. Only tests use it: it
// keeps whole answers in memory.
type ReplyChecker struct {
	routes   map[string]*routers.Route        // by method and chi pattern
	params   map[string]map[string]fault.Type // of each declared key
	complain func(string)
}

// NewReplyChecker reads the contract; complain hears of each answer that does not fit.
func NewReplyChecker(bundle []byte, complain func(string)) (*ReplyChecker, error) {
	doc, err := openapi3.NewLoader().LoadFromData(bundle)
	if err != nil {
		return nil, err
	}
	c := &ReplyChecker{routes: map[string]*routers.Route{}, params: map[string]map[string]fault.Type{}, complain: complain}
	for _, d := range fault.Declarations() {
		c.params[d.Key] = map[string]fault.Type{}
		for _, p := range d.Params {
			c.params[d.Key][p.Name] = p.Type
		}
	}
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			c.routes[method+" "+contract.Base+path] = &routers.Route{Spec: doc, Path: path, PathItem: item, Method: method, Operation: op}
		}
	}
	return c, nil
}

// Telling is this checker for another listener, without reading the contract again.
func (c *ReplyChecker) Telling(complain func(string)) *ReplyChecker {
	other := *c
	other.complain = complain
	return &other
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
	var body any
	if json.Unmarshal(rec.body.Bytes(), &body) != nil {
		return // a file
	}
	for _, wrong := range c.undeclared(body) {
		c.complain(fmt.Sprintf("%s answered %d: %s", route.Operation.OperationID, rec.status, wrong))
	}
}

// undeclared names the parameters of faults, wherever they stand in an answer, that their
// key was not declared with, or that hold something else.
func (c *ReplyChecker) undeclared(v any) (wrong []string) {
	switch v := v.(type) {
	case []any:
		for _, one := range v {
			wrong = append(wrong, c.undeclared(one)...)
		}
	case map[string]any:
		key, _ := v["key"].(string)
		given, _ := v["params"].(map[string]any)
		if params, ok := c.params[key]; ok {
			for name, value := range given {
				t, ok := params[name]
				if _, text := value.(string); !ok && text && slices.Contains(places, name) {
					continue
				}
				if !ok || !holds(t, value) {
					wrong = append(wrong, fmt.Sprintf("the parameter %s of %s is not declared so: %v", name, key, value))
				}
			}
		}
		for _, one := range v {
			wrong = append(wrong, c.undeclared(one)...)
		}
	}
	return wrong
}

// places say where a fault stands, as its row does: readers of files add them to any.
var places = []string{"fileName", "column"}

// holds reports whether a value of JSON is of a type.
func holds(t fault.Type, v any) bool {
	list, isList := v.([]any)
	switch t {
	case fault.TypeText:
		_, ok := v.(string)
		return ok
	case fault.TypeInt:
		n, ok := v.(float64)
		return ok && n == math.Trunc(n)
	case fault.TypeNumber:
		_, ok := v.(float64)
		return ok
	case fault.TypeTexts:
		return isList && !slices.ContainsFunc(list, func(one any) bool { return !holds(fault.TypeText, one) })
	case fault.TypeInts:
		return isList && !slices.ContainsFunc(list, func(one any) bool { return !holds(fault.TypeInt, one) })
	case fault.TypeObjects:
		return isList
	}
	return false
}
