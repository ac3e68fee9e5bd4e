package archtest

import (
	"os"
	"regexp"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// whyNotOverHTTP are the reasons for which a key is asserted below the API only.
var whyNotOverHTTP = []string{
	"contract", // the contract refuses it first, at the same field: core holds it for files, commands and jobs
	"bound",    // it takes more of something than a test over HTTP could make in a moment
	"race",     // two at once, or a clock of days: the database or a worker refuses
	"outside",  // a platform, bank, mail server, provider, folder or database that fails
	"remark",   // a word about a file that was read, told with its import
	"inner",    // nobody's mistake: what must never be, or holds other keys
	"earlier",  // another rule refuses it before, under a key of its own: only what is older than that rule comes so far
	"law",      // a law must change between two days of a life
	"state",    // it takes a whole life of an operation to come about
}

// heldByNobody is how many keys of the list no test holds at all; it only falls.
const heldByNobody = 43

// TestEveryKeyIsAskedForOverHTTP: each key of a problem is asserted by a test of
// cmd/server/apptest, or stands in testdata/keys_below_http.tsv: key, why, and the test
// below the API that holds it (– = none yet). Nothing stands in both, so that the list only
// shrinks.
func TestEveryKeyIsAskedForOverHTTP(t *testing.T) {
	t.Parallel()
	over := quoted(t, "cmd/server/apptest/*_test.go", "cmd/server/apptest/testdata/*")
	unheld := 0
	tests := grep(t, `func (Test\w+|Fuzz\w+)\(`, "core/*_test.go", "adapters/*_test.go", "cmd/*_test.go")
	data, err := os.ReadFile("testdata/keys_below_http.tsv")
	require.NoError(t, err)
	below := map[string]bool{}
	last := ""
	for n, line := range strings.Split(strings.TrimRight(string(data), "\n"), "\n") {
		cols := strings.Split(line, "\t")
		require.Len(t, cols, 3, "line %d", n+1)
		key, why, by := cols[0], cols[1], cols[2]
		require.Less(t, last, key, "line %d is not in its order", n+1)
		last = key
		require.Contains(t, whyNotOverHTTP, why, "line %d", n+1)
		if by == "–" {
			unheld++
		}
		require.True(t, tests[by] || by == "–", "line %d names the missing test %q", n+1, by)
		below[key] = true
	}
	require.Equal(t, heldByNobody, unheld, "keys that no test holds: write the figure down when it falls")
	var nobody, both []string
	for key := range errorKeys(t) {
		switch {
		case !over[key] && !below[key]:
			nobody = append(nobody, key)
		case over[key] && below[key]:
			both = append(both, key)
		}
	}
	sort.Strings(nobody)
	sort.Strings(both)
	require.Empty(t, nobody, "no test of cmd/server/apptest asserts these keys: write the refusal into a tour that is there")
	require.Empty(t, both, "these are asserted over HTTP now: take their lines out of keys_below_http.tsv")
	keys := errorKeys(t)
	for key := range below {
		require.Contains(t, keys, key, "there is no such key any more")
	}
}

var literal = regexp.MustCompile(`"([A-Za-z]+(?:\.[A-Za-z_0-9]+)*)"`)

// quoted collects the texts between quotes that may be keys.
func quoted(t *testing.T, globs ...string) map[string]bool {
	t.Helper()
	found := map[string]bool{}
	for key := range grep(t, literal.String(), globs...) {
		found[key] = true
	}
	return found
}

var ofServer = []string{"core/", "adapters/", "cmd/", "policies/", "openapi/"}

// TestRulesAreHeldWhereTheyLive: a rule that lives in core, an adapter or the contract has
// a Go test; one that only a screen can hold names places of screens alone, and has a
// test of a screen or a journey in a browser (CONTRIBUTING.md). No rule stands twice.
func TestRulesAreHeldWhereTheyLive(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("../../docs/spec-map.tsv")
	require.NoError(t, err)
	first := map[string]int{}
	for n, line := range strings.Split(strings.TrimRight(string(data), "\n"), "\n") {
		cols := strings.Split(line, "\t")
		if n == 0 || strings.HasPrefix(line, "#") || len(cols) < 4 || cols[3] == "to come" || strings.HasPrefix(cols[3], "ADR ") {
			continue
		}
		at, twice := first[cols[0]+cols[1]]
		require.False(t, twice, "lines %d and %d have one rule", at, n+1)
		first[cols[0]+cols[1]] = n + 1
		server := slices.ContainsFunc(strings.Split(cols[2], ","), func(place string) bool {
			return slices.ContainsFunc(ofServer, func(root string) bool { return strings.HasPrefix(strings.TrimSpace(place), root) })
		})
		goTest, screen := false, false
		for _, proof := range strings.Split(cols[3], ";") {
			proof = strings.TrimSpace(proof)
			goTest = goTest || strings.HasPrefix(proof, "Test") || strings.HasPrefix(proof, "Fuzz") || strings.HasPrefix(proof, "Benchmark")
			screen = screen || strings.HasPrefix(proof, "unit:") || strings.HasPrefix(proof, "e2e:")
		}
		require.True(t, goTest || !server, "line %d lives in the server and has no Go test: %s", n+1, cols[1])
		require.True(t, goTest || screen, "line %d has neither a Go test nor one of a screen: %s", n+1, cols[1])
	}
}
