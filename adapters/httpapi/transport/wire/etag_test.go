package wire

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/fault"
)

func TestIfMatchTakesWeakTags(t *testing.T) {
	t.Parallel()
	for tag, want := range map[string]int{`"1"`: 1, `W/"1"`: 1, ` W/"12" `: 12, `7`: 7, `*`: 0} {
		got, err := IfMatch(&tag)
		require.NoError(t, err, tag)
		require.Equal(t, want, got, tag)
	}
	for _, tag := range []string{``, `W/`, `"0"`, `"-1"`, `"x"`, `w/"1"`} {
		_, err := IfMatch(&tag)
		require.NotNil(t, fault.From(err), tag)
	}
}
