// Package letters is the two faces that documents are set in: which characters they have, how wide each is, and what stands
// for one that they lack.
package letters

import (
	"strings"
	"sync"
	"unicode"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/text/unicode/norm"
)

// Files are the two faces by the style letter of the PDF library.
var Files = map[string][]byte{"": goregular.TTF, "B": gobold.TTF}

// PlaneSize is the number of characters that the PDF library can write: those of
// Unicode's first plane.
const PlaneSize = 1 << 16

// Em is the unit of widths: a thousandth of the size.
const Em = 1000

// glyphs is what is known of the characters of a face: their widths, 0 where it has none.
type glyphs [PlaneSize]uint16

// widths are those of the faces by the style letter.
var widths = sync.OnceValue(func() map[string]*glyphs {
	out := map[string]*glyphs{}
	for weight, file := range Files {
		out[weight] = measured(file)
	}
	return out
})

func measured(file []byte) *glyphs {
	face, err := sfnt.Parse(file)
	if err != nil {
		panic("pdf: embedded font: " + err.Error())
	}
	var of glyphs
	var buf sfnt.Buffer
	for i := range of {
		glyph, err := face.GlyphIndex(&buf, rune(i))
		if err != nil || glyph == 0 || !unicode.IsGraphic(rune(i)) {
			continue
		}
		if w, err := face.GlyphAdvance(&buf, glyph, fixed.I(Em), font.HintingNone); err == nil {
			of[i] = uint16(w.Round())
		}
	}
	return &of
}

// Advance is how wide s is in a face, in thousandths of the size. s is Printable.
func Advance(weight, s string) int {
	of, sum := widths()[weight], 0
	for _, r := range s {
		sum += int(of[r])
	}
	return sum
}

// covered tells which characters both faces have.
var covered = sync.OnceValue(func() *[PlaneSize]bool {
	var by [PlaneSize]bool
	regular, bold := widths()[""], widths()["B"]
	for i := range by {
		by[i] = regular[i] != 0 && bold[i] != 0
	}
	return &by
})

// Has tells whether both faces have a character.
func Has(r rune) bool { return r < PlaneSize && covered()[r] }

// IsASCII tells that s is of letters, figures and marks of ASCII only, which both faces have: most texts are.
func IsASCII(s string) bool {
	for n := range len(s) {
		if s[n] < ' ' || s[n] > '~' {
			return false
		}
	}
	return true
}

const noBreak = "\u00a0"

// stand replaces characters that the fonts lack and that have a usual equivalent.
var stand = map[rune]string{
	'\u2007': noBreak, '\u2009': noBreak, '\u202f': noBreak, // figure, thin and narrow spaces
	'\u2010': "-", '\u2011': "-", '\u00ad': "", '\u200b': "", '\u200c': "", '\u200d': "", '\ufeff': "",
	'\t': " ", '\n': " ", '\r': "",
}

// Printable is s with only characters that the fonts have: composed, control
// characters out, a letter with an unknown accent as its base letter, "?" at last.
// The PDF library miscounts and may fail on anything else.
func Printable(s string) string {
	if IsASCII(s) || !strings.ContainsFunc(s, func(r rune) bool { return !Has(r) || r == unicode.ReplacementChar }) {
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
	if Has(r) {
		return string(r)
	}
	if unicode.IsControl(r) || unicode.Is(unicode.Mn, r) {
		return ""
	}
	var out strings.Builder
	for _, part := range norm.NFKD.String(string(r)) {
		if Has(part) && !unicode.Is(unicode.Mn, part) {
			out.WriteRune(part)
		}
	}
	if out.Len() == 0 {
		return "?"
	}
	return out.String()
}
