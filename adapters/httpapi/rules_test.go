package httpapi

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/httpapi/account"
	"github.com/openpmo/pmo/adapters/httpapi/admin"
	"github.com/openpmo/pmo/adapters/httpapi/allocation"
	"github.com/openpmo/pmo/adapters/httpapi/billing"
	"github.com/openpmo/pmo/adapters/httpapi/gen/requests"
	"github.com/openpmo/pmo/adapters/httpapi/job"
	"github.com/openpmo/pmo/adapters/httpapi/metering"
	"github.com/openpmo/pmo/adapters/httpapi/month"
	"github.com/openpmo/pmo/adapters/httpapi/operation"
	"github.com/openpmo/pmo/adapters/httpapi/participant"
	"github.com/openpmo/pmo/adapters/httpapi/search"
)

// TestEveryOperationHasAnEndpoint compares what is mounted with the contract.
func TestEveryOperationHasAnEndpoint(t *testing.T) {
	t.Parallel()
	var contract, mounted []string
	for _, r := range requests.All {
		contract = append(contract, r.Method+" "+r.Path+" "+strings.ToUpper(r.Operation[:1])+r.Operation[1:])
	}
	for _, e := range slices.Concat(account.API{}.Endpoints(), admin.API{}.Endpoints(), allocation.API{}.Endpoints(), billing.API{}.Endpoints(),
		job.API{}.Endpoints(), metering.API{}.Endpoints(), month.API{}.Endpoints(), operation.API{}.Endpoints(), participant.API{}.Endpoints(), search.API{}.Endpoints()) {
		mounted = append(mounted, e.Method+" "+e.Path+" "+e.Operation)
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
