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
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"github.com/openpmo/pmo/sdk/ui/catalogues"
)

type keyEntry struct {
	Status int      `yaml:"status"`
	Params []string `yaml:"params"`
	Source string   `yaml:"source"`
}

func errorKeys(t *testing.T) map[string]keyEntry {
	t.Helper()
	data, err := os.ReadFile("../../openapi/error-keys.yaml")
	require.NoError(t, err)
	var keys map[string]keyEntry
	require.NoError(t, yaml.Unmarshal(data, &keys))
	return keys
}

var kindStatus = map[string]int{"Internal": 500, "Invalid": 400, "Unauthenticated": 401, "Forbidden": 403, "NotFound": 404,
	"Conflict": 409, "Changed": 412, "TooLarge": 413, "TooMany": 429, "Unavailable": 503}

type madeFault struct {
	status int
	where  string
}

// faults finds every fault.New(fault.Kind, "key") of the hand-written code.
func faults(t *testing.T) map[string]madeFault {
	t.Helper()
	found := map[string]madeFault{}
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
			ast.Inspect(file, func(n ast.Node) bool { addFault(found, set, n); return true })
			return nil
		}))
	}
	return found
}

func addFault(found map[string]madeFault, set *token.FileSet, n ast.Node) {
	call, ok := n.(*ast.CallExpr)
	if !ok || len(call.Args) != 2 {
		return
	}
	fun, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || fun.Sel.Name != "New" {
		return
	}
	kind, ok := call.Args[0].(*ast.SelectorExpr)
	lit, ok2 := call.Args[1].(*ast.BasicLit)
	if !ok || !ok2 || kindStatus[kind.Sel.Name] == 0 {
		return
	}
	key, err := strconv.Unquote(lit.Value)
	if err == nil {
		found[key] = madeFault{status: kindStatus[kind.Sel.Name], where: set.Position(call.Pos()).String()}
	}
}

func TestEveryFaultIsListed(t *testing.T) {
	t.Parallel()
	keys := errorKeys(t)
	var missing []string
	for key, f := range faults(t) {
		entry, ok := keys[key]
		if !ok {
			missing = append(missing, key+" ("+f.where+")")
			continue
		}
		require.Equal(t, entry.Status, f.status, "status of %s in openapi/error-keys.yaml against %s", key, f.where)
	}
	sort.Strings(missing)
	require.Empty(t, missing, "faults that openapi/error-keys.yaml lacks")
}

func TestEveryListedKeyIsUsedAndSaidInEveryLanguage(t *testing.T) {
	t.Parallel()
	made := faults(t)
	var unused, silent, params []string
	for key, entry := range errorKeys(t) {
		if _, ok := made[key]; !ok {
			unused = append(unused, key)
		}
		for _, lang := range []string{"fr", "nl", "en"} {
			text := plainText(lang, key)
			if text == "" {
				silent = append(silent, lang+": "+key)
			}
			for _, m := range placeholder.FindAllStringSubmatch(text, -1) {
				if !contains(entry.Params, m[1]) {
					params = append(params, lang+": "+key+" says %{"+m[1]+"}")
				}
			}
		}
	}
	sort.Strings(unused)
	sort.Strings(silent)
	sort.Strings(params)
	require.Empty(t, unused, "keys of openapi/error-keys.yaml that no code makes")
	require.Empty(t, silent, "keys without a text")
	require.Empty(t, params, "placeholders that error-keys.yaml does not list")
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

func contains(list []string, s string) bool {
	for _, one := range list {
		if one == s {
			return true
		}
	}
	return false
}
