package party_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/party"
)

// TestTags: each once, without blanks around it, in the order given; what a table cannot hold is
// refused.
func TestTags(t *testing.T) {
	t.Parallel()
	got, err := party.Tags([]string{" centre  ville ", "Écoles", "", "écoles", "2026"})
	require.NoError(t, err)
	require.Equal(t, []string{"centre ville", "Écoles", "2026"}, got)
	got, err = party.Tags([]string{" "})
	require.NoError(t, err)
	require.Nil(t, got)
	for _, wrong := range []string{"a,b", "a;b", strings.Repeat("é", 41)} {
		_, err := party.Tags([]string{"a", wrong})
		require.Equal(t, "tags.invalid", fault.KeyOf(err), wrong)
	}
	_, err = party.Tags(strings.Split(strings.Repeat("a b c d e f g ", 1)+"1 2 3 4 5 6 7 8 9 10 11 12 13 14", " "))
	require.Equal(t, "tags.tooMany", fault.KeyOf(err))
}
