package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"github.com/openpmo/pmo/sdk/ui/catalogues"
)

type keyEntry struct {
	Status int               `yaml:"status"`
	Params map[string]string `yaml:"params"`
	Source string            `yaml:"source"`
}

func errorKeys(t *testing.T) map[string]keyEntry {
	t.Helper()
	data, err := os.ReadFile("../../openapi/error-keys.yaml")
	require.NoError(t, err)
	var keys map[string]keyEntry
	require.NoError(t, yaml.Unmarshal(data, &keys))
	return keys
}

// TestKeysAreDeclaredOutsideFunctions: a key that a function made as it runs would be in no
// list before it fails.
func TestKeysAreDeclaredOutsideFunctions(t *testing.T) {
	t.Parallel()
	var inside []string
	set := token.NewFileSet()
	for _, root := range []string{"core", "adapters", "cmd/server"} {
		require.NoError(t, filepath.WalkDir(filepath.Join("../..", root), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.HasSuffix(path, ".gen.go") {
				return err
			}
			file, err := parser.ParseFile(set, path, nil, 0)
			if err != nil {
				return err
			}
			for _, decl := range file.Decls {
				if function, ok := decl.(*ast.FuncDecl); ok {
					ast.Inspect(function, func(n ast.Node) bool {
						if s, ok := n.(*ast.SelectorExpr); ok && declares(s) {
							inside = append(inside, set.Position(n.Pos()).String())
						}
						return true
					})
				}
			}
			return nil
		}))
	}
	require.Empty(t, inside, "declare these as variables of their package")
}

func declares(s *ast.SelectorExpr) bool {
	pkg, ok := s.X.(*ast.Ident)
	return ok && pkg.Name == "fault" && (s.Sel.Name == "New" || s.Sel.Name == "Specified")
}

func TestEveryKeyIsSaidInEveryLanguage(t *testing.T) {
	t.Parallel()
	var silent, params []string
	for key, entry := range errorKeys(t) {
		for _, lang := range []string{"fr", "nl", "en"} {
			text := plainText(lang, key)
			if text == "" {
				silent = append(silent, lang+": "+key)
			}
			for _, m := range placeholder.FindAllStringSubmatch(text, -1) {
				if entry.Params[m[1]] == "" {
					params = append(params, lang+": "+key+" says %{"+m[1]+"}")
				}
			}
		}
	}
	sort.Strings(silent)
	sort.Strings(params)
	require.Empty(t, silent, "keys without a text")
	require.Empty(t, params, "placeholders that their keys are not declared with")
}

var placeholder = regexp.MustCompile(`%\{(\w+)\}`)

func plainText(lang, key string) string {
	for _, k := range catalogues.Keys(lang, "errors") {
		if k == key {
			return catalogues.Text(lang, "errors", key, nil)
		}
	}
	return ""
}
