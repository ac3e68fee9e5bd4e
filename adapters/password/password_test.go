package password_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/password"
	"github.com/openpmo/pmo/core/account"
)

var _ account.Hasher = (*password.Hasher)(nil)

func TestHashFitsItsPasswordOnly(t *testing.T) {
	h, err := password.New(password.Cheap)
	require.NoError(t, err)
	hash, err := h.Hash(t.Context(), "une phrase assez longue")
	require.NoError(t, err)
	again, err := h.Hash(t.Context(), "une phrase assez longue")
	require.NoError(t, err)
	require.NotEqual(t, hash, again, "salted")
	for _, c := range []struct {
		password, hash string
		ok             bool
	}{
		{"une phrase assez longue", hash, true},
		{"une phrase assez longue", again, true},
		{"une phrase assez longuE", hash, false},
		{"", hash, false},
		{"", "", false},
		{"une phrase assez longue", "", false},
	} {
		ok, outdated, err := h.Verify(t.Context(), c.password, c.hash)
		require.NoError(t, err)
		require.Equal(t, c.ok, ok, "%q against %q", c.password, c.hash)
		require.False(t, outdated)
	}
	_, _, err = h.Verify(t.Context(), "x", "$argon2id$broken")
	require.Error(t, err)
}

func TestDefaultParametersAreThoseAsked(t *testing.T) {
	h, err := password.New(password.Default)
	require.NoError(t, err)
	hash, err := h.Hash(t.Context(), "p")
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(hash, "$argon2id$v=19$m=19456,t=2,p=1$"), hash)

	cheap, err := password.New(password.Cheap)
	require.NoError(t, err)
	ok, outdated, err := cheap.Verify(t.Context(), "p", hash)
	require.NoError(t, err)
	require.True(t, ok, "a hash carries its parameters")
	require.True(t, outdated)
}

func TestWaitingEndsWithTheContext(t *testing.T) {
	h, err := password.New(password.Cheap)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	refused := 0
	for range 50 { // a free slot and an ended context are chosen between by chance
		if _, _, err := h.Verify(ctx, "x", ""); err != nil {
			require.ErrorIs(t, err, context.Canceled)
			refused++
		}
	}
	require.Positive(t, refused)
}
