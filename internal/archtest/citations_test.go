package archtest

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// What sources cite: a section of a document, a decision, a file of the documentation.
var (
	citedSection  = regexp.MustCompile(`\b(decisions|design|billing|perf|frontend|backend|experience|journeys|peers|einvoicing|domain|specification)(?:\.md)?,? (?:section )?(\d+(?:\.\d+)*)\b`)
	citedDecision = regexp.MustCompile(`\bADR (\d{4})\b`)
	citedFile     = regexp.MustCompile(`\bdocs/[\w/-]+\.(?:md|tsv)\b`)
	heading       = regexp.MustCompile(`(?m)^##+ (\d+(?:\.\d+)*) `)
)

// Documents of the tree whose sections are cited.
var citable = map[string]string{"domain": "docs/domain.md", "specification": "docs/specification.md"}

const citationsFile = "testdata/citations.tsv"

// TestCitationsLeadSomewhere: a comment cites a section of docs/specification.md or of
// docs/domain.md, a decision of docs/adr, or a file of docs, and each of them is there. Areas
// that still cite what is not in the tree are counted in testdata/citations.tsv; the count may
// only become smaller (-lower writes it).
func TestCitationsLeadSomewhere(t *testing.T) {
	t.Parallel()
	sections := map[string]map[string]bool{}
	for document, file := range citable {
		text, err := os.ReadFile("../../" + file)
		require.NoError(t, err)
		sections[document] = map[string]bool{}
		for _, m := range heading.FindAllStringSubmatch(string(text), -1) {
			sections[document][m[1]] = true
		}
		require.NotEmpty(t, sections[document], file)
	}
	cmd := exec.Command("git", "ls-files", "--cached", "--others", "--exclude-standard", "--",
		"*.go", "*.ts", "*.tsx", "*.mjs", "*.css", "*.sql", "*.yaml", "*.rego", "*.sh", "*.md", "*.tsv", "Makefile", ":!CHANGELOG.md", ":!internal/archtest")
	cmd.Dir = "../.."
	out, err := cmd.Output()
	require.NoError(t, err)
	astray, resolved := map[string][]string{}, 0
	for _, name := range strings.Fields(string(out)) {
		text, err := os.ReadFile("../../" + name)
		if os.IsNotExist(err) || isGenerated(text) {
			continue
		}
		require.NoError(t, err)
		for n, line := range strings.Split(string(text), "\n") {
			for _, cited := range brokenCitations(t, sections, line, &resolved) {
				area := areaOf(name)
				astray[area] = append(astray[area], fmt.Sprintf("%s:%d: %s", name, n+1, cited))
			}
		}
	}
	require.NotZero(t, resolved)
	allowed := citationExceptions(t)
	for _, folder := range slices.Sorted(maps.Keys(astray)) {
		if got := len(astray[folder]); got > allowed[folder] {
			t.Errorf("%s cites %d places that are not in the tree, %d were allowed:\n%s", folder, got, allowed[folder], strings.Join(astray[folder], "\n"))
		}
	}
	lowered := map[string]int{}
	for folder, figure := range allowed {
		got := len(astray[folder])
		if got < figure && !*lowerBudget {
			t.Errorf("%s cites %d places that are not in the tree, the exception says %d: lower it (or run with -lower)", folder, got, figure)
		}
		if got = min(got, figure); got > 0 {
			lowered[folder] = got
		}
	}
	if *lowerBudget {
		var b strings.Builder
		b.WriteString("area\ttoday\n")
		for _, folder := range slices.Sorted(maps.Keys(lowered)) {
			fmt.Fprintf(&b, "%s\t%d\n", folder, lowered[folder])
		}
		require.NoError(t, os.WriteFile(citationsFile, []byte(b.String()), 0o644))
	}
}

// areaOf is the first two folders of a file: its parts move, the area stays.
func areaOf(name string) string {
	parts := strings.Split(name, "/")
	return strings.Join(parts[:min(2, len(parts)-1)], "/")
}

// brokenCitations are those of a line that lead nowhere; the others are counted.
func brokenCitations(t *testing.T, sections map[string]map[string]bool, line string, resolved *int) []string {
	t.Helper()
	var broken []string
	judge := func(cited string, there bool) {
		if there {
			*resolved++
		} else {
			broken = append(broken, cited)
		}
	}
	for _, m := range citedSection.FindAllStringSubmatch(line, -1) {
		document, section := m[1], m[2]
		inComment := strings.ContainsAny(line, "/#*-(") // prose such as "billing 21 of 32" stands in documents
		if citable[document] == "" && !strings.Contains(section, ".") && document != "decisions" || !inComment {
			continue
		}
		judge(m[0], sections[document][section])
	}
	for _, m := range citedDecision.FindAllStringSubmatch(line, -1) {
		found, err := filepath.Glob("../../docs/adr/" + m[1] + "-*.md")
		require.NoError(t, err)
		judge(m[0], len(found) == 1)
	}
	for _, cited := range citedFile.FindAllString(line, -1) {
		if strings.Contains(cited, "NNNN") { // the recipe for a new one
			continue
		}
		_, err := os.Stat("../../" + cited)
		judge(cited, err == nil)
	}
	return broken
}

func citationExceptions(t *testing.T) map[string]int {
	t.Helper()
	text, err := os.ReadFile(citationsFile)
	require.NoError(t, err)
	allowed := map[string]int{}
	for n, line := range strings.Split(strings.TrimRight(string(text), "\n"), "\n") {
		if n == 0 {
			continue
		}
		folder, figure, ok := strings.Cut(line, "\t")
		require.True(t, ok, "%s line %d", citationsFile, n+1)
		if allowed[folder], err = strconv.Atoi(figure); err != nil {
			t.Fatalf("%s line %d: %v", citationsFile, n+1, err)
		}
	}
	return allowed
}
