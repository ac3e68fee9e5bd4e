package pdf

import (
	"bytes"
	"compress/zlib"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/text/encoding/charmap"

	"github.com/openpmo/pmo/adapters/pdf/archive"
	"github.com/openpmo/pmo/adapters/pdf/letters"
)

// Each face goes into a document in one of two ways, which look the same. Nearly all
// text is of Windows-1252: its part of a face, outlines without programs for coarse
// screens, is cut and compressed once a process. A text with any other letter is written by the library's own two-byte font, which costs
// some milliseconds for each document.
const (
	latinFamily = "go"
	wideFamily  = "gowide"
)

// latinFont is the part of a face that a document carries: its name, its descriptions in JSON as the library
// takes them, and the compressed file.
type latinFont struct {
	name              string
	description, bare []byte // whole, and without what archive.Make writes
	file              []byte
	kept              archive.Font
}

// latinFonts are those of the faces by the style letter.
var latinFonts = sync.OnceValue(func() map[string]latinFont {
	out := map[string]latinFont{}
	for weight, name := range map[string]string{"": "PMOGOR+GoRegular", "B": "PMOGOB+GoBold"} {
		out[weight] = cut(weight, name)
	}
	return out
})

// keptFonts are the fonts of a document that is kept, by the names that stand for them in it until then.
var keptFonts = sync.OnceValue(func() map[string]archive.Font {
	out := map[string]archive.Font{}
	for _, font := range latinFonts() {
		out[font.name] = font.kept
	}
	return out
})

// description is what the library reads of a font that it has not cut itself.
type description struct {
	Tp, Name, File string
	Desc           fpdf.FontDescType
	Cw             []int
	OriginalSize   int
}

// nonsymbolic says that the characters are those of a standard encoding.
const nonsymbolic = 32

// The characters of which a document says how wide they are.
const firstCode, lastCode = 32, 255

func cut(weight, name string) latinFont {
	file, ok := letters.Outlines(fpdf.UTF8CutFont(bytes.Clone(letters.Files[weight]), latinLetters()))
	if !ok {
		panic("pdf: embedded font: it is not laid out as expected")
	}
	d := description{Tp: "TrueType", Name: name, File: name + ".z", Desc: describe(weight), Cw: make([]int, lastCode+1), OriginalSize: len(file)}
	d.Desc.Flags, d.Desc.MissingWidth = nonsymbolic, 0
	for code := range d.Cw {
		d.Cw[code] = letters.Advance(weight, letters.Printable(string(charmap.Windows1252.DecodeByte(byte(code)))))
	}
	// One of the library's own, as far as it knows: of those it writes the name alone.
	bare := description{Tp: archive.Placeholder, Name: name, Desc: d.Desc}
	box := d.Desc.FontBBox
	of := latinFont{name: name, description: marshalled(d), bare: marshalled(bare), file: deflate(file)}
	of.kept = archive.Font{
		Dictionary: fmt.Sprintf("/Subtype /TrueType /FirstChar %d /LastChar %d /Widths %d /Encoding /WinAnsiEncoding", firstCode, lastCode, d.Cw[firstCode:]),
		Descriptor: fmt.Sprintf("/FontName /%s /Ascent %d /Descent %d /CapHeight %d /Flags %d /FontBBox [%d %d %d %d] /ItalicAngle %d /StemV %d /MissingWidth %d",
			name, d.Desc.Ascent, d.Desc.Descent, d.Desc.CapHeight, d.Desc.Flags, box.Xmin, box.Ymin, box.Xmax, box.Ymax, d.Desc.ItalicAngle, d.Desc.StemV, d.Desc.MissingWidth),
		File: of.file, Length: len(file),
	}
	return of
}

func marshalled(d description) []byte {
	out, err := json.Marshal(d)
	if err != nil {
		panic("pdf: embedded font: " + err.Error())
	}
	return out
}

// describe reads the measures of a whole face, as the library finds them.
func describe(weight string) fpdf.FontDescType {
	f := fpdf.New("P", "mm", "A4", "")
	useWide(f, weight, 1)
	return f.GetFontDesc(wideFamily, weight)
}

// latinLetters is every character of Windows-1252 that the faces have.
func latinLetters() string {
	var out strings.Builder
	for code := range 256 {
		if r := charmap.Windows1252.DecodeByte(byte(code)); letters.Has(r) {
			out.WriteRune(r)
		}
	}
	return out.String()
}

func deflate(file []byte) []byte {
	var out bytes.Buffer
	// A buffer takes everything, and the level is a constant: neither can fail.
	w, _ := zlib.NewWriterLevel(&out, zlib.BestCompression)
	_, _ = w.Write(file)
	_ = w.Close()
	return out.Bytes()
}

// latin is s in Windows-1252, when all of it can be.
func latin(s string) (string, bool) {
	if letters.IsASCII(s) {
		return s, true
	}
	coded := make([]byte, 0, len(s))
	for _, r := range s {
		code, ok := byte(r), r < utf8.RuneSelf
		if !ok {
			code, ok = charmap.Windows1252.EncodeRune(r)
		}
		if !ok {
			return "", false
		}
		coded = append(coded, code)
	}
	return string(coded), true
}

// useLatin sets the font of what is coded in Windows-1252; named draws with its name alone.
func useLatin(f *fpdf.Fpdf, weight string, size float64, named bool) {
	if f.GetFontDesc(latinFamily, weight) == (fpdf.FontDescType{}) {
		font := latinFonts()[weight]
		if named {
			f.AddFontFromBytes(latinFamily, weight, font.bare, nil)
		} else {
			f.AddFontFromBytes(latinFamily, weight, font.description, font.file)
		}
	}
	f.SetFont(latinFamily, weight, size)
}

// useWide sets the font of any other text.
func useWide(f *fpdf.Fpdf, weight string, size float64) {
	if f.GetFontDesc(wideFamily, weight) == (fpdf.FontDescType{}) {
		// A copy: the library pads tables in place, and documents are drawn in parallel.
		f.AddUTF8FontFromBytes(wideFamily, weight, bytes.Clone(letters.Files[weight]))
	}
	f.SetFont(wideFamily, weight, size)
}
