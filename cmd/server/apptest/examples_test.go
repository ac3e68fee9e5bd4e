package apptest_test

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/opa"
	"github.com/openpmo/pmo/cmd/server/app"
	"github.com/openpmo/pmo/cmd/server/apptest"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/openapi"
)

// TestExamples holds every example of the contract against its schema.
func TestExamples(t *testing.T) {
	t.Parallel()
	doc, err := openapi3.NewLoader().LoadFromData(openapi.Bundle)
	require.NoError(t, err)
	seen := map[*openapi3.Schema]bool{}
	checked := 0
	var walk func(where string, s *openapi3.Schema)
	walk = func(where string, s *openapi3.Schema) {
		if seen[s] {
			return
		}
		seen[s] = true
		if s.Example != nil {
			requireFits(t, s, s.Example, where)
			checked++
		}
		for name, property := range s.Properties {
			walk(where+"."+name, property.Value)
		}
		if s.Items != nil {
			walk(where+"[]", s.Items.Value)
		}
	}
	for name, schema := range doc.Components.Schemas {
		walk(name, schema.Value)
	}
	for _, r := range contractRoutes(t) {
		for _, p := range r.parameters() {
			if p.Example != nil {
				requireFits(t, p.Schema.Value, p.Example, r.id+" "+p.Name)
				checked++
			}
		}
		if r.op.RequestBody == nil {
			continue
		}
		if media := r.op.RequestBody.Value.Content["application/json"]; media != nil {
			require.NotNil(t, media.Schema.Value.Example, "the body of %s needs an example", r.id)
		}
		checked += bodyExamples(t, r.id, r.op.RequestBody.Value.Content)
		for _, reply := range r.op.Responses.Map() {
			checked += bodyExamples(t, r.id, reply.Value.Content)
		}
	}
	require.Greater(t, checked, 40, "examples")
}

func bodyExamples(t *testing.T, where string, content openapi3.Content) int {
	t.Helper()
	checked := 0
	for _, media := range content {
		if media.Example != nil {
			requireFits(t, media.Schema.Value, media.Example, where)
			checked++
		}
		for name, example := range media.Examples {
			requireFits(t, media.Schema.Value, example.Value.Value, where+" "+name)
			checked++
		}
	}
	return checked
}

// requireFits reads the example as JSON does, so that numbers are numbers.
func requireFits(t *testing.T, s *openapi3.Schema, example any, where string) {
	t.Helper()
	text, err := json.Marshal(example)
	require.NoError(t, err, where)
	var value any
	require.NoError(t, json.Unmarshal(text, &value), where)
	require.NoError(t, s.VisitJSON(value), "example of %s", where)
}

// TestPermissionsOfTheContract: each operation names a permission that the policy
// knows, or is public.
func TestPermissionsOfTheContract(t *testing.T) {
	t.Parallel()
	decider, err := opa.New(t.Context())
	require.NoError(t, err)
	known := decider.Known()
	for _, r := range contractRoutes(t) {
		permission, ok := r.op.Extensions["x-permission"].(string)
		require.True(t, ok && permission != "", "%s needs x-permission", r.id)
		require.True(t, permission == "public" || slices.Contains(known, policy.Permission(permission)), "%s: the policy does not know %s", r.id, permission)
	}
}

// watcher writes down what each request asks the policy, in order.
type watcher struct {
	policy.Decider
	sync.Mutex
	asked map[string][]policy.Permission
}

func (w *watcher) Decide(ctx context.Context, p policy.Principal, perm policy.Permission, r policy.Resource) (policy.Decision, error) {
	w.Lock()
	request := request.ID(ctx)
	w.asked[request] = append(w.asked[request], perm)
	w.Unlock()
	return w.Decider.Decide(ctx, p, perm, r)
}

// TestUseCasesAskWhatTheContractSays: the first permission that each call asks for is
// its x-permission, and public calls ask for none.
func TestUseCasesAskWhatTheContractSays(t *testing.T) {
	t.Parallel()
	w := &watcher{asked: map[string][]policy.Permission{}}
	s := apptest.Demo(t, apptest.Today, func(_ *app.Config, o *app.Options) {
		o.Decider = func(d policy.Decider) policy.Decider { w.Decider = d; return w }
	})
	x := newStranger(t, s)
	observer, leaver, newcomer := s.As("observer@demo.pmo"), s.As("organizer@demo.pmo"), s.As("newcomer@demo.pmo")
	for _, r := range contractRoutes(t) {
		client := observer // who changes nothing
		switch {
		case r.id == "logout":
			client = leaver
		case r.id == "updatePassword":
			client = newcomer
		case r.method == http.MethodGet:
			client = x.organizer
		}
		reply := callOf(t, r, x.params).send(client)
		w.Lock()
		asked := w.asked[reply.Header.Get("X-Request-Id")]
		w.Unlock()
		want := r.op.Extensions["x-permission"].(string)
		if want == "public" {
			require.Empty(t, asked, r.id)
			continue
		}
		require.NotEmpty(t, asked, "%s asks nobody: %d %s", r.id, reply.Status, reply.Body)
		require.Equal(t, want, string(asked[0]), "%s asks for another permission than it says", r.id)
	}
}
