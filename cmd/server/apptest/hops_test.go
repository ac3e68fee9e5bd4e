//go:build hops

package apptest_test

import (
	"bufio"
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/coverage"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/apptest"
)

// TestHops counts the functions of ours that three requests of docs/architecture.md pass: counters
// of coverage are cleared before a request and read when what it began has ended. A function counts
// once. Sign-in, polling of a job and the clock of the server go beside and are in the counts where
// they touch the same functions.
func TestHops(t *testing.T) {
	s := apptest.Demo(t, apptest.Today)
	c := s.As("organizer@demo.pmo")
	lices := c.Operation("ACC00000002")
	month := "dateFrom=2026-10-01&dateTo=2026-10-31"
	report(t, "dashboard metrics of October", func() {
		require.Equal(t, 200, c.Get("/measurements/metrics/by-operation?operationId="+lices+"&"+month).Status)
	})
	report(t, "asynchronous bill run", func() {
		run := c.Post("/operations/"+lices+"/billing/run", map[string]any{"billUpTo": "2026-10-31"})
		require.Equal(t, 202, run.Status, "%s", run.Body)
		c.WaitJob(run.Map()["id"].(string))
	})
	b := newBrussels(t)
	report(t, "Sibelga upload of a month, held and confirmed", func() {
		require.Equal(t, "succeeded", b.agreed(b.upload(b.files()...))["status"])
	})
}

// report says how many functions a request passed.
func report(t *testing.T, name string, request func()) {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, coverage.ClearCounters())
	request()
	require.NoError(t, coverage.WriteMetaDir(dir))
	require.NoError(t, coverage.WriteCountersDir(dir))
	text, err := exec.Command("go", "tool", "covdata", "textfmt", "-i="+dir, "-o="+filepath.Join(dir, "profile")).CombinedOutput()
	require.NoError(t, err, "%s", text)
	profile, err := os.ReadFile(filepath.Join(dir, "profile"))
	require.NoError(t, err)
	all, carrying, core := functions(t, profile)
	fmt.Printf("%-48s carry the request on %4d, but machinery and kernel %4d, all %4d\n", name, carrying, core, all)
}

// besides are the packages that are machinery or kernel.
var besides = []string{"adapters/httpapi/transport", "core/account", "core/fault", "core/id", "core/civil", "core/energy", "core/money", "core/tx", "core/event", "core/object", "core/mail", "core/naming"}

// functions counts those of ours of which a statement ran.
func functions(t *testing.T, profile []byte) (all, carrying, core int) {
	t.Helper()
	ran := map[string][]int{} // lines, by file
	for lines := bufio.NewScanner(bytes.NewReader(profile)); lines.Scan(); {
		name, where, ok := strings.Cut(strings.TrimPrefix(lines.Text(), "github.com/openpmo/pmo/"), ":")
		if !ok || name == "mode" || strings.HasSuffix(where, " 0") || strings.Contains(name, ".gen.go") || strings.Contains(name, "sqlcgen") || strings.Contains(name, "test/") {
			continue
		}
		line, err := strconv.Atoi(where[:strings.IndexByte(where, '.')])
		require.NoError(t, err)
		ran[name] = append(ran[name], line)
	}
	for name, lines := range ran {
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, filepath.Join("../../..", name), nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		beside := slices.ContainsFunc(besides, func(p string) bool { return strings.HasPrefix(name, p+"/") })
		for _, d := range file.Decls {
			f, is := d.(*ast.FuncDecl)
			if !is || !slices.ContainsFunc(lines, func(l int) bool { return l >= set.Position(f.Pos()).Line && l <= set.Position(f.End()).Line }) {
				continue
			}
			all++
			if beside {
				continue
			}
			core++
			if takesContext(f) {
				carrying++
			}
		}
	}
	return all, carrying, core
}

func takesContext(f *ast.FuncDecl) bool {
	return slices.ContainsFunc(f.Type.Params.List, func(p *ast.Field) bool {
		of, is := p.Type.(*ast.SelectorExpr)
		return is && of.Sel.Name == "Context"
	})
}
