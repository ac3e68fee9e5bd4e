package archtest

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSpecMapNamesRealTests reads docs/spec-map.tsv: section, rule, where it lives,
// and the test that proves it (Go: TestName; browser: e2e:title; front-end:
// unit:title), an ADR, or 'to come'. Where it lives are paths of the tree, parted by commas,
// or – for what is to come and has no place yet.
func TestSpecMapNamesRealTests(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("../../docs/spec-map.tsv")
	require.NoError(t, err)
	goTests := grep(t, `func (Test\w+|Fuzz\w+|Benchmark\w+)\(`, "*_test.go")
	uiTests := grep(t, `(?:\b(?:test|it)\b[^'"\x60\n]*|\]\s*(?:as const)?\))\(\s*['"\x60](.+?)['"\x60]\s*,`, "*.test.ts", "*.test.tsx", "*.spec.ts")
	for n, line := range strings.Split(strings.TrimRight(string(data), "\n"), "\n") {
		if n == 0 || strings.HasPrefix(line, "#") || line == "" {
			continue
		}
		cols := strings.Split(line, "\t")
		require.Len(t, cols, 4, "line %d has the wrong number of columns", n+1)
		for _, path := range strings.Split(cols[2], ",") {
			if path = strings.TrimSpace(path); path == "–" && cols[3] == "to come" {
				continue
			}
			_, err := os.Stat(filepath.Join("../..", path))
			require.True(t, path != "" && err == nil, "line %d lives at %q, which is not there", n+1, path)
		}
		for _, proof := range strings.Split(cols[3], ";") {
			proof = strings.TrimSpace(proof)
			switch {
			case proof == "to come":
			case strings.HasPrefix(proof, "ADR "):
				found, err := filepath.Glob("../../docs/adr/" + strings.TrimPrefix(proof, "ADR ") + "-*.md")
				require.NoError(t, err)
				require.NotEmpty(t, found, "line %d names %s", n+1, proof)
			case strings.HasPrefix(proof, "unit:"), strings.HasPrefix(proof, "e2e:"):
				_, title, _ := strings.Cut(proof, ":")
				require.True(t, uiTests[title], "line %d names the missing test %q", n+1, title)
			default:
				require.True(t, goTests[proof], "line %d names the missing test %q", n+1, proof)
			}
		}
	}
}

// grep collects the first group of pattern in the tracked and new files of the globs.
func grep(t *testing.T, pattern string, globs ...string) map[string]bool {
	t.Helper()
	args := append([]string{"ls-files", "--cached", "--others", "--exclude-standard", "--"}, globs...)
	cmd := exec.Command("git", args...)
	cmd.Dir = "../.."
	out, err := cmd.Output()
	require.NoError(t, err)
	found := map[string]bool{}
	re := regexp.MustCompile(pattern)
	for _, name := range strings.Fields(string(out)) {
		text, err := os.ReadFile("../../" + name)
		if err != nil {
			continue
		}
		for _, m := range re.FindAllStringSubmatch(string(text), -1) {
			found[m[1]] = true
		}
	}
	return found
}
