package archtest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"github.com/openpmo/pmo/openapi"
)

// valueList is a line of testdata/enums.tsv.
type valueList struct {
	name           string
	values         []string
	contract, core string
	toCome         []string
}

func valueLists(t *testing.T) []valueList {
	t.Helper()
	text, err := os.ReadFile("testdata/enums.tsv")
	require.NoError(t, err)
	var all []valueList
	for line := range strings.Lines(string(text)) {
		line = strings.TrimRight(line, "\n")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		cols := strings.Split(line, "\t")
		require.Len(t, cols, 5, line)
		all = append(all, valueList{cols[0], strings.Fields(cols[1]), cols[2], cols[3], strings.Fields(cols[4])})
	}
	require.Greater(t, len(all), 25)
	return all
}

// TestEveryListOfValuesIsKnown: contract and core hold each value of each list, and
// what is said to be still to come is not there yet.
func TestEveryListOfValuesIsKnown(t *testing.T) {
	t.Parallel()
	for _, l := range valueLists(t) {
		due := slices.DeleteFunc(slices.Clone(l.values), func(v string) bool { return slices.Contains(l.toCome, v) })
		if l.contract == "-" && l.core == "-" {
			require.Empty(t, due, "%s is nowhere", l.name)
		}
		for where, values := range map[string][]string{"contract " + l.contract: contractValues(t, l.contract), "core " + l.core: coreValues(t, l.core)} {
			if strings.HasSuffix(where, " -") {
				continue
			}
			require.Subset(t, values, due, "%s in the %s", l.name, where)
			for _, v := range l.toCome {
				require.NotContains(t, values, v, "%s has come to the %s: take it out of the last column", v, where)
			}
		}
	}
}

// contractValues reads a schema, the property of one, the names of its properties, the
// list of error keys or the resources of an action.
func contractValues(t *testing.T, where string) []string {
	t.Helper()
	var out []string
	if action, ok := strings.CutPrefix(where, "policy:"); ok {
		for _, permission := range permissions(t) {
			if resource, found := strings.CutSuffix(permission, ":"+action); found {
				out = append(out, resource)
			}
		}
		return out
	}
	switch where {
	case "-":
		return nil
	case "error-keys":
		for key := range errorKeys(t) {
			out = append(out, key)
		}
		return out
	}
	doc, err := openapi3.NewLoader().LoadFromData(openapi.Bundle)
	require.NoError(t, err)
	if path, parameter, ok := strings.Cut(where, "?"); ok {
		for _, v := range doc.Paths.Value(path).Get.Parameters.GetByInAndName("query", parameter).Schema.Value.Enum {
			out = append(out, fmt.Sprint(v))
		}
		return out
	}
	name, fields := strings.CutSuffix(where, "{}")
	name, property, _ := strings.Cut(name, ".")
	require.True(t, doc.Components.Schemas[name] != nil, "the contract has no schema %s", name)
	s := doc.Components.Schemas[name].Value
	if fields {
		for field := range s.Properties {
			out = append(out, field)
		}
		return out
	}
	if property != "" {
		s = s.Properties[property].Value
	}
	for _, v := range s.Enum {
		out = append(out, fmt.Sprint(v))
	}
	return out
}

func permissions(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile("../../policies/pmo/permissions/data.yaml")
	require.NoError(t, err)
	var data struct{ Matrix map[string]any }
	require.NoError(t, yaml.Unmarshal(text, &data))
	var out []string
	for name := range data.Matrix {
		out = append(out, name)
	}
	require.NotEmpty(t, out)
	return out
}

// coreValues reads the constants of a type (dso.Operator), or the texts of a table
// (metering.natureNames), out of the source.
func coreValues(t *testing.T, where string) []string {
	t.Helper()
	if where == "-" {
		return nil
	}
	pkg, name, _ := strings.Cut(where, ".")
	files, err := filepath.Glob("../../core/" + pkg + "/*.go")
	require.NoError(t, err)
	var out []string
	for _, file := range files {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		require.NoError(t, err)
		ast.Inspect(parsed, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if !ok {
				return true
			}
			typ, _ := spec.Type.(*ast.Ident)
			if typ != nil && typ.Name == name || slices.ContainsFunc(spec.Names, func(i *ast.Ident) bool { return i.Name == name }) {
				for _, value := range spec.Values {
					ast.Inspect(value, func(n ast.Node) bool { out = appendLiteral(out, n); return true })
				}
			}
			return true
		})
	}
	require.NotEmpty(t, out, "%s has no constants", where)
	return out
}

func appendLiteral(out []string, n ast.Node) []string {
	if lit, ok := n.(*ast.BasicLit); ok {
		return append(out, strings.Trim(lit.Value, `"`))
	}
	return out
}

// TestNumbersOfTheSpecification: the named constants of section 9 that the core and the
// contract hold.
func TestNumbersOfTheSpecification(t *testing.T) {
	t.Parallel()
	for where, want := range map[string]string{"dso.EANPrefix": "5414489", "operation.DefaultTheme": "#001e62", "metering.maxMonths": "12",
		"participant/site.maxMonths": "12", "allocation/coefficientset.maxMonths": "12", "dso.PRMLength": "14", "dso.PADTLength": "10", "dso.EANLength": "18"} {
		require.Contains(t, coreValues(t, where), want, where)
	}
	require.Contains(t, coreValues(t, "operation.DefaultTheme"), "#f3b617")
}
