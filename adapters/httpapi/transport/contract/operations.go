package contract

import (
	"fmt"
	"net/http"
	"sync"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/routers"

	"github.com/openpmo/pmo/adapters/httpapi/gen/requests"
)

// Operation is what the contract says of one method of one path.
type Operation struct {
	ID         string
	Permission string // "public", or resource:action
	Multipart  bool
	File       bool     // the answer is one, made for the caller
	sort       []string // what rows can be sorted by
	// route has the rules for a request. They are read when the first one comes: reading
	// those of all operations took a third of the time in which a server starts.
	route func() (*routers.Route, error)
}

// ReadOperations indexes the contract by method and chi pattern ("GET /api/jobs/{jobId}").
func ReadOperations(all []requests.Request) Operations {
	index := make(Operations, len(all))
	for _, r := range all {
		index[r.Method+" "+Base+r.Path] = Operation{ID: r.Operation, Permission: r.Permission, Multipart: r.Multipart, File: r.File, sort: r.Sort,
			route: sync.OnceValues(func() (*routers.Route, error) { return readRequest(r) })}
	}
	return index
}

// readRequest reads the rules for a request. They hold no security requirements:
// authentication is ours, and kin-openapi would read the body once for each.
func readRequest(r requests.Request) (*routers.Route, error) {
	doc, err := openapi3.NewLoader().LoadFromData([]byte(r.Document))
	if err != nil {
		return nil, fmt.Errorf("contract of %s: %w", r.Operation, err)
	}
	item := doc.Paths.Value(r.Path)
	if item == nil || item.GetOperation(r.Method) == nil {
		return nil, fmt.Errorf("contract of %s: no %s %s", r.Operation, r.Method, r.Path)
	}
	return &routers.Route{Spec: doc, Path: r.Path, PathItem: item, Method: r.Method, Operation: item.GetOperation(r.Method)}, nil
}

// Base is where the paths of the contract begin.
const Base = "/api"

// Operations are those of the contract, by method and chi pattern.
type Operations map[string]Operation

// Of is the operation of a request that was routed to a pattern.
func (all Operations) Of(r *http.Request, pattern string) (Operation, bool) {
	o, ok := all[r.Method+" "+pattern]
	return o, ok
}
