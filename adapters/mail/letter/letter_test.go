package letter_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/mail/letter"
	"github.com/openpmo/pmo/core/mail"
	"github.com/openpmo/pmo/core/operation"
)

func TestALetterKeepsItsWordsAndNothingOfThemIsMarkup(t *testing.T) {
	t.Parallel()
	m := mail.Message{Subject: "A <b>", Text: "Bonjour <script>,\n\nVoir :\nhttps://pmo.example/x?a=1&b=2\n\nUne question ? support@example.org"}
	got := letter.Lay(m, letter.Frame{Language: "fr", Sender: "Val & Cie", Open: "Ouvrir", Theme: operation.DefaultTheme})
	require.Equal(t, m.Text, got.Text, "the text stays")
	for _, part := range []string{`<html lang="fr">`, "Val &amp; Cie", "Bonjour &lt;script&gt;,", `href="https://pmo.example/x?a=1&amp;b=2"`, ">Ouvrir</a>", "background:#001e62;color:#ffffff", "4px solid #f3b617"} {
		require.Contains(t, got.HTML, part)
	}
	require.NotContains(t, got.HTML, "<script>")
	require.Equal(t, 1, strings.Count(got.HTML, "<a "), "a link within a sentence is no button")
}

// TestALetterShowsTheLogo that goes with it; words are written over nothing.
func TestALetterShowsTheLogo(t *testing.T) {
	t.Parallel()
	got := letter.Lay(mail.Message{Text: "a"}, letter.Frame{Sender: "Val", Logo: []byte("png")})
	require.Contains(t, got.HTML, `src="cid:logo"`)
	require.Equal(t, []mail.Attachment{{Name: "logo.png", ContentType: "image/png", Content: []byte("png"), ContentID: "logo"}}, got.Attachments)
	plain := letter.Lay(mail.Message{Text: "a"}, letter.Frame{Sender: "Val"})
	require.NotContains(t, plain.HTML, "<img")
	require.Empty(t, plain.Attachments)
}

func TestALetterHasTheColoursOfItsOperation(t *testing.T) {
	t.Parallel()
	lay := func(theme operation.Theme) string {
		return letter.Lay(mail.Message{Text: "https://pmo.example"}, letter.Frame{Theme: theme}).HTML
	}
	require.Contains(t, lay(operation.Theme{Primary: "#0b5d1e", Secondary: "#ff8000"}), "background:#0b5d1e;color:#ffffff")
	require.Contains(t, lay(operation.Theme{Primary: "#ffff00", Secondary: "#ff8000"}), "background:#001e62", "too light to read")
}
