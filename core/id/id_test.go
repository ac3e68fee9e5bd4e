package id_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/id"
)

func TestNewIsVersion7AndUnique(t *testing.T) {
	t.Parallel()
	seen := map[id.ID]bool{}
	previous := id.ID("")
	for range 100_000 {
		i := id.New()
		require.Equal(t, byte('7'), i[14])
		require.Contains(t, "89ab", string(i[19]))
		require.False(t, seen[i])
		require.Greater(t, i, previous, "those made later sort later")
		previous = i
		seen[i] = true
		back, err := id.Parse(i.String())
		require.NoError(t, err)
		require.Equal(t, i, back)
	}
}

func TestParseRefusesWhatIsNoUUID(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"", "new_pool_1", "0190163d-8694-739b-aea5-966c26f8ad9", "0190163d-8694-739b-aea5-966c26f8ad9g", "0190163d08694-739b-aea5-966c26f8ad91"} {
		_, err := id.Parse(s)
		require.ErrorIs(t, err, id.ErrInvalid, s)
	}
	got, err := id.Parse("0190163D-8694-739B-AEA5-966C26F8AD91")
	require.NoError(t, err)
	require.Equal(t, id.ID("0190163d-8694-739b-aea5-966c26f8ad91"), got)
}

func TestTheOnlyOneOfSome(t *testing.T) {
	t.Parallel()
	require.Equal(t, []id.ID{"a", "", ""}, []id.ID{id.Only([]id.ID{"a"}), id.Only(nil), id.Only([]id.ID{"a", "a"})})
}
