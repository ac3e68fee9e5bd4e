package httpapi

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/httpapi/gen/requests"
	"github.com/openpmo/pmo/adapters/httpapi/transport"
)

// TestEveryOperationHasAnEndpoint compares what is mounted with the contract.
func TestEveryOperationHasAnEndpoint(t *testing.T) {
	t.Parallel()
	var contract, mounted []string
	for _, r := range requests.All {
		contract = append(contract, r.Method+" "+r.Path+" "+strings.ToUpper(r.Operation[:1])+r.Operation[1:])
	}
	for _, tag := range (Deps{}).tags(transport.Callers{}) {
		for _, e := range tag.endpoints {
			mounted = append(mounted, e.Method+" "+e.Path+" "+e.Operation)
		}
	}
	require.ElementsMatch(t, contract, mounted)
}

// onePlace is what one file alone does for all operations.
var onePlace = map[string]string{
	"runtime.Bind":               "transport/endpoint/read.go",
	`"If-None-Match"`:            "transport/request/known.go",
	`"Authorization"`:            "transport/callers.go",
	`Get("Idempotency-Key")`:     "transport/idempotency.go",
	`"X-Forwarded-For"`:          "transport/callers.go",
	`"application/problem+json"`: "transport/problem/problem.go",
	"NextRawPart":                "transport/idempotency_body.go",
}

func TestWhatAllOperationsNeedIsDoneInOnePlace(t *testing.T) {
	t.Parallel()
	found := map[string][]string{}
	require.NoError(t, filepath.WalkDir(".", func(path string, entry os.DirEntry, err error) error {
		if path == "servertest" { // a caller, not the server
			return filepath.SkipDir
		}
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for what := range onePlace {
			if strings.Contains(string(text), what) {
				found[what] = append(found[what], filepath.ToSlash(path))
			}
		}
		return err
	}))
	for what, where := range onePlace {
		require.Equal(t, []string{where}, found[what], what)
	}
}
