package archtest

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"path"
	"slices"
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
// (docs/adr/0002-core-and-adapters.md). Kernel packages have rank 0.
var rank = map[string]int{
	"fault": 0, "id": 0, "civil": 0, "energy": 0, "money": 0, "tx": 0, "event": 0, "object": 0, "mail": 0, "naming": 0, "table": 0,
	"policy": 1, "dso": 1,
	"logo":       2,
	"backoffice": 2,
	"document":   1,
	"history":    2,
	"job":        2,
	"party":      2,
	"account":    3, "operation": 3,
	"participant":   4,
	"communication": 4,
	"library":       4,
	"allocation":    5,
	"metering":      6,
	"billing":       7,
	"export":        8,
	"month":         8,
	"payment":       8,
	"search":        8,
	"alert":         9,
	"paper":         9,
	"economy":       8,
	"consent":       8,
	"finance":       9,
	"einvoicing":    8,
	"report":        10,
	"enrolment":     8,
}

// rooms orders the packages within a context: each may import only those of a lower rank of the
// same context. "" is the package that has the context's name. A context that is cut gets its
// table here; from then on each of its packages needs its rank, by its name or by a pattern of
// names (path.Match) for those that are alike.
var rooms = map[string]map[string]int{
	"core/participant": {"folder": 0, "": 1, "perimeter": 2, "invitation": 2, "extent": 2, "course": 2, "removal": 3, "site": 3, "perimeterfile": 3, "assembly": 4},
	"core/allocation": {
		"share": 0, "margin": 1, "coefficient": 1, "": 2, "timeline": 3, "key": 4, "coefficientset": 5,
		"coefficientset/applied": 6, "coefficientset/calendar": 6, "coefficientset/submission": 7, "coefficientset/reminder": 7,
		"coefficientset/preparation": 8, "replay": 9, "analysis": 10, "sentence": 11, "assembly": 11,
	},
	"core/billing": {"": 0, "accounting": 1, "pricerange": 1, "agreement": 1, "einvoice": 1, "drafting": 2, "document": 2, "entity": 2, "contract": 2, "legacy": 2, "legacy/bill": 3, "legacy/migration": 4,
		"billrun": 3, "trial": 3, "invoicing": 3, "journal": 3, "delivery": 4, "publishing": 4, "cutoff": 4, "correction": 5, "statement": 5, "assembly": 6},
	"core/metering": {
		"loadcurve": 0, "emission": 0, "": 1, "curvefile": 2, "pairing": 2, "meteringtest": 2,
		"rollup": 3, "mapping": 3, "sibelga": 3,
		"monthly": 4, "ingest/intake": 4, "ingest/received": 4, "view": 5,
		"dashboard": 6, "billable": 6, "readings": 6, "definitive": 6,
		"drawing": 7, "distribution": 7, "ingest": 7, "health": 8, "balance": 8, "forecast": 2, "pull/drop": 8, "pull": 9,
		"assembly": 10,
	},
	"core/operation":  {"": 0, "branding": 1, "simpleview": 1, "invitationmail": 1, "team": 2},
	"core/account":    {"password": 0, "": 1, "secondfactor": 2, "viewing": 2, "columnchoice": 2, "provider": 2},
	"core/einvoicing": {"": 0, "connection": 1, "ereporting": 1, "transmission": 1, "assembly": 2},
	"core/payment":    {"": 0, "bankfile": 1, "collection": 1, "settlement": 1, "receivable": 2, "payout": 2, "reminder": 3, "reconciliation": 3, "handover": 4},
	"core/alert":      {"": 0, "rule": 1, "digest": 1},
	"core/paper":      {"": 0, "notice": 1},
	"core/month":      {"": 0, "notice": 1, "setup": 1},
	"adapters/httpapi": {
		"gen/requests": 0, "gen/model": 0, "transport/endpoint": 0, "transport/request": 0, "gen/*": 1,
		"transport/problem": 2, "transport/wire": 3, "transport/contract": 3, "transport/paging": 3, "transport/parts": 4, "transport": 5,
		"*": 6, "admin": 7, "job": 7, "month": 7, "participant": 7, "": 8, "servertest": 9,
	},
	"adapters/postgres": {
		"internal/sqlcgen": 0, "*/internal/sqlcgen": 0, "": 1, "pgtest": 2, "*store": 2, "importstore": 3, "invoicestore": 3,
	},
	"adapters/place":    {"": 0, "*": 1},
	"adapters/bankfile": {"iso20022": 0, "camt053": 1, "pain002": 1, "coda": 1, "csv": 1, "fake": 1, "": 2},
	"adapters/dso": {
		"text": 0, "files": 1, "columns": 2, "perim": 0, "fake": 0,
		"acccsv": 3, "enedis": 3, "enedis/gateway": 3, "sibelga": 3,
		"table/content": 1, "table/grid": 1, "table/layout": 2, "table": 3,
	},
}

// kernels are rooms that know no context but the kernel packages: any context may import them.
var kernels = []string{"core/allocation/coefficient", "core/allocation/margin", "core/allocation/share", "core/metering/loadcurve"}

// forbiddenInCore are the parts of the standard library that do I/O or keep state
// of the machine.
var forbiddenInCore = []string{"net/http", "database/sql", "os", "os/exec", "log", "log/slog", "net", "syscall"}

func TestCoreImportsTheStandardLibraryAndItself(t *testing.T) {
	t.Parallel()
	for _, p := range packages(t) {
		if !strings.HasPrefix(p.ImportPath, "core/") || isTestSupport(p.ImportPath) {
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

// requireLower fails when from may not import to because of the order of the contexts. Within
// a context the order of its rooms decides.
func requireLower(t *testing.T, from, to string) {
	t.Helper()
	fromContext, toContext := strings.Split(from, "/")[1], strings.Split(to, "/")[1]
	fromRank, ok := rank[fromContext]
	require.True(t, ok, "%s: give package %s a rank", from, fromContext)
	toRank, ok := rank[toContext]
	require.True(t, ok, "%s: give package %s a rank", to, toContext)
	switch {
	case fromContext == toContext:
	case slices.Contains(kernels, from):
		require.Zero(t, toRank, "kernel %s imports %s", from, to)
	case slices.Contains(kernels, to):
	case fromRank == 0:
		require.Zero(t, toRank, "%s imports %s", from, to)
	default:
		require.Less(t, toRank, fromRank, "%s imports %s", from, to)
	}
}

func TestRoomsImportOneWay(t *testing.T) {
	t.Parallel()
	used := map[string]bool{}
	for _, p := range packages(t) {
		context, room, table := roomOf(p.ImportPath)
		if table == nil {
			parts := strings.Split(p.ImportPath, "/")
			require.False(t, parts[0] == "core" && len(parts) > 2, "%s: give the rooms of its context their ranks", p.ImportPath)
			continue
		}
		from, name, ok := rankOf(table, room)
		require.True(t, ok, "%s: give the room %q of %s a rank", p.ImportPath, room, context)
		used[context+"/"+name] = true
		for _, imp := range p.Imports {
			other, imported, _ := roomOf(strings.TrimPrefix(imp, module+"/"))
			if other == context {
				to, _, _ := rankOf(table, imported)
				require.Less(t, to, from, "%s imports %s", p.ImportPath, imp)
			}
		}
	}
	for context, table := range rooms {
		for room := range table {
			require.True(t, used[context+"/"+room], "%s has no room %q", context, room)
		}
	}
}

// rankOf is the rank of a room, and the name or the pattern that gives it.
func rankOf(table map[string]int, room string) (rank int, name string, ok bool) {
	if rank, ok := table[room]; ok {
		return rank, room, true
	}
	for pattern, rank := range table {
		if alike, _ := path.Match(pattern, room); alike {
			return rank, pattern, true
		}
	}
	return 0, "", false
}

// roomOf is the context of a package that is cut into rooms, and the package's name within it.
func roomOf(pkg string) (context, room string, table map[string]int) {
	for context, table := range rooms {
		if pkg == context {
			return context, "", table
		}
		if room, ok := strings.CutPrefix(pkg, context+"/"); ok {
			return context, room, table
		}
	}
	return "", "", nil
}

// testSupport are packages that tests anywhere may use, and nothing else.
var testSupport = []string{"adapters/postgres/pgtest", "adapters/httpapi/servertest", "core/coretest"}

func TestTestSupportIsForTests(t *testing.T) {
	t.Parallel()
	for _, p := range packages(t) {
		for _, imp := range p.Imports {
			worlds := imp == module+"/core/coretest" || imp == module+"/adapters/httpapi/servertest"
			require.False(t, worlds && !isTestSupport(p.ImportPath), "%s imports the world of tests", p.ImportPath)
		}
	}
}

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
		if strings.HasPrefix(p.ImportPath, "cmd/server") || isTestSupport(p.ImportPath) || p.ImportPath == "internal/dev/errorkeys" { // lists what the server declares
			continue
		}
		for _, imp := range p.Imports {
			require.False(t, strings.HasPrefix(imp, module+"/cmd/server"), "%s imports %s", p.ImportPath, imp)
		}
	}
}
