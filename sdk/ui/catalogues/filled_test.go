package catalogues

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// What has the form of a hole is filled where its name is known; all else stays, letter for letter.
func TestHolesAreFilledAndNothingElse(t *testing.T) {
	t.Parallel()
	hole := regexp.MustCompile(`%\{\w+\}`)
	parts := []string{"%", "{", "}", "%{", "%{a}", "%{b_2}", "%{unknown}", "%{}", "%{a b}", "%{é}", "é", " ", "a", "%{%{a}}"}
	known := map[string]string{"a": "%{b_2}", "b_2": ""}
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOf(rapid.SampledFrom(parts)).Draw(t, "parts"), "")
		want := hole.ReplaceAllStringFunc(text, func(hole string) string {
			if said, ok := known[hole[2:len(hole)-1]]; ok {
				return said
			}
			return hole
		})
		require.Equal(t, want, filled(text, func(name string) (string, bool) { said, ok := known[name]; return said, ok }), "%q", text)
	})
}
