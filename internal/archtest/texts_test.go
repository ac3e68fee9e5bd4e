package archtest

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/sdk/ui/catalogues"
)

// TestExactTextsAreInTheEmbeddedCatalogue: what Go says to people has the words that
// are given letter for letter, as the screens do (' and ’ count as equal).
func TestExactTextsAreInTheEmbeddedCatalogue(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../sdk/ui/catalogues/exact-texts.json")
	require.NoError(t, err)
	var exact map[string]string
	require.NoError(t, json.Unmarshal(text, &exact))
	require.GreaterOrEqual(t, len(exact), 31)
	plain := strings.NewReplacer("’", "'")
	for name, want := range exact {
		area, key, _ := strings.Cut(name, ".")
		require.Equal(t, plain.Replace(want), plain.Replace(catalogues.Text("fr", area, key, nil)), name)
	}
	// The list itself: every text that is given has its place in it.
	given, err := os.ReadFile("testdata/texts.tsv")
	require.NoError(t, err)
	said := map[string]bool{}
	for _, one := range exact {
		said[shape(plain.Replace(one))] = true
	}
	for line := range strings.Lines(string(given)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			require.True(t, said[shape(plain.Replace(line))], "exact-texts.json lacks %q", line)
		}
	}
}

// shape is a text whatever its placeholders are called.
func shape(text string) string { return placeholder.ReplaceAllString(text, "%{}") }
