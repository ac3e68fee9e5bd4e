package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Fault is one deliberate change of one file.
type Fault struct {
	File       string // as given to go list, relative to the root
	Line       int
	What       string // what is changed, for people
	start, end int    // the bytes that are replaced
	with       string
}

// Apply is the file's text with the fault in it. What stands below stays on its lines.
func (f Fault) Apply(text []byte) []byte {
	lines := bytes.Repeat([]byte("\n"), max(0, bytes.Count(text[f.start:f.end], []byte("\n"))-strings.Count(f.with, "\n")))
	return slices.Concat(text[:f.start], []byte(f.with), lines, text[f.end:])
}

func (f Fault) String() string { return fmt.Sprintf("%s:%d: %s", f.File, f.Line, f.What) }

// Opposites of operators: what a slip of the pen would write.
var opposites = map[token.Token]token.Token{
	token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR,
	token.EQL: token.NEQ, token.NEQ: token.EQL, token.LAND: token.LOR, token.LOR: token.LAND,
	token.ADD: token.SUB, token.SUB: token.ADD, token.MUL: token.QUO, token.QUO: token.MUL,
}

// goFaults lists the faults that can be made in a Go file, in the order of its lines.
func goFaults(path string, text []byte) ([]Fault, error) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	at := func(p token.Pos) int { return set.Position(p).Offset }
	var faults []Fault
	add := func(from, to token.Pos, with, what string) {
		faults = append(faults, Fault{File: path, Line: set.Position(from).Line, What: what, start: at(from), end: at(to), with: with})
	}
	source := func(n ast.Node) string { return string(text[at(n.Pos()):at(n.End())]) }
	failing := failingReturns(file)
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ReturnStmt:
			// What stands beside an error says nothing: who is told of one reads no further.
			if last := len(n.Results) - 1; last > 0 && failing[n] && !isNil(n.Results[last]) {
				return slices.ContainsFunc(n.Results, func(e ast.Expr) bool { return !isConstant(e) && !isName(e) })
			}
		case *ast.IfStmt:
			// A check of an error says nothing about a rule.
			if source(n.Cond) != "err != nil" {
				add(n.Cond.Pos(), n.Cond.End(), "!("+source(n.Cond)+")", "if "+short(source(n.Cond))+" is turned round")
			}
		case *ast.BinaryExpr:
			other, known := opposites[n.Op]
			if known && !isNil(n.Y) && !isText(n.X) && !isText(n.Y) {
				end := n.OpPos + token.Pos(len(n.Op.String()))
				add(n.OpPos, end, other.String(), fmt.Sprintf("%s becomes %s in %s", n.Op, other, short(source(n))))
			}
		case *ast.BasicLit:
			if n.Kind == token.INT {
				if v, err := strconv.ParseInt(n.Value, 0, 64); err == nil {
					add(n.Pos(), n.End(), strconv.FormatInt(v+1, 10), fmt.Sprintf("%s becomes %d", n.Value, v+1))
				}
			}
		case *ast.Ident:
			if n.Name == "true" || n.Name == "false" {
				add(n.Pos(), n.End(), strconv.FormatBool(n.Name == "false"), n.Name+" is turned round")
			}
		case *ast.BlockStmt:
			for _, s := range n.List {
				switch s := s.(type) {
				case *ast.ExprStmt:
					add(s.Pos(), s.End(), "", "left out: "+short(source(s)))
				case *ast.BranchStmt:
					if s.Tok == token.CONTINUE && s.Label == nil {
						add(s.Pos(), s.End(), "", "left out: continue")
					}
				case *ast.AssignStmt:
					if s.Tok == token.ASSIGN || s.Tok == token.ADD_ASSIGN || s.Tok == token.SUB_ASSIGN {
						add(s.Pos(), s.End(), "", "left out: "+short(source(s)))
					}
				}
			}
		}
		return true
	})
	return faults, nil
}

// failingReturns are the returns of functions whose last result is an error.
func failingReturns(file *ast.File) map[*ast.ReturnStmt]bool {
	all := map[*ast.ReturnStmt]bool{}
	within := func(kind *ast.FuncType, body *ast.BlockStmt) {
		if body == nil || kind.Results == nil {
			return
		}
		last, named := kind.Results.List[len(kind.Results.List)-1].Type.(*ast.Ident)
		if !named || last.Name != "error" {
			return
		}
		ast.Inspect(body, func(n ast.Node) bool {
			if r, is := n.(*ast.ReturnStmt); is {
				all[r] = true
			}
			_, another := n.(*ast.FuncLit)
			return !another
		})
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			within(n.Type, n.Body)
		case *ast.FuncLit:
			within(n.Type, n.Body)
		}
		return true
	})
	return all
}

func isNil(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == "nil"
}

func isConstant(e ast.Expr) bool {
	lit, ok := e.(*ast.BasicLit)
	return ok && lit.Kind == token.INT || isName(e)
}

func isName(e ast.Expr) bool {
	_, ok := e.(*ast.Ident)
	return ok
}

func isText(e ast.Expr) bool {
	lit, ok := e.(*ast.BasicLit)
	return ok && lit.Kind == token.STRING
}

func short(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > 70 {
		return string(r[:70]) + "…"
	}
	return s
}

// A role of the permission matrix with how far it reaches.
var grant = regexp.MustCompile(`(admin|organizer|observer|participant): (all|operation|member|site|own)`)

// matrixFaults gives each role that holds a permission the reach of everything, and takes
// the permission from it.
func matrixFaults(path string, text []byte) []Fault {
	var faults []Fault
	permission := ""
	offset := 0
	for i, line := range bytes.SplitAfter(text, []byte("\n")) {
		if name := strings.TrimSpace(string(line)); strings.HasPrefix(string(line), "  ") && !strings.HasPrefix(string(line), "   ") && strings.HasSuffix(name, ":") {
			permission = strings.TrimSuffix(name, ":")
		}
		for _, m := range grant.FindAllSubmatchIndex(line, -1) {
			role, reach := string(line[m[2]:m[3]]), string(line[m[4]:m[5]])
			if reach != "all" {
				faults = append(faults, Fault{File: path, Line: i + 1, What: fmt.Sprintf("%s of %s reaches everything, not %s", permission, role, reach), start: offset + m[4], end: offset + m[5], with: "all"})
			}
			faults = append(faults, Fault{File: path, Line: i + 1, What: fmt.Sprintf("%s is taken from %s", permission, role), start: offset + m[2], end: offset + m[3], with: "nobody"})
		}
		offset += len(line)
	}
	return faults
}

// faultsBelow lists the faults of all hand-written sources below a folder or of one file.
func faultsBelow(root string) ([]Fault, error) {
	var all []Fault
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if d.Name() == "gen" || d.Name() == "testdata" || strings.HasSuffix(d.Name(), "test") { // coretest, servertest: worlds of tests
				return filepath.SkipDir
			}
			return nil
		}
		isGo := strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") && !strings.HasSuffix(path, ".gen.go")
		isMatrix := strings.HasSuffix(path, "permissions/data.yaml")
		if !isGo && !isMatrix {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if isMatrix {
			all = append(all, matrixFaults(path, text)...)
			return nil
		}
		faults, err := goFaults(path, text)
		all = append(all, faults...)
		return err
	})
	return all, err
}
