package archtest

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/openapi"
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

// namedElsewhere are lists whose values people read by another name, or not at all.
var namedElsewhere = map[string]string{"AllocationType": "AllocationAlgorithm", "CoefficientMode": "", "CoefficientRounding": "",
	"CurveImportSource": "", "DsoRequest": "", "Feature": "", "JobStatus": "", "Register": "",
	// Histories have texts for them in an area of their own, by typed keys.
	"HistoryAct": "", "HistoryHow": "", "HistoryKind": "",
	// The pages of one's own account have them in an area of their own, by typed keys.
	"BillingRole": "",
	// The page of the month has sentences for them in an area of its own, by typed keys.
	"MonthAction": "", "MonthActor": "", "MonthCheckKind": "", "MonthReason": "", "MonthSeverity": "", "MonthState": "", "MonthStepKind": "", "MonthStepState": "",
	"MonthUrgency": "", "SearchKind": "", "SetupAct": "", "SetupKind": "", "SetupState": ""}

// TestValuesHaveNamesInEveryLanguage: each value of each list of the contract has a text
// (specification section 9); the ten entity types have French names of their own.
func TestValuesHaveNamesInEveryLanguage(t *testing.T) {
	t.Parallel()
	doc, err := openapi3.NewLoader().LoadFromData(openapi.Bundle)
	require.NoError(t, err)
	var silent []string
	for name, ref := range doc.Components.Schemas {
		if other, ok := namedElsewhere[name]; ok {
			name = other
		}
		if len(ref.Value.Enum) == 0 || !ref.Value.Type.Is("string") || name == "" {
			continue
		}
		for _, lang := range []string{"fr", "nl", "en"} {
			keys := catalogues.Keys(lang, "enums")
			for _, value := range ref.Value.Enum {
				if key := name + "." + value.(string); !slices.Contains(keys, key) {
					silent = append(silent, lang+": "+key)
				}
			}
		}
	}
	slices.Sort(silent)
	require.Empty(t, silent)
	kinds := map[string]int{}
	for _, e := range party.EntityTypes() {
		name := catalogues.Text("fr", "enums", "EntityType."+string(e), nil)
		kind, _, _ := strings.Cut(name, " - ")
		kinds[kind]++
	}
	require.Equal(t, map[string]int{"Professionnel": 6, "Particulier": 4}, kinds)
}
