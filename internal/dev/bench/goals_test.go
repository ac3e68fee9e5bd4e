//go:build linux

package main

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestGoalsAreLinesOfOneForm: a name, a ratio, a bound and a verdict, also of what was not
// measured.
func TestGoalsAreLinesOfOneForm(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	r := results{out: &out, found: map[string]float64{"import-cpu": 0.1, "import-memory": 0.86, "billrun-write": 1.9, "start": 5.01, "billrun-documents": 3}}
	r.write()
	lines := slices.Collect(strings.Lines(out.String()))
	require.Len(t, lines, 22)
	for _, line := range lines {
		require.Regexp(t, regexp.MustCompile(`^GOAL [a-z-]+ (none|[0-9.e-]+x) (<=|>=)[0-9.e-]+ (ok|SHORT)\n$`), line)
	}
	for _, want := range []string{"GOAL import-cpu 0.1x <=0.15 ok\n", "GOAL import-memory 0.86x <=1 ok\n", "GOAL billrun-write 1.9x >=2 SHORT\n",
		"GOAL start 5.01x <=5 SHORT\n", "GOAL disk none <=0.018 SHORT\n"} {
		require.Contains(t, lines, want)
	}
}
