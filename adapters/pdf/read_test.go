package pdf

import (
	"strings"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/internal/pdftest"
)

// piece is a text where a page shows it, in points from the bottom left.
type piece struct {
	x, y float64
	text string
}

// pages draws a document, checks the structure of the file and reads its texts back.
func pages(t require.TestingT, d billing.Document) [][]piece {
	content, err := New().Render(d)
	require.NoError(t, err)
	return read(t, content)
}

func read(t require.TestingT, content []byte) [][]piece {
	found := pdftest.Read(t, content)
	out := make([][]piece, len(found))
	for n, page := range found {
		for _, p := range page {
			out[n] = append(out[n], piece{p.X, p.Y, p.Text})
		}
	}
	return out
}

// text is all of a page in the order of drawing, with plain spaces.
func text(page []piece) string {
	texts := make([]string, len(page))
	for i, p := range page {
		texts[i] = p.text
	}
	return plain(strings.Join(texts, " "))
}

func plain(s string) string { return strings.ReplaceAll(s, noBreak, " ") }

func whole(all [][]piece) string {
	texts := make([]string, len(all))
	for i, page := range all {
		texts[i] = text(page)
	}
	return strings.Join(texts, " ")
}
