package archtest

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A package is a room: what one person keeps in mind. Tests and generated code are not counted.
const (
	budgetFiles   = 15   // files of a package
	budgetLines   = 2500 // lines of a package
	budgetMethods = 20   // exported methods of a service, or any type, of the core
	budgetDeps    = 10   // fields of the Deps of a Service of the core; the Parts of an assembly are those of all services
	budgetStray   = 0    // methods of the core that stand in another file than their type
)

var budget = map[string]int{
	"files": budgetFiles, "lines": budgetLines, "methods": budgetMethods, "deps": budgetDeps, "stray": budgetStray,
}

var lowerBudget = flag.Bool("lower", false, "write the smaller figures of the exceptions into testdata/budget.tsv")

// The figure of lines is in steps, so that a change of one word elsewhere is free.
const lineSteps = 50

const budgetFile = "testdata/budget.tsv"

// exception is a line of testdata/budget.tsv: a package over its budget, by how much today, and why.
type exception struct {
	folder, measure string
	figure          int
	reason          string
}

// TestPackagesKeepTheirBudget measures every package. One that is over the budget is named in
// testdata/budget.tsv with its figure; the figure may only become smaller, and a line that is
// no longer needed goes. `go test ./internal/archtest -run Budget -lower` writes smaller figures.
func TestPackagesKeepTheirBudget(t *testing.T) {
	t.Parallel()
	measured := map[string]map[string]int{}
	var folders []string
	for folder, files := range goFolders(t) {
		figures, err := measure(folder, files)
		require.NoError(t, err)
		measured[folder] = figures
		folders = append(folders, folder)
	}
	slices.Sort(folders)
	excepted := map[[2]string]bool{}
	var kept []exception
	for _, e := range exceptions(t) {
		require.Contains(t, budget, e.measure, "%s: unknown measure", e.folder)
		require.NotEmpty(t, e.reason, "%s: an exception needs a reason", e.folder)
		excepted[[2]string{e.folder, e.measure}] = true
		now := measured[e.folder][e.measure]
		if over := now > budget[e.measure]; over && e.measure == "lines" {
			now = (now + lineSteps - 1) / lineSteps * lineSteps
		}
		switch {
		case now > e.figure:
			t.Errorf("%s: %d %s, %d were allowed: cut it", e.folder, now, e.measure, e.figure)
		case now <= budget[e.measure]:
			if !*lowerBudget {
				t.Errorf("%s: %d %s keep the budget: take its line out of %s (or run with -lower)", e.folder, now, e.measure, budgetFile)
			}
			continue
		case now < e.figure:
			if !*lowerBudget {
				t.Errorf("%s: %d %s, the exception says %d: lower it (or run with -lower)", e.folder, now, e.measure, e.figure)
			}
			e.figure = now
		}
		kept = append(kept, e)
	}
	for _, folder := range folders {
		for _, m := range slices.Sorted(maps.Keys(budget)) {
			if got := measured[folder][m]; got > budget[m] && !excepted[[2]string{folder, m}] {
				t.Errorf("%s: %d %s, the budget is %d: cut it", folder, got, m, budget[m])
			}
		}
	}
	if *lowerBudget {
		require.NoError(t, writeExceptions(kept))
	}
}

// goFolders lists the hand-written Go files without tests, tracked or new, by folder.
func goFolders(t *testing.T) map[string][]string {
	t.Helper()
	cmd := exec.Command("git", "ls-files", "--cached", "--others", "--exclude-standard", "--", "*.go")
	cmd.Dir = "../.."
	out, err := cmd.Output()
	require.NoError(t, err)
	folders := map[string][]string{}
	for _, name := range strings.Fields(string(out)) {
		text, err := os.ReadFile("../../" + name)
		if os.IsNotExist(err) || strings.HasSuffix(name, "_test.go") || isGenerated(text) {
			continue
		}
		require.NoError(t, err)
		folders[path.Dir(name)] = append(folders[path.Dir(name)], name)
	}
	return folders
}

func isGenerated(text []byte) bool {
	head, _, _ := bytes.Cut(text, []byte("\npackage "))
	return bytes.Contains(head, []byte("// Code generated ")) && bytes.Contains(head, []byte(" DO NOT EDIT."))
}

// measure counts what the budget bounds in one folder.
func measure(folder string, files []string) (map[string]int, error) {
	figures := map[string]int{"files": len(files)}
	set := token.NewFileSet()
	standsIn := map[string]string{} // type → its file
	var methods []*ast.FuncDecl
	for _, name := range files {
		text, err := os.ReadFile("../../" + name)
		if err != nil {
			return nil, err
		}
		figures["lines"] += bytes.Count(text, []byte("\n"))
		if !strings.HasPrefix(folder, "core/") {
			continue
		}
		file, err := parser.ParseFile(set, name, text, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					if kind, ok := spec.(*ast.TypeSpec); ok {
						standsIn[kind.Name.Name] = name
						if fields, ok := kind.Type.(*ast.StructType); ok && kind.Name.Name == "Deps" {
							figures["deps"] = fields.Fields.NumFields()
						}
					}
				}
			case *ast.FuncDecl:
				if d.Recv != nil {
					methods = append(methods, d)
				}
			}
		}
	}
	exported := map[string]int{} // by type
	for _, m := range methods {
		of := receiver(m)
		if standsIn[of] != set.Position(m.Pos()).Filename {
			figures["stray"]++
		}
		if m.Name.IsExported() {
			exported[of]++
			figures["methods"] = max(figures["methods"], exported[of])
		}
	}
	return figures, nil
}

// receiver names the type a method belongs to.
func receiver(m *ast.FuncDecl) string {
	kind := m.Recv.List[0].Type
	for {
		switch k := kind.(type) {
		case *ast.StarExpr:
			kind = k.X
		case *ast.IndexExpr:
			kind = k.X
		case *ast.IndexListExpr:
			kind = k.X
		case *ast.Ident:
			return k.Name
		default:
			return fmt.Sprintf("%T", kind)
		}
	}
}

func exceptions(t *testing.T) []exception {
	t.Helper()
	text, err := os.ReadFile(budgetFile)
	require.NoError(t, err)
	var all []exception
	for n, line := range strings.Split(strings.TrimRight(string(text), "\n"), "\n") {
		if n == 0 {
			continue
		}
		cols := strings.Split(line, "\t")
		require.Len(t, cols, 4, "%s line %d", budgetFile, n+1)
		figure, err := strconv.Atoi(cols[2])
		require.NoError(t, err, "%s line %d", budgetFile, n+1)
		all = append(all, exception{cols[0], cols[1], figure, cols[3]})
	}
	return all
}

func writeExceptions(all []exception) error {
	var b strings.Builder
	b.WriteString("package\tmeasure\ttoday\treason\n")
	for _, e := range all {
		fmt.Fprintf(&b, "%s\t%s\t%d\t%s\n", e.folder, e.measure, e.figure, e.reason)
	}
	return os.WriteFile(budgetFile, []byte(b.String()), 0o644)
}
