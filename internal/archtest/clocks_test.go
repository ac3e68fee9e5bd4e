package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// otherClocks are places that may ask another clock than the core's, with the reason.
var otherClocks = map[string]string{
	"core/id/id.go tick": "an id is ordered by when it was made, and says nothing of when things happened",
	"core/coretest":      "the world of tests",
}

// sqlClock is how SQL asks for the time.
var sqlClock = regexp.MustCompile(`(?i)\b(now|clock_timestamp|statement_timestamp|transaction_timestamp|timeofday)\s*\(|\b(current_date|current_time|current_timestamp|localtime|localtimestamp)\b`)

// TestOneClock: what is stored bears the instants of the core's clock. A query that asks the
// database for the time, or a store that asks the machine, would put two clocks into one
// transaction, and days of another zone than the operator's into an answer.
func TestOneClock(t *testing.T) {
	t.Parallel()
	used, scripts, sources := map[string]bool{}, 0, 0
	allowed := func(places ...string) bool {
		for _, at := range places {
			if otherClocks[at] != "" {
				used[at] = true
				return true
			}
		}
		return false
	}
	for _, root := range []string{"adapters/postgres", "core"} {
		err := filepath.WalkDir(filepath.Join("../..", root), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			name, err := filepath.Rel("../..", path)
			require.NoError(t, err)
			name = filepath.ToSlash(name)
			switch {
			case strings.HasSuffix(name, ".sql"):
				scripts++
				text, err := os.ReadFile(path)
				require.NoError(t, err)
				for n, line := range strings.Split(string(text), "\n") {
					line, _, _ = strings.Cut(line, "--")
					if asked := sqlClock.FindString(line); asked != "" && !allowed(name) {
						t.Errorf("%s:%d: %s is the clock of the database: pass the instant", name, n+1, asked)
					}
				}
			case strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go"):
				sources++
				clocksOf(t, path, func(function, asked string, line int) {
					if !allowed(name, name+" "+function, name[:strings.LastIndex(name, "/")]) {
						t.Errorf("%s:%d: %s: the clock of the core is handed in (Deps.Now, postgres.DB.Now)", name, line, asked)
					}
				})
			}
			return nil
		})
		require.NoError(t, err)
	}
	require.Greater(t, scripts, 20)
	require.Greater(t, sources, 300)
	for at := range otherClocks {
		if !used[at] {
			t.Errorf("%s asks no other clock any more", at)
		}
	}
}

// clocksOf finds texts of SQL and calls that ask for the time, with the function they are in.
// time.Now as a value is a default, and no question.
func clocksOf(t *testing.T, path string, found func(function, asked string, line int)) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, nil, 0)
	require.NoError(t, err)
	for _, d := range file.Decls {
		function := ""
		if f, ok := d.(*ast.FuncDecl); ok {
			function = f.Name.Name
		}
		ast.Inspect(d, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BasicLit:
				if text, err := strconv.Unquote(n.Value); n.Kind == token.STRING && err == nil {
					if asked := sqlClock.FindString(text); asked != "" {
						found(function, asked, set.Position(n.Pos()).Line)
					}
				}
			case *ast.CallExpr:
				if of, ok := n.Fun.(*ast.SelectorExpr); ok && of.Sel.Name == "Now" {
					if from, ok := of.X.(*ast.Ident); ok && from.Name == "time" {
						found(function, "time.Now()", set.Position(n.Pos()).Line)
					}
				}
			}
			return true
		})
	}
}
