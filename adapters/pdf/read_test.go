package pdf

import (
	"bytes"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/pdfcpu/pdfcpu/pkg/api"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
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
	api.DisableConfigDir()
	conf := model.NewDefaultConfiguration()
	conf.ValidationMode = model.ValidationStrict
	file, err := api.ReadAndValidate(bytes.NewReader(content), conf)
	require.NoError(t, err)
	out := make([][]piece, file.PageCount)
	for i := range out {
		stream, err := pdfcpu.ExtractPageContent(file, i+1)
		require.NoError(t, err)
		raw, err := io.ReadAll(stream)
		require.NoError(t, err)
		out[i] = pieces(t, raw)
	}
	return out
}

var shown = regexp.MustCompile(`(?s)BT (-?[\d.]+) (-?[\d.]+) Td \(((?:\\.|[^\\)])*)\) Tj ET`)

func pieces(t require.TestingT, raw []byte) []piece {
	var out []piece
	for _, m := range shown.FindAllSubmatch(raw, -1) {
		x, err := strconv.ParseFloat(string(m[1]), 64)
		require.NoError(t, err)
		y, err := strconv.ParseFloat(string(m[2]), 64)
		require.NoError(t, err)
		out = append(out, piece{x, y, utf16Text(t, m[3])})
	}
	return out
}

// utf16Text undoes the escapes of a PDF string of two-byte characters.
func utf16Text(t require.TestingT, raw []byte) string {
	var plain []byte
	for i := 0; i < len(raw); i++ {
		if raw[i] == '\\' {
			i++
			if raw[i] == 'r' {
				plain = append(plain, '\r')
				continue
			}
		}
		plain = append(plain, raw[i])
	}
	require.Zero(t, len(plain)%2)
	units := make([]uint16, len(plain)/2)
	for i := range units {
		units[i] = uint16(plain[2*i])<<8 | uint16(plain[2*i+1])
	}
	return string(utf16.Decode(units))
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
