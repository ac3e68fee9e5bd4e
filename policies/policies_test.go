package policies_test

import (
	"context"
	"io/fs"
	"os"
	"strings"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/bundle"
	"github.com/open-policy-agent/opa/v1/cover"
	"github.com/open-policy-agent/opa/v1/format"
	"github.com/open-policy-agent/opa/v1/storage"
	"github.com/open-policy-agent/opa/v1/storage/inmem"
	"github.com/open-policy-agent/opa/v1/tester"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/policies"
)

// read loads a policy tree with its METADATA.
func read(t *testing.T, tree fs.FS) bundle.Bundle {
	t.Helper()
	loader, err := bundle.NewFSLoader(tree)
	require.NoError(t, err)
	b, err := bundle.NewCustomReader(loader).WithProcessAnnotations(true).Read()
	require.NoError(t, err)
	return b
}

// modules are the policies of b by path; with tests or without.
func modules(b bundle.Bundle, tests bool) map[string]*ast.Module {
	out := map[string]*ast.Module{}
	for _, m := range b.Modules {
		if tests || !strings.HasSuffix(m.Path, "_test.rego") {
			out[m.Path] = m.Parsed
		}
	}
	return out
}

// TestRego runs every test_ rule of the tree over the real matrix and asks for the
// coverage of the policy itself.
func TestRego(t *testing.T) {
	ctx := context.Background()
	b := read(t, os.DirFS("."))
	store := inmem.NewFromObject(b.Data)
	coverage := cover.New()
	all := modules(b, true)
	err := storage.Txn(ctx, store, storage.TransactionParams{}, func(txn storage.Transaction) error {
		results, err := tester.NewRunner().SetStore(store).SetModules(all).
			SetCoverageQueryTracer(coverage).RunTests(ctx, txn)
		require.NoError(t, err)
		ran := 0
		for r := range results {
			ran++
			t.Run(r.Name, func(t *testing.T) {
				require.NoError(t, r.Error)
				require.True(t, r.Pass(), "%s at %s\n%s", r.Name, r.Location, r.Output)
			})
		}
		require.Greater(t, ran, 20, "the Rego tests were not found")
		return nil
	})
	require.NoError(t, err)
	report := coverage.Report(modules(b, false))
	policy := report.Files["/pmo/authz/authz.rego"]
	require.NotNil(t, policy)
	require.GreaterOrEqual(t, policy.Coverage, 90.0, "not covered: %v", policy.NotCovered)
}

// TestStrict compiles as `opa check --strict` does, with the input checked against
// the schema in the policy's METADATA.
func TestStrict(t *testing.T) {
	c := ast.NewCompiler().WithStrict(true).WithUseTypeCheckAnnotations(true)
	c.Compile(modules(read(t, os.DirFS(".")), true))
	require.False(t, c.Failed(), "%v", c.Errors)
}

// TestInputSchema proves that TestStrict refuses a misspelt input.
func TestInputSchema(t *testing.T) {
	src, err := fs.ReadFile(policies.Bundle, "pmo/authz/authz.rego")
	require.NoError(t, err)
	wrong := strings.ReplaceAll(string(src), "input.subject.operations", "input.subject.operation")
	m, err := ast.ParseModuleWithOpts("authz.rego", wrong, ast.ParserOptions{ProcessAnnotation: true})
	require.NoError(t, err)
	c := ast.NewCompiler().WithStrict(true).WithUseTypeCheckAnnotations(true)
	c.Compile(map[string]*ast.Module{"authz.rego": m})
	require.True(t, c.Failed(), "the misspelling was not seen")
}

// TestFormat is `opa fmt --fail`.
func TestFormat(t *testing.T) {
	for _, m := range read(t, os.DirFS(".")).Modules {
		want, err := format.SourceWithOpts(m.Path, m.Raw, format.Opts{RegoVersion: ast.RegoV1})
		require.NoError(t, err)
		require.Equal(t, string(want), string(m.Raw), m.Path)
	}
}

// TestMetadata asks a title of every package and of every rule of the policy; a rule
// of several bodies has it at the first.
func TestMetadata(t *testing.T) {
	for path, m := range modules(read(t, os.DirFS(".")), false) {
		titled := map[string]bool{}
		for _, a := range m.Annotations {
			require.NotEmpty(t, a.Title, "%s: METADATA without title at line %d", path, a.Location.Row)
			if a.Scope == "package" {
				titled[a.Scope] = true
			} else {
				titled[a.GetTargetPath().String()] = true
			}
		}
		require.True(t, titled["package"], "%s: no METADATA on the package", path)
		for _, r := range m.Rules {
			//nolint:staticcheck // an annotation names its target by this path
			require.True(t, titled[r.Path().String()], "%s: no METADATA on %s", path, r.Head.Name)
		}
	}
}

// TestBundle: the policy is embedded, its tests are not.
func TestBundle(t *testing.T) {
	var files []string
	require.NoError(t, fs.WalkDir(policies.Bundle, ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			files = append(files, path)
		}
		return err
	}))
	require.Equal(t, []string{"pmo/authz/authz.rego", "pmo/permissions/data.yaml"}, files)
}
