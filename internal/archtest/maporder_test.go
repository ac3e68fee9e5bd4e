package archtest

import (
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	gopackages "golang.org/x/tools/go/packages"
)

// anyOrder are places that may go through a map as it comes, with the reason.
var anyOrder = map[string]string{
	"core/billing/drafting/session.go unpricedOn": "its caller sorts by energy",
}

// TestNoOutcomeHangsOnTheOrderOfAMap: a range over a map in the core that builds a list, adds
// up floats, or returns one of several errors gives another outcome each time. Go through
// slices.Sorted(maps.Keys(m)), or sort what is built in the same function.
func TestNoOutcomeHangsOnTheOrderOfAMap(t *testing.T) {
	t.Parallel()
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	const mode = gopackages.NeedName | gopackages.NeedFiles | gopackages.NeedImports | gopackages.NeedDeps |
		gopackages.NeedExportFile | gopackages.NeedTypes | gopackages.NeedTypesInfo | gopackages.NeedSyntax
	loaded, err := gopackages.Load(&gopackages.Config{Mode: mode, Dir: root}, "./core/...")
	require.NoError(t, err)
	require.NotEmpty(t, loaded)
	seen, used := 0, map[string]bool{}
	for _, p := range loaded {
		require.Empty(t, p.Errors, p.PkgPath)
		for _, file := range p.Syntax {
			for _, d := range file.Decls {
				f, ok := d.(*ast.FuncDecl)
				if !ok || f.Body == nil {
					continue
				}
				position := p.Fset.Position(f.Pos())
				name, err := filepath.Rel(root, position.Filename)
				require.NoError(t, err)
				ast.Inspect(f.Body, func(n ast.Node) bool {
					loop, ok := n.(*ast.RangeStmt)
					if !ok || !isMap(p.TypesInfo.TypeOf(loop.X)) {
						return true
					}
					seen++
					found := orderMatters(p.TypesInfo, f, loop)
					if at := filepath.ToSlash(name) + " " + f.Name.Name; len(found) > 0 && anyOrder[at] != "" {
						used[at] = true
						return true
					}
					for _, wrong := range found {
						t.Errorf("%s:%d: %s in the order of a map", name, p.Fset.Position(loop.Pos()).Line, wrong)
					}
					return true
				})
			}
		}
	}
	require.Len(t, used, len(anyOrder), "an exception that is none any more")
	require.Greater(t, seen, 20, "the search finds what it looks for")
}

func isMap(t types.Type) bool {
	if t == nil {
		return false
	}
	_, ok := t.Underlying().(*types.Map)
	return ok
}

// orderMatters finds, in the body of a loop, what depends on which turn comes first.
func orderMatters(info *types.Info, f *ast.FuncDecl, loop *ast.RangeStmt) (wrong []string) {
	ast.Inspect(loop.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.AssignStmt:
			for i, to := range n.Lhs {
				if !outlives(info, to, loop) {
					continue
				}
				name := types.ExprString(to)
				if n.Tok == token.ADD_ASSIGN && isFloat(info.TypeOf(to)) {
					wrong = append(wrong, name+" adds up floats")
				}
				if i < len(n.Rhs) && isAppend(n.Rhs[i]) && !sortedLater(f, loop, name) {
					wrong = append(wrong, name+" is built, and not sorted afterwards,")
				}
			}
		case *ast.ReturnStmt:
			for _, value := range n.Results {
				if call, ok := value.(*ast.CallExpr); ok && makesFault(call) {
					wrong = append(wrong, "one of several faults is returned")
				}
			}
		}
		return true
	})
	return wrong
}

// outlives reports whether a variable or a field is of something that was there before a loop.
func outlives(info *types.Info, e ast.Expr, loop *ast.RangeStmt) bool {
	switch e := e.(type) {
	case *ast.SelectorExpr:
		return outlives(info, e.X, loop)
	case *ast.Ident:
		object := info.ObjectOf(e)
		return object != nil && (object.Pos() < loop.Pos() || object.Pos() >= loop.End())
	}
	return false
}

func isFloat(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsFloat != 0
}

func isAppend(e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return false
	}
	name, ok := call.Fun.(*ast.Ident)
	return ok && name.Name == "append"
}

// makesFault reports whether a call gives a fault with something of the turn in it.
func makesFault(call *ast.CallExpr) bool {
	method, ok := call.Fun.(*ast.SelectorExpr)
	return ok && (method.Sel.Name == "With" || method.Sel.Name == "At")
}

// sortedLater reports whether a function sorts a list after a loop.
func sortedLater(f *ast.FuncDecl, loop *ast.RangeStmt, name string) (sorted bool) {
	ast.Inspect(f.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || call.Pos() < loop.End() || len(call.Args) == 0 {
			return true
		}
		if method, ok := call.Fun.(*ast.SelectorExpr); ok && strings.HasPrefix(method.Sel.Name, "Sort") && types.ExprString(call.Args[0]) == name {
			sorted = true
		}
		return true
	})
	return sorted
}
