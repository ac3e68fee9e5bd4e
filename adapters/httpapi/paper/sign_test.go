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
// bytes than those can ever need are refused by their field and the bound in characters, before anything is kept.
func TestWhoSignedIsReadWholeOrRefused(t *testing.T) {
	t.Parallel()
	for name, one := range map[string]string{"of four bytes": "\U0001F600", "with marks apart": "e\u0302\u0301", "of a syllable in three": norm.NFD.String("각")} {
		text, err := textOf("signedBy", strings.NewReader(strings.Repeat(one, core.MostText)))
		require.NoError(t, err, name)
		require.Equal(t, strings.Repeat(one, core.MostText), text, name)
		require.Equal(t, core.MostText, len([]rune(norm.NFC.String(text))), name)
	}
	const most = 2400 // bytes: mostOfPart, said anew
	text, err := textOf("signedBy", strings.NewReader(strings.Repeat("x", most)))
	require.NoError(t, err)
	require.Len(t, text, most)
	for _, field := range []string{"signedBy", "signedOn"} {
		var body bytes.Buffer
		form := multipart.NewWriter(&body)
		require.NoError(t, form.WriteField(field, strings.Repeat("x", most+1)))
		require.NoError(t, form.Close())
		_, err := API{}.sign(t.Context(), core.Ref{}, multipart.NewReader(&body, form.Boundary()))
		require.ErrorIs(t, err, fault.FieldTooLong)
		require.Equal(t, []any{field, core.MostText}, []any{fault.From(err).Field, fault.From(err).Params["max"]})
	}
}
