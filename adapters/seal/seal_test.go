package seal_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/seal"
)

func TestSealedValuesOpenWithTheirKeyOnly(t *testing.T) {
	t.Parallel()
	secret := bytes.Repeat([]byte{7}, 32)
	s, err := seal.New(secret, "iban")
	require.NoError(t, err)
	other, err := seal.New(secret, "token")
	require.NoError(t, err)

	sealed := s.Seal([]byte("FR1420041010050500013M02606"))
	require.NotContains(t, string(sealed), "FR14")
	require.NotEqual(t, sealed, s.Seal([]byte("FR1420041010050500013M02606")))
	value, err := s.Open(sealed)
	require.NoError(t, err)
	require.Equal(t, "FR1420041010050500013M02606", string(value))

	_, err = other.Open(sealed)
	require.ErrorIs(t, err, seal.ErrOpen)
	for i := range sealed {
		wrong := bytes.Clone(sealed)
		wrong[i] ^= 1
		_, err := s.Open(wrong)
		require.ErrorIs(t, err, seal.ErrOpen, "byte %d", i)
	}
	_, err = s.Open(nil)
	require.ErrorIs(t, err, seal.ErrOpen)

	require.Equal(t, s.Hash([]byte("a")), s.Hash([]byte("a")))
	require.NotEqual(t, s.Hash([]byte("a")), s.Hash([]byte("b")))
	require.NotEqual(t, s.Hash([]byte("a")), other.Hash([]byte("a")))
	_, err = seal.New(secret[:31], "iban")
	require.Error(t, err)
}
