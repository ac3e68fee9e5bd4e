package party_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/party"
)

// TestDigitsAreGroupedAsPeopleDo: by any of the usual marks, and by no other.
func TestDigitsAreGroupedAsPeopleDo(t *testing.T) {
	t.Parallel()
	plain, err := party.ParseSIREN("732829320")
	require.NoError(t, err)
	for _, mark := range []string{" ", "\u00a0", "\u202f", ".", "\t"} {
		grouped, err := party.ParseSIREN("732" + mark + "829" + mark + "320")
		require.NoError(t, err, "%q", mark)
		require.Equal(t, plain, grouped, "%q", mark)
	}
	for _, mark := range []string{"-", "/", ",", "\n", "_"} {
		_, err := party.ParseSIREN("732" + mark + "829" + mark + "320")
		require.Error(t, err, "%q", mark)
	}
}
