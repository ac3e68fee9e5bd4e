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
	"golang.org/x/text/encoding/charmap"

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
	if !bytes.Contains(content, []byte("/AFRelationship")) { // which PDF/A-3 took from PDF 2.0 before that was there
		conf.ValidationMode = model.ValidationStrict
	}
	file, err := api.ReadAndValidate(bytes.NewReader(content), conf)
	require.NoError(t, err)
	out := make([][]piece, file.PageCount)
	for i := range out {
		stream, err := pdfcpu.ExtractPageContent(file, i+1)
		require.NoError(t, err)
		raw, err := io.ReadAll(stream)
		require.NoError(t, err)
		out[i] = pieces(t, raw, encodings(t, file, i+1))
	}
	return out
}

// encodings names the encoding of each font of a page.
func encodings(t require.TestingT, file *model.Context, page int) map[string]string {
	_, _, inherited, err := file.PageDict(page, false)
	require.NoError(t, err)
	fonts, err := file.DereferenceDict(inherited.Resources["Font"])
	require.NoError(t, err)
	out := map[string]string{}
	for name, reference := range fonts {
		font, err := file.DereferenceDict(reference)
		require.NoError(t, err)
		out[name] = *font.NameEntry("Encoding")
	}
	return out
}

var shown = regexp.MustCompile(`(?s)BT /(F\w+) [\d.]+ Tf ET|BT (-?[\d.]+) (-?[\d.]+) Td \(((?:\\.|[^\\)])*)\) Tj ET`)

func pieces(t require.TestingT, raw []byte, encodings map[string]string) []piece {
	var out []piece
	encoding := ""
	for _, m := range shown.FindAllSubmatch(raw, -1) {
		if len(m[1]) > 0 {
			encoding = encodings[string(m[1])]
			continue
		}
		x, err := strconv.ParseFloat(string(m[2]), 64)
		require.NoError(t, err)
		y, err := strconv.ParseFloat(string(m[3]), 64)
		require.NoError(t, err)
		out = append(out, piece{x, y, decoded(t, encoding, unescaped(m[4]))})
	}
	return out
}

// decoded is what a reader copies: of one byte or of two for each character.
func decoded(t require.TestingT, encoding string, raw []byte) string {
	if encoding == "WinAnsiEncoding" {
		s, err := charmap.Windows1252.NewDecoder().Bytes(raw)
		require.NoError(t, err)
		return string(s)
	}
	require.Equal(t, "Identity-H", encoding)
	require.Zero(t, len(raw)%2)
	units := make([]uint16, len(raw)/2)
	for i := range units {
		units[i] = uint16(raw[2*i])<<8 | uint16(raw[2*i+1])
	}
	return string(utf16.Decode(units))
}

// unescaped undoes the escapes of a PDF string.
func unescaped(raw []byte) []byte {
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
	return plain
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
