package pinnedtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
)

const module = "github.com/openpmo/pmo"

// vocabulary knows the constants of the types of this module: where a type has some, no
// other values are drawn for it.
type vocabulary struct {
	mu    sync.Mutex
	of    map[reflect.Type][]reflect.Value
	files map[string]map[string][]constant // package → type → constants
}

// measures are packages of which constants are amounts, not words.
var measures = []string{"core/energy", "core/money", "core/civil"}

type constant struct {
	text string
	is   token.Token
}

var known = vocabulary{of: map[reflect.Type][]reflect.Value{}, files: map[string]map[string][]constant{}}

// words are the constants of a type, in the order of their sources; nil = it has none.
func (k *vocabulary) words(t reflect.Type) []reflect.Value {
	inside, ours := strings.CutPrefix(t.PkgPath(), module+"/")
	if !ours || t.Name() == "" || t.Kind() == reflect.Struct || slices.Contains(measures, inside) {
		return nil
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if words, ok := k.of[t]; ok {
		return words
	}
	if k.files[inside] == nil {
		k.files[inside] = constantsIn(filepath.Join(root(), filepath.FromSlash(inside)))
	}
	var words []reflect.Value
	for _, c := range k.files[inside][t.Name()] {
		v := reflect.New(t).Elem()
		switch {
		case c.is == token.STRING && t.Kind() == reflect.String:
			text, err := strconv.Unquote(c.text)
			if err != nil {
				continue
			}
			v.SetString(text)
		case c.is == token.INT && v.CanInt():
			n, _ := strconv.ParseInt(c.text, 0, 64)
			v.SetInt(n)
		case c.is == token.INT && v.CanUint():
			n, _ := strconv.ParseUint(c.text, 0, 64)
			v.SetUint(n)
		default:
			continue
		}
		words = append(words, v)
	}
	if len(words) < 2 { // a constant beside a number is a limit, not a word
		words = nil
	}
	k.of[t] = words
	return words
}

// root is the folder of the module.
func root() string {
	dir, _ := os.Getwd()
	for dir != filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		dir = filepath.Dir(dir)
	}
	return dir
}

// constantsIn reads the typed constants of a package that are literals or count from iota.
func constantsIn(dir string) map[string][]constant {
	out := map[string][]constant{}
	files, _ := filepath.Glob(filepath.Join(dir, "*.go"))
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			continue
		}
		for _, decl := range file.Decls {
			if group, ok := decl.(*ast.GenDecl); ok && group.Tok == token.CONST {
				addConstants(out, group)
			}
		}
	}
	return out
}

func addConstants(out map[string][]constant, group *ast.GenDecl) {
	counting, from := "", 0
	for i, spec := range group.Specs {
		s := spec.(*ast.ValueSpec)
		if len(s.Values) == 0 && counting != "" && len(s.Names) == 1 {
			out[counting] = append(out[counting], constant{strconv.Itoa(i + from), token.INT})
			continue
		}
		counting = ""
		typ, ok := s.Type.(*ast.Ident)
		if !ok || len(s.Values) != 1 {
			continue
		}
		switch v := s.Values[0].(type) {
		case *ast.BasicLit:
			out[typ.Name] = append(out[typ.Name], constant{v.Value, v.Kind})
		case *ast.Ident:
			if v.Name == "iota" {
				counting, from = typ.Name, 0
			}
		case *ast.BinaryExpr:
			x, counts := v.X.(*ast.Ident)
			y, plain := v.Y.(*ast.BasicLit)
			if counts && plain && x.Name == "iota" && v.Op == token.ADD {
				counting = typ.Name
				from, _ = strconv.Atoi(y.Value)
			}
		}
		if counting != "" {
			out[counting] = append(out[counting], constant{strconv.Itoa(i + from), token.INT})
		}
	}
}
