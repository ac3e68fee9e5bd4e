package seal_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/seal"
	"github.com/openpmo/pmo/core/id"
)

// TestALinkIsReadByWhoSignedIt: one letter changed, another secret or another length is no link.
func TestALinkIsReadByWhoSignedIt(t *testing.T) {
	t.Parallel()
	links, err := seal.NewLinks(bytes.Repeat([]byte{7}, 32))
	require.NoError(t, err)
	others, err := seal.NewLinks(bytes.Repeat([]byte{8}, 32))
	require.NoError(t, err)
	one := id.New()
	token := links.Sign(one)
	got, ok := links.Read(token)
	require.Equal(t, []any{one, true, 43}, []any{got, ok, len(token)})
	_, ok = others.Read(token)
	require.False(t, ok)
	for n := range token {
		for _, c := range []byte("Aa9_") {
			if token[n] != c {
				_, ok := links.Read(token[:n] + string(c) + token[n+1:])
				require.False(t, ok, "letter %d", n)
			}
		}
	}
	for _, bad := range []string{"", "x", token[:42], token + "A", links.Sign("no id")} {
		_, ok := links.Read(bad)
		require.False(t, ok, bad)
	}
}
