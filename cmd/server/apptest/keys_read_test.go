package apptest_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/apptest"
	"github.com/openpmo/pmo/openapi"
)

// TestReadingKeysWritesNothing calls every GET about keys on an operation whose key was
// never set, and counts the rows of all tables about keys before and after.
func TestReadingKeysWritesNothing(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	organizer := s.As("organizer@demo.pmo")
	operation := organizer.Operation("ACC00000003")
	before := keyRows(t, s)
	last := organizer.Get("/energy-allocation/config/last?operationId=" + operation).Map()
	require.Equal(t, []any{"by_default", 1.0, "IN_FORCE"}, []any{last["type"], last["version"], last["status"]})
	days := "?dateFrom=2026-09-01&dateTo=2026-09-07"
	base := "/operations/{operationId}/energy-allocation"
	queries := map[string]string{
		"/energy-allocation/config/last":         "?operationId=" + operation,
		"/energy-allocation/active-config-param": "?allocationAlgorithmId=" + last["id"].(string),
		"/energy-allocation/active-config-pools": "?allocationAlgorithmId=" + last["id"].(string),
		"/energy-allocation/seasonality":         "?operationId=" + operation,
		"/energy-allocation/coefficients-due":    "?operationIds=" + operation,
		base + "/matrix":                         days,
		base + "/drift":                          days,
		base + "/coefficients":                   days,
		base + "/explanation":                    "?at=2026-09-15T13:00:00%2B02:00",
		base + "/configs":                        "",
		base + "/drafts":                         "",
		base + "/replays":                        "",
	}
	refused := map[string]int{
		base + "/drafts/{draftId}":                      http.StatusNotFound,
		base + "/coefficients/{setId}":                  http.StatusNotFound,
		base + "/coefficients/{setId}/files/{fileName}": http.StatusNotFound,
	}
	doc, err := openapi3.NewLoader().LoadFromData(openapi.Bundle)
	require.NoError(t, err)
	for path, item := range doc.Paths.Map() {
		if item.Get == nil || !strings.Contains(path, "energy-allocation") {
			continue
		}
		query, known := queries[path]
		want := http.StatusOK
		if !known {
			want = refused[path]
			require.NotZero(t, want, "a GET that this test does not know: %s", path)
		}
		if strings.HasSuffix(path, "/coefficients") {
			want = http.StatusConflict // not of this operator
		}
		url := strings.NewReplacer("{operationId}", operation, "{draftId}", operation, "{setId}", operation, "{fileName}", "a.csv").Replace(path) + query
		for _, who := range []*apptest.Client{organizer, s.As("observer@demo.pmo")} {
			reply := who.Get(url)
			if reply.Status != http.StatusForbidden { // an observer may not see all
				require.Equal(t, want, reply.Status, "%s: %s", url, reply.Body)
			}
		}
	}
	require.Equal(t, before, keyRows(t, s))
}

// keyRows counts the rows of the tables about keys and of what the audit says of them.
func keyRows(t *testing.T, s *apptest.Server) map[string]int {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), s.DatabaseURL)
	require.NoError(t, err)
	defer conn.Close(t.Context())
	rows, err := conn.Query(t.Context(), "select table_name from information_schema.tables where table_schema = 'public' and table_name like 'allocation%'")
	require.NoError(t, err)
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(t, err)
	require.Greater(t, len(tables), 5)
	counts := map[string]int{}
	for _, table := range append(tables, "audit_entries where agent = '' and action like 'key:%'") {
		n := 0
		require.NoError(t, conn.QueryRow(t.Context(), "select count(*) from "+table).Scan(&n))
		counts[table] = n
	}
	return counts
}
