package pdf

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/paper"
	"github.com/openpmo/pmo/sdk/ui/catalogues"
)

func paperOf(k paper.Kind, language string) paper.Sheet {
	return paper.Sheet{Kind: k, Language: language, Theme: operation.DefaultTheme, Operation: "Val", PMO: "PMO du Val", Made: civil.NewDate(2026, 11, 2), Groups: []paper.Group{
		{Key: "pmo", Fields: []paper.Field{{Key: "name", Value: "PMO du Val"}, {Key: "number"}}},
		{Key: "site", Fields: []paper.Field{{Key: "name", Value: "Anne Martin"}, {Key: "dsoId", Value: "99100000000017"}}}}}
}

// TestPapersAreDrawn: each kind in each language, the same bytes each time.
func TestPapersAreDrawn(t *testing.T) {
	t.Parallel()
	for _, k := range paper.Kinds {
		for _, language := range []string{"fr", "fr-BE", "nl"} {
			first, err := drawPaper(paperOf(k, language), true)
			require.NoError(t, err)
			again, err := drawPaper(paperOf(k, language), true)
			require.NoError(t, err)
			require.Equal(t, first, again, "%s %s", k, language)
			require.True(t, strings.HasPrefix(string(first), "%PDF-"))
		}
	}
}

// TestPapersHaveTheirWords: a title and words before the fields in each language, and none that nobody says.
func TestPapersHaveTheirWords(t *testing.T) {
	t.Parallel()
	fr := catalogues.Keys("fr", "papers")
	require.ElementsMatch(t, fr, catalogues.Keys("nl", "papers"))
	for _, k := range paper.Kinds {
		require.Contains(t, fr, string(k)+".title")
		require.Contains(t, fr, string(k)+".before.1")
		require.Contains(t, fr, string(k)+".after.1")
		f := &form{s: paperOf(k, "fr")}
		require.NotContains(t, f.tell("before.1")+f.tell("after.1"), "%{", "no hole is left")
	}
	for _, group := range []string{"pmo", "site", "creditor", "account", "notice"} {
		require.True(t, slices.Contains(fr, "group."+group), group)
	}
	nameless := paperOf(paper.BillingMandate, "fr")
	nameless.PMO = ""
	require.Contains(t, (&form{s: nameless}).tell("before.1"), blank, "a name that lacks is a line for the hand")
}
