package httpapi

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/httpapi/transport"
)

// TestOddMethodsAreOneLabel sends two thousand methods that nobody knows.
func TestOddMethodsAreOneLabel(t *testing.T) {
	t.Parallel()
	metrics := transport.NewMetrics()
	handler := New(Deps{Metrics: metrics})
	for i := range 2000 {
		r := httptest.NewRequest(http.MethodGet, "/api/operations", nil)
		r.Method = fmt.Sprintf("ODD%d", i)
		handler.ServeHTTP(httptest.NewRecorder(), r)
	}
	w := httptest.NewRecorder()
	metrics.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	require.Contains(t, w.Body.String(), `method="other"`)
	require.NotContains(t, w.Body.String(), "ODD")
	require.Less(t, w.Body.Len(), 64<<10)
}

func TestMetricsOnAnAddressOfTheirOwn(t *testing.T) {
	t.Parallel()
	for apart, status := range map[bool]int{false: http.StatusOK, true: http.StatusNotFound} {
		w := httptest.NewRecorder()
		New(Deps{MetricsApart: apart}).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
		require.Equal(t, status, w.Code)
	}
}

// TestOnlyRequestsThatAskShareAMoment: what changes something reads what there is.
func TestOnlyRequestsThatAskShareAMoment(t *testing.T) {
	t.Parallel()
	for method, want := range map[string]int{http.MethodGet: 1, http.MethodPost: 0} {
		prepared := 0
		handler := New(Deps{OneMoment: func(ctx context.Context) context.Context {
			prepared++
			return ctx
		}})
		handler.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(method, map[string]string{http.MethodGet: "/api/config", http.MethodPost: "/api/session/login"}[method], nil))
		require.Equal(t, want, prepared, method)
	}
}
