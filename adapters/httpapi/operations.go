package httpapi

import (
	"fmt"
	"net/http"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/routers"
)

// operation is what the contract says of one method of one path.
type operation struct {
	id         string
	permission string // "public", or resource:action
	route      *routers.Route
	multipart  bool
}

// readContract indexes the bundle by method and chi pattern ("GET /api/jobs/{jobId}").
// Security requirements are taken out of the copy used for validation:
// authentication is ours, and kin-openapi would read the body once for each.
func readContract(bundle []byte) (*openapi3.T, map[string]operation, error) {
	doc, err := openapi3.NewLoader().LoadFromData(bundle)
	if err != nil {
		return nil, nil, err
	}
	doc.Security = nil
	index := map[string]operation{}
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			permission, _ := op.Extensions["x-permission"].(string)
			if permission == "" {
				return nil, nil, fmt.Errorf("contract: %s %s has no x-permission", method, path)
			}
			op.Security = nil
			o := operation{id: op.OperationID, permission: permission,
				route: &routers.Route{Spec: doc, Path: path, PathItem: item, Method: method, Operation: op}}
			if op.RequestBody != nil {
				_, o.multipart = op.RequestBody.Value.Content["multipart/form-data"]
			}
			index[method+" "+apiBase+path] = o
		}
	}
	return doc, index, nil
}

const apiBase = "/api"

func (a *API) operationOf(r *http.Request, pattern string) (operation, bool) {
	o, ok := a.operations[r.Method+" "+pattern]
	return o, ok
}
