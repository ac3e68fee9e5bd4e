package app

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestEveryEventIsPublishedAndHandled: each event that a context declares has a handler, each
// handler has an event, and each is published somewhere.
func TestEveryEventIsPublishedAndHandled(t *testing.T) {
	t.Parallel()
	declared := map[string]string{} // name → type, with the context
	published := map[string]bool{}  // types of which a value is made, with the context
	core := os.DirFS("../../../core")
	require.NoError(t, fs.WalkDir(core, ".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		text, err := fs.ReadFile(core, name)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				if n.Name.Name == "EventName" && n.Recv != nil {
					text := n.Body.List[0].(*ast.ReturnStmt).Results[0].(*ast.BasicLit).Value
					eventName, err := strconv.Unquote(text)
					require.NoError(t, err, name)
					require.Empty(t, declared[eventName], "%s is declared twice", eventName)
					declared[eventName] = path.Base(path.Dir(name)) + "." + n.Recv.List[0].Type.(*ast.Ident).Name
				}
			case *ast.CompositeLit:
				published[typeOf(n, file.Name.Name)] = true
			}
			return true
		})
		return nil
	}))
	require.NotEmpty(t, declared)
	handled := map[string]bool{}
	for _, h := range (&App{}).handlers() {
		require.Contains(t, declared, h.Event, "the handler %s has no event", h.Name)
		handled[h.Event] = true
	}
	for name, kind := range declared {
		require.True(t, handled[name], "%s has no handler", name)
		require.True(t, published[kind], "%s is never made", kind)
	}
}

// typeOf names the type of a value that is written down.
func typeOf(literal *ast.CompositeLit, pkg string) string {
	switch kind := literal.Type.(type) {
	case *ast.SelectorExpr:
		if in, ok := kind.X.(*ast.Ident); ok {
			return in.Name + "." + kind.Sel.Name
		}
	case *ast.Ident:
		return pkg + "." + kind.Name
	}
	return ""
}
