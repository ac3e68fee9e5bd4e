package pdf

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
)

// A document that is kept names a font where it changes only. Each text stands in the font, the size and the colour
// that it has where each is named, on all pages, beside a turned watermark and beside letters of the wide font.
func TestTextIsSetAsWhereEachFontIsNamed(t *testing.T) {
	t.Parallel()
	polish := func() billing.Document {
		d := long60()
		d.Buyer.Name = "Zażółć gęślą jaźń"
		for n := range d.Lines {
			if n%7 == 0 {
				d.Lines[n].Label += " Łódź"
			}
		}
		return d
	}
	all := map[string]func() billing.Document{"letters of the wide font": polish}
	for name, sample := range samples {
		all[name] = sample
	}
	for name, sample := range all {
		want, asEach := texts(t, sample(), false)
		got, asKept := texts(t, sample(), true)
		require.NotEmpty(t, want, name)
		require.Equal(t, want, got, name)
		require.Less(t, asKept, asEach*3/4, "%s: fonts are named less often", name)
	}
}

// shown is a text with all that it is shown by.
type shown struct{ font, colour, place, text string }

// texts are those of a document as its pages set them, and how often a font is named.
func texts(t *testing.T, d billing.Document, kept bool) (out []shown, fonts int) {
	t.Helper()
	s := newSheet(d, false)
	s.named = kept
	s.draw()
	var file bytes.Buffer
	require.NoError(t, s.pdf.Output(&file))
	names := map[string]string{} // of fonts, which pages know by what the library makes of all that it knows of them
	for _, font := range regexp.MustCompile(`/(F[0-9a-f]{40}) (\d+) 0 R`).FindAllStringSubmatch(file.String(), -1) {
		_, is, _ := strings.Cut(file.String(), "\n"+font[2]+" 0 obj\n")
		_, is, _ = strings.Cut(is, "/BaseFont /")
		names[font[1]], _, _ = strings.Cut(is, "\n")
	}
	word := regexp.MustCompile(`\((?:\\.|[^\\)])*\) Tj|/F\S+ \S+ Tf|\S+ \S+ \S+ rg|\S+ g\b|\S+ \S+ Td|\b[qQ]\b`)
	for _, page := range strings.Split(file.String(), "/Contents ")[1:] {
		_, page, _ = strings.Cut(page, "stream\n")
		page, _, _ = strings.Cut(page, "\nendstream")
		var is shown
		var outer []shown
		for _, w := range word.FindAllString(page, -1) {
			switch {
			case w == "q":
				outer = append(outer, is)
			case w == "Q":
				is, outer = outer[len(outer)-1], outer[:len(outer)-1]
			case strings.HasSuffix(w, "Tf"):
				id, size, _ := strings.Cut(w[1:], " ")
				require.NotEmpty(t, names[id])
				is.font = names[id] + " " + size
				fonts++
			case strings.HasSuffix(w, "Td"):
				is.place = w
			case strings.HasSuffix(w, "Tj"):
				is.text = w
				out = append(out, is)
			default:
				is.colour = w
			}
		}
		require.Empty(t, outer)
	}
	return out, fonts
}
