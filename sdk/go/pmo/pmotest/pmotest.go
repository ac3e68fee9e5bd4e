// Package pmotest plays the server to tests of the client: it answers what the
// test says, and fails the test when a request or an answer does not fit
// openapi/openapi.gen.json. An answer of a test therefore cannot drift from the contract.
package pmotest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"
)

// Reply is one answer. The content type is JSON, or that of a problem from status 400 on.
type Reply struct {
	Status int
	Header map[string]string
	Body   string
}

// Replies answers operations, named by operationId as in the contract. Several
// replies answer the calls one after the other; the last one goes on.
type Replies map[string][]Reply

// JSON is an answer with a body.
func JSON(status int, body string) []Reply { return []Reply{{Status: status, Body: body}} }

// Problem is a refusal.
func Problem(status int, key, detail string) []Reply {
	return []Reply{{Status: status, Body: fmt.Sprintf(
		`{"type":"urn:pmo:problem:%s","title":"%s","status":%d,"key":"%s","detail":%q,"requestId":"r1"}`,
		key, http.StatusText(status), status, key, detail)}}
}

// Request is a call the server got.
type Request struct {
	Operation string // operationId
	URL       string // with the query
	Header    http.Header
	Body      string
}

// Server is a server that answers by the contract.
type Server struct {
	URL string // what pmo.Connect takes

	t       testing.TB
	router  routers.Router
	mu      sync.Mutex
	replies Replies
	got     []Request
}

// New starts a server for the time of the test.
func New(t testing.TB, replies Replies) *Server {
	t.Helper()
	router, err := contract()
	if err != nil {
		t.Fatal(err)
	}
	left := Replies{}
	for name, list := range replies {
		left[name] = list
	}
	s := &Server{t: t, router: router, replies: left}
	h := httptest.NewServer(s)
	t.Cleanup(h.Close)
	s.URL = h.URL
	return s
}

// Requests are the calls so far, of one operation or, with "", of all.
func (s *Server) Requests(operation string) []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []Request
	for _, r := range s.got {
		if operation == "" || r.Operation == operation {
			list = append(list, r)
		}
	}
	return list
}

// ServeHTTP checks the request, answers, and checks the answer.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		s.t.Errorf("%s %s: the body: %v", r.Method, r.URL, err)
	}
	r.Body = io.NopCloser(bytes.NewReader(raw))
	route, params, err := s.router.FindRoute(r)
	if err != nil {
		s.t.Errorf("%s %s is not in the contract: %v", r.Method, r.URL, err)
		http.Error(w, "not in the contract", http.StatusTeapot)
		return
	}
	name := route.Operation.OperationID
	input := &openapi3filter.RequestValidationInput{
		Request: r, PathParams: params, Route: route,
		Options: &openapi3filter.Options{AuthenticationFunc: openapi3filter.NoopAuthenticationFunc, IncludeResponseStatus: true},
	}
	if err := openapi3filter.ValidateRequest(r.Context(), input); err != nil {
		s.t.Errorf("request %s does not fit the contract: %v", name, err)
	}
	reply, ok := s.take(Request{Operation: name, URL: r.URL.RequestURI(), Header: r.Header.Clone(), Body: string(raw)})
	if !ok {
		s.t.Errorf("the test has no answer for %s", name)
		http.Error(w, "no answer", http.StatusTeapot)
		return
	}
	s.write(r.Context(), w, input, reply)
}

// take records a request and takes the answer that is next for it.
func (s *Server) take(r Request) (Reply, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.got = append(s.got, r)
	list := s.replies[r.Operation]
	if len(list) == 0 {
		return Reply{}, false
	}
	if len(list) > 1 {
		s.replies[r.Operation] = list[1:]
	}
	return list[0], true
}

func (s *Server) write(ctx context.Context, w http.ResponseWriter, input *openapi3filter.RequestValidationInput, reply Reply) {
	header := http.Header{}
	switch {
	case reply.Status >= http.StatusBadRequest:
		header.Set("Content-Type", "application/problem+json")
	case reply.Body != "":
		header.Set("Content-Type", "application/json")
	}
	for name, value := range reply.Header {
		header.Set(name, value)
	}
	err := openapi3filter.ValidateResponse(ctx, &openapi3filter.ResponseValidationInput{
		RequestValidationInput: input, Status: reply.Status, Header: header,
		Body: io.NopCloser(bytes.NewReader([]byte(reply.Body))), Options: input.Options,
	})
	if err != nil {
		s.t.Errorf("the test's answer of %s does not fit the contract: %v", input.Route.Operation.OperationID, err)
	}
	for name := range header {
		w.Header().Set(name, header.Get(name))
	}
	w.WriteHeader(reply.Status)
	_, _ = io.WriteString(w, reply.Body)
}

// contract is the router of the bundle, read once.
var contract = sync.OnceValues(func() (routers.Router, error) {
	path, err := bundle()
	if err != nil {
		return nil, err
	}
	openapi3filter.RegisterBodyDecoder("application/pdf", openapi3filter.FileBodyDecoder)
	doc, err := openapi3.NewLoader().LoadFromFile(path)
	if err != nil {
		return nil, err
	}
	return gorillamux.NewRouter(doc)
})

// bundle finds openapi/openapi.gen.json above the folder of the test.
func bundle() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		path := filepath.Join(dir, "openapi", "openapi.gen.json")
		if _, err := os.Stat(path); err == nil {
			return path, nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", errors.New("openapi/openapi.gen.json is in no folder above the test")
		}
		dir = up
	}
}
