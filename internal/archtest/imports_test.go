package archtest

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
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

// house is what docs/architecture.md draws, which is the one place where ranks stand.
type house struct {
	// contexts: a package may import only packages of a lower rank
	// (docs/adr/0002-core-and-adapters.md). Kernel packages have rank 0.
	contexts map[string]int
	// rooms orders the packages within a context: each may import only those of a lower rank of the
	// same context. "" is the package that has the context's name. A room is found by its name, or by
	// a pattern of names (path.Match) for those that are alike.
	rooms map[string]map[string]int
}

var (
	contextLine = regexp.MustCompile(`^\d+ [a-z]`)
	roomsOf     = regexp.MustCompile(`^\*\*([a-z/]+)\*\*`)
	roomLine    = regexp.MustCompile("^\\| (\\d+) \\| `([^`]+)` \\| .+ \\|$")
)

var drawn = sync.OnceValue(func() house {
	text, err := os.ReadFile("../../docs/architecture.md")
	if err != nil {
		panic(err)
	}
	return read(string(text))
})

// read takes the ranks out of the document: the lines of contexts, and the tables below a context's name.
func read(text string) house {
	h := house{map[string]int{}, map[string]map[string]int{}}
	context, table := "", false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch name := roomsOf.FindStringSubmatch(line); {
		case contextLine.MatchString(line):
			words := strings.Fields(line)
			for _, w := range words[1:] {
				h.contexts[w], _ = strconv.Atoi(words[0])
			}
		case name != nil:
			if context = name[1]; !strings.HasPrefix(context, "adapters/") {
				context = "core/" + context
			}
		case line == "| rank | room | what for |":
			h.rooms[context], table = map[string]int{}, true
		case table && roomLine.MatchString(line):
			cells := roomLine.FindStringSubmatch(line)
			room := cells[2]
			if room == path.Base(context) {
				room = ""
			}
			h.rooms[context][room], _ = strconv.Atoi(cells[1])
		case table && line != "|---|---|---|":
			table = false
		}
	}
	return h
}

// TestTheDrawingIsRead: a table that is written otherwise would order nothing.
func TestTheDrawingIsRead(t *testing.T) {
	t.Parallel()
	require.Greater(t, len(drawn().contexts), 30)
	require.Greater(t, len(drawn().rooms), 12)
	for context, table := range drawn().rooms {
		require.Greater(t, len(table), 1, context)
	}
	h := read("```\n2 party job\n0 id\n```\n**party** ([ADR 1](adr))\n\n| rank | room | what for |\n|---|---|---|\n| 0 | `party` | words |\n| 1 | `book/page` | [x](y) |\n\n| 7 | `no` | table |\n")
	require.Equal(t, house{map[string]int{"party": 2, "job": 2, "id": 0}, map[string]map[string]int{"core/party": {"": 0, "book/page": 1}}}, h)
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
	fromRank, ok := drawn().contexts[fromContext]
	require.True(t, ok, "%s: give %s a rank in docs/architecture.md", from, fromContext)
	toRank, ok := drawn().contexts[toContext]
	require.True(t, ok, "%s: give %s a rank in docs/architecture.md", to, toContext)
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
			require.False(t, parts[0] == "core" && len(parts) > 2, "%s: give the rooms of its context their ranks in docs/architecture.md", p.ImportPath)
			continue
		}
		from, name, ok := rankOf(table, room)
		require.True(t, ok, "%s: give the room %q of %s a rank in docs/architecture.md", p.ImportPath, room, context)
		used[context+"/"+name] = true
		for _, imp := range p.Imports {
			other, imported, _ := roomOf(strings.TrimPrefix(imp, module+"/"))
			if other == context {
				to, _, _ := rankOf(table, imported)
				require.Less(t, to, from, "%s imports %s", p.ImportPath, imp)
			}
		}
	}
	for context, table := range drawn().rooms {
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
	for context, table := range drawn().rooms {
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
