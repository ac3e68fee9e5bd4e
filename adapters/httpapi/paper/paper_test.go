package paper

import (
	"bytes"
	"mime/multipart"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/fault"
	core "github.com/openpmo/pmo/core/paper"
)

// TestATextBesideAPaperIsReadWhole or refused as too long, with the length that a text may have: one of
// the most bytes is judged by what it says, which is no day here.
func TestATextBesideAPaperIsReadWhole(t *testing.T) {
	t.Parallel()
	for length, want := range map[int]*fault.Error{
		len("2026-11-20 "): fault.FieldRequired,
		2400:               fault.FieldRequired,
		2401:               fault.FieldTooLong.With("max", core.MostText),
	} {
		var body bytes.Buffer
		form := multipart.NewWriter(&body)
		require.NoError(t, form.WriteField("signedOn", "2026-11-20"+strings.Repeat(" ", length-len("2026-11-20"))))
		require.NoError(t, form.Close())
		_, err := API{}.sign(t.Context(), core.Ref{}, multipart.NewReader(&body, form.Boundary()))
		require.ErrorIs(t, err, want, length)
		require.Equal(t, []any{"signedOn", want.Params}, []any{fault.From(err).Field, fault.From(err).Params}, length)
	}
}
