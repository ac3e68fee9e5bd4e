package pdf

import (
	"strings"
	"sync"
	"unicode"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/text/unicode/norm"
)

// fontFiles are the two faces by the style letter of the PDF library.
var fontFiles = map[string][]byte{"": goregular.TTF, "B": gobold.TTF}

// planeSize is the number of characters that the PDF library can write: those of
// Unicode's first plane.
const planeSize = 1 << 16

// covered tells which characters both faces have.
var covered = sync.OnceValue(func() *[planeSize]bool {
	var has [planeSize]bool
	for i := range has {
		has[i] = unicode.IsGraphic(rune(i))
	}
	var buf sfnt.Buffer
	for _, file := range fontFiles {
		face, err := sfnt.Parse(file)
		if err != nil {
			panic("pdf: embedded font: " + err.Error())
		}
		for i := range has {
			glyph, err := face.GlyphIndex(&buf, rune(i))
			has[i] = has[i] && err == nil && glyph != 0
		}
	}
	return &has
})

// stand replaces characters that the fonts lack and that have a usual equivalent.
var stand = map[rune]string{
	'\u2007': noBreak, '\u2009': noBreak, '\u202f': noBreak, // figure, thin and narrow spaces
	'\u2010': "-", '\u2011': "-", '\u00ad': "", '\u200b': "", '\u200c': "", '\u200d': "", '\ufeff': "",
	'\t': " ", '\n': " ", '\r': "",
}

// printable is s with only characters that the fonts have: composed, control
// characters out, a letter with an unknown accent as its base letter, "?" at last.
// The PDF library miscounts and may fail on anything else.
func printable(s string) string {
	has := covered()
	if !strings.ContainsFunc(s, func(r rune) bool { return r >= planeSize || !has[r] || r == unicode.ReplacementChar }) {
		return s
	}
	var out strings.Builder
	for _, r := range norm.NFC.String(strings.ToValidUTF8(s, "?")) {
		if to, ok := stand[r]; ok {
			out.WriteString(to)
			continue
		}
		out.WriteString(nearest(r))
	}
	return out.String()
}

func nearest(r rune) string {
	has := covered()
	if r < planeSize && has[r] {
		return string(r)
	}
	if unicode.IsControl(r) || unicode.Is(unicode.Mn, r) {
		return ""
	}
	var out strings.Builder
	for _, part := range norm.NFKD.String(string(r)) {
		if part < planeSize && has[part] && !unicode.Is(unicode.Mn, part) {
			out.WriteRune(part)
		}
	}
	if out.Len() == 0 {
		return "?"
	}
	return out.String()
}
