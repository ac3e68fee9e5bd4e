package metering

import (
	"testing"

	"github.com/stretchr/testify/require"

	core "github.com/openpmo/pmo/core/metering"
)

func TestTagsOfAnswers(t *testing.T) {
	t.Parallel()
	require.Equal(t, `"a_B-9"`, tagOf("a_B-9"))
	for tags, want := range map[string][]core.Revision{
		"": nil, `"a"`: {"a"}, `W/"a"`: {"a"}, `"a", W/"b" ,"c"`: {"a", "b", "c"}, "*": {core.AnyRevision}, "a": nil, `""`: nil, `"a`: nil,
	} {
		require.Equal(t, want, revisionsOf(tags), tags)
	}
	require.True(t, core.Knows(revisionsOf(`"x", "a"`), "a"))
	require.False(t, core.Knows(revisionsOf(`"x"`), "a"))
	require.False(t, core.Knows(nil, "a"))
	require.True(t, core.Knows(revisionsOf("*"), "a"))
}
