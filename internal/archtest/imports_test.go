package archtest

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const module = "github.com/openpmo/pmo"

type pkg struct {
	ImportPath   string
	Imports      []string
	TestImports  []string
	XTestImports []string
}

func packages(t *testing.T) []pkg {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Imports,TestImports,XTestImports", "./...")
	cmd.Dir = "../.."
	out, err := cmd.Output()
	require.NoError(t, err)
	var all []pkg
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p pkg
		err := dec.Decode(&p)
		if errors.Is(err, io.EOF) {
			return all
		}
		require.NoError(t, err)
		p.ImportPath = strings.TrimPrefix(p.ImportPath, module+"/")
		all = append(all, p)
	}
}

// rank orders the contexts: a package may import only packages of a lower rank
// (decisions 2.2, design 2.4). Kernel packages have rank 0.
var rank = map[string]int{
	"fault": 0, "id": 0, "civil": 0, "energy": 0, "money": 0, "tx": 0, "object": 0, "mail": 0, "naming": 0,
	"policy": 1, "dso": 1,
	"backoffice": 2,
	"party":      2,
	"account":    3, "operation": 3,
	"participant": 4,
	"allocation":  5,
	"metering":    6,
	"billing":     7,
}

// forbiddenInCore are the parts of the standard library that do I/O or keep state
// of the machine.
var forbiddenInCore = []string{"net/http", "database/sql", "os", "os/exec", "log", "log/slog", "net", "syscall"}

func TestCoreImportsTheStandardLibraryAndItself(t *testing.T) {
	t.Parallel()
	for _, p := range packages(t) {
		if !strings.HasPrefix(p.ImportPath, "core/") {
			continue
		}
		for _, imp := range p.Imports {
			require.NotContains(t, forbiddenInCore, imp, "%s imports %s", p.ImportPath, imp)
			inside := strings.HasPrefix(imp, module+"/core/")
			standard := !strings.Contains(strings.SplitN(imp, "/", 2)[0], ".")
			require.True(t, inside || standard, "%s imports %s", p.ImportPath, imp)
			if inside {
				requireLower(t, p.ImportPath, strings.TrimPrefix(imp, module+"/"))
			}
		}
	}
}

// requireLower fails when from may not import to. Kernels inside a context
// (metering/loadcurve, allocation/share) import only rank 0 and may be imported
// from any context.
func requireLower(t *testing.T, from, to string) {
	t.Helper()
	fromParts, toParts := strings.Split(from, "/"), strings.Split(to, "/")
	fromContext, toContext := fromParts[1], toParts[1]
	fromRank, ok := rank[fromContext]
	require.True(t, ok, "%s: give package %s a rank", from, fromContext)
	toRank, ok := rank[toContext]
	require.True(t, ok, "%s: give package %s a rank", to, toContext)
	switch {
	case len(fromParts) > 2 && fromContext != toContext:
		require.Zero(t, toRank, "kernel %s imports %s", from, to)
	case len(toParts) > 2 || fromContext == toContext:
	case fromRank == 0:
		require.Zero(t, toRank, "%s imports %s", from, to)
	default:
		require.Less(t, toRank, fromRank, "%s imports %s", from, to)
	}
}

// testSupport are adapter packages that tests anywhere may use.
var testSupport = []string{"adapters/postgres/pgtest", "adapters/httpapi/servertest"}

func TestAdaptersDoNotImportEachOther(t *testing.T) {
	t.Parallel()
	for _, p := range packages(t) {
		if !strings.HasPrefix(p.ImportPath, "adapters/") || isTestSupport(p.ImportPath) {
			continue
		}
		for _, imp := range p.Imports {
			if to, ok := strings.CutPrefix(imp, module+"/"); ok && strings.HasPrefix(to, "adapters/") {
				require.Equal(t, family(p.ImportPath), family(to), "%s imports %s", p.ImportPath, to)
			}
		}
	}
}

func isTestSupport(path string) bool {
	for _, s := range testSupport {
		if path == s {
			return true
		}
	}
	return false
}

// family is the adapter a package belongs to: adapters/dso/acccsv → adapters/dso.
func family(path string) string {
	parts := strings.Split(path, "/")
	return strings.Join(parts[:2], "/")
}

func TestClientsLiveOnTheContract(t *testing.T) {
	t.Parallel()
	for _, p := range packages(t) {
		if !strings.HasPrefix(p.ImportPath, "cmd/pmoctl") && !strings.HasPrefix(p.ImportPath, "sdk/") {
			continue
		}
		for _, imp := range p.Imports {
			to := strings.TrimPrefix(imp, module+"/")
			require.False(t, strings.HasPrefix(to, "core/") || strings.HasPrefix(to, "adapters/"), "%s imports %s", p.ImportPath, to)
		}
	}
}

func TestOnlyTheServerWiresEverything(t *testing.T) {
	t.Parallel()
	for _, p := range packages(t) {
		if strings.HasPrefix(p.ImportPath, "cmd/server") || isTestSupport(p.ImportPath) {
			continue
		}
		for _, imp := range p.Imports {
			require.False(t, strings.HasPrefix(imp, module+"/cmd/server"), "%s imports %s", p.ImportPath, imp)
		}
	}
}
