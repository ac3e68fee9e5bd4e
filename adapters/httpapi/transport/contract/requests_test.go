package contract

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/go-chi/chi/v5"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/httpapi/transport/problem"
	"github.com/openpmo/pmo/core/fault"
)

// asked validates a request as a router hands it on.
func asked(t *testing.T, operation, method, target, body, contentType string, path ...string) *fault.Error {
	t.Helper()
	r := httptest.NewRequest(method, "/", strings.NewReader(body))
	r.URL.RawQuery = target
	r.RequestURI = "/?" + target
	if contentType != "" {
		r.Header.Set("Content-Type", contentType)
	}
	route := chi.NewRouteContext()
	for i := 0; i < len(path); i += 2 {
		route.URLParams.Add(path[i], path[i+1])
	}
	r = r.WithContext(context.WithValue(r.Context(), chi.RouteCtxKey, route))
	err := Validator{NewLoads()}.Validate(operationNamed(t, operation), r)
	if err == nil {
		return nil
	}
	f := fault.From(err)
	require.NotNil(t, f, err)
	return f
}

func TestRequestsAreComparedWithTheContract(t *testing.T) {
	t.Parallel()
	const json, some = "application/json", "019a7d3e-0000-7000-8000-000000000001"
	for name, c := range map[string]struct {
		operation, method, query, body, contentType string
		path                                        []string
		want                                        []string // field and key, in turn
	}{
		"nothing wrong":            {"listAlerts", http.MethodGet, "", "", "", []string{"operationId", some}, nil},
		"an id that is none":       {"listAlerts", http.MethodGet, "", "", "", []string{"operationId", "x"}, []string{"operationId", "id.invalid"}},
		"an id that is not kept":   {"listAlerts", http.MethodGet, "", "", "", []string{"operationId", "a\x00"}, []string{"operationId", "text.invalid"}},
		"a value that is not kept": {"listDocuments", http.MethodGet, "q=a%00", "", "", []string{"operationId", some}, []string{"q", "text.invalid"}},
		"a value of broken bytes":  {"listDocuments", http.MethodGet, "q=%ff", "", "", []string{"operationId", some}, []string{"q", "text.invalid"}},
		"what is escaped is kept":  {"listDocuments", http.MethodGet, "q=%C3%A9", "", "", []string{"operationId", some}, nil},
		"a bool that is none":      {"listDocuments", http.MethodGet, "trashed=perhaps", "", "", []string{"operationId", some}, []string{"trashed", "field.type"}},
		"a value that is left out": {"getDistribution", http.MethodGet, "dateTo=2026-10-31", "", "", []string{"operationId", some}, []string{"dateFrom", "field.required"}},
		"an empty value":           {"getDistribution", http.MethodGet, "dateFrom=&dateTo=2026-10-31", "", "", []string{"operationId", some}, []string{"dateFrom", "date.invalid"}},
		"a day that there is not":  {"getDistribution", http.MethodGet, "dateFrom=2026-02-30&dateTo=2026-10-31", "", "", []string{"operationId", some}, []string{"dateFrom", "date.invalid"}},
		"two at once": {"getDistribution", http.MethodGet, "", "", "", []string{"operationId", some},
			[]string{"dateFrom", "field.required", "dateTo", "field.required"}},
		"too small a number":   {"downloadDocument", http.MethodGet, "version=0", "", "", []string{"operationId", some, "documentId", some}, []string{"version", "field.range"}},
		"a body":               {"createFolder", http.MethodPost, "", `{"name":"A"}`, json, []string{"operationId", some}, nil},
		"an empty name":        {"createFolder", http.MethodPost, "", `{"name":""}`, json, []string{"operationId", some}, []string{"name", "field.required"}},
		"a name too long":      {"createFolder", http.MethodPost, "", `{"name":"` + strings.Repeat("a", 121) + `"}`, json, []string{"operationId", some}, []string{"name", "field.tooLong"}},
		"no name":              {"createFolder", http.MethodPost, "", `{}`, json, []string{"operationId", some}, []string{"name", "field.required"}},
		"a field too many":     {"createFolder", http.MethodPost, "", `{"name":"A","size":1}`, json, []string{"operationId", some}, []string{"size", "field.unknown"}},
		"another type":         {"createFolder", http.MethodPost, "", `{"name":1}`, json, []string{"operationId", some}, []string{"name", "field.type"}},
		"both the path and it": {"createFolder", http.MethodPost, "", `{"name":""}`, json, []string{"operationId", "x"}, []string{"operationId", "id.invalid", "name", "field.required"}},
		"parts without bounds": {"uploadDocuments", http.MethodPost, "", "", "multipart/form-data", []string{"operationId", some}, []string{"Content-Type", "body.invalid"}},
		"no parts":             {"uploadDocuments", http.MethodPost, "", "{}", json, []string{"operationId", some}, []string{"Content-Type", "body.invalid"}},
		"parts":                {"uploadDocuments", http.MethodPost, "", "", "multipart/form-data; boundary=x", []string{"operationId", some}, nil},
	} {
		f := asked(t, c.operation, c.method, c.query, c.body, c.contentType, c.path...)
		if c.want == nil {
			require.Nil(t, f, name)
			continue
		}
		require.NotNil(t, f, name)
		require.Equal(t, problem.ErrInvalidRequest.Key, f.Key, name)
		var got []string
		for _, one := range f.Items {
			got = append(got, one.Field, one.Key)
		}
		require.Equal(t, c.want, got, name)
	}
}

// What cannot be kept is told by the first field that holds it.
func TestTextsThatCannotBeKept(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]struct {
		field string
		found bool
	}{
		`{"a":"b"}`: {}, `{"a":"b\u0000"}`: {"a", true}, `{"a":{"b":["x","\u0000"]}}`: {"a.b", true}, `{"a\u0000":1}`: {"", true},
		"{\"a\":\"\xff\"}": {"a", true}, `{"b":"\u0000","a":"\u0000"}`: {"a", true}, `{"a":"�"}`: {}, "{\"a\":\"\x00": {}, "\xff": {"", true}, `{"a":1,"b":"\\u0000"}`: {},
	} {
		field, found := unreadableIn([]byte(body))
		require.Equal(t, want, struct {
			field string
			found bool
		}{field, found}, "%q", body)
	}
	require.True(t, unkept(`{"q":"\u0000"}`), "within JSON too")
	require.True(t, unkept("\x00"))
	require.False(t, unkept("é"))
}
