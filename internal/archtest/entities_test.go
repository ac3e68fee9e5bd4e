package archtest

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/openapi"
)

// TestEntitiesHaveTheFieldsOfTheSpecification compares the entities letter for letter
// with the contract; what is said to be still to come is not there yet.
func TestEntitiesHaveTheFieldsOfTheSpecification(t *testing.T) {
	t.Parallel()
	doc, err := openapi3.NewLoader().LoadFromData(openapi.Bundle)
	require.NoError(t, err)
	text, err := os.ReadFile("testdata/entities.tsv")
	require.NoError(t, err)
	compared := 0
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		cols := strings.Split(strings.TrimRight(line, "\n"), "\t")
		require.Len(t, cols, 5, line)
		entity, schema, toCome := cols[0], doc.Components.Schemas[cols[1]], strings.Fields(cols[4])
		require.NotNil(t, schema, "%s: no schema %s", entity, cols[1])
		ours := map[string]string{}
		for _, pair := range strings.Fields(cols[3]) {
			theirs, name, _ := strings.Cut(pair, "=")
			ours[theirs] = name
		}
		for _, field := range strings.Fields(cols[2]) {
			if slices.Contains(toCome, field) {
				require.NotContains(t, schema.Value.Properties, field, "%s has it: it is no longer to come", entity)
				continue
			}
			if name, otherwise := ours[field]; otherwise {
				field = name
			}
			require.Contains(t, schema.Value.Properties, field, "%s", entity)
			compared++
		}
	}
	require.Greater(t, compared, 150)
}
