package paper

import (
	"bytes"
	"mime/multipart"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/unicode/norm"

	"github.com/openpmo/pmo/core/fault"
	core "github.com/openpmo/pmo/core/paper"
)

// TestWhoSignedIsReadWholeOrRefused: as many characters as are taken come through however they are written; more
// than those can ever need is refused by its field and the bound in characters, before anything is kept.
func TestWhoSignedIsReadWholeOrRefused(t *testing.T) {
	t.Parallel()
	for name, one := range map[string]string{"of four bytes": "\U0001F600", "with marks apart": "e\u0302\u0301", "of a syllable in three": norm.NFD.String("각")} {
		text, err := textOf("signedBy", strings.NewReader(strings.Repeat(one, core.MostText)))
		require.NoError(t, err, name)
		require.Equal(t, strings.Repeat(one, core.MostText), text, name)
		require.Equal(t, core.MostText, len([]rune(norm.NFC.String(text))), name)
	}
	most, err := textOf("signedBy", strings.NewReader(strings.Repeat("x", mostOfPart)))
	require.NoError(t, err)
	require.Len(t, most, mostOfPart)
	for field, key := range map[string]string{"signedBy": "signedBy", "signedOn": "signedOn"} {
		var body bytes.Buffer
		w := multipart.NewWriter(&body)
		require.NoError(t, w.WriteField(field, strings.Repeat("x", mostOfPart+1)))
		require.NoError(t, w.Close())
		_, err := API{}.sign(t.Context(), core.Ref{}, multipart.NewReader(&body, w.Boundary()))
		require.Equal(t, []any{"field.tooLong", key, core.MostText}, []any{fault.KeyOf(err), fault.From(err).Field, fault.From(err).Params["max"]}, "%v", err)
	}
}
