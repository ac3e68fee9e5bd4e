package pdf

import (
	"strconv"
	"strings"

	"codeberg.org/go-pdf/fpdf"

	"github.com/openpmo/pmo/adapters/pdf/letters"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/operation"
)

// colour is red, green, blue.
type colour [3]int

// The colours that hold for every document (sdk/ui theme).
var (
	ink      = colour{0x10, 0x16, 0x2b}
	quiet    = colour{0x52, 0x5a, 0x73}
	rule     = colour{0xd5, 0xd9, 0xe4}
	tint     = colour{0xf5, 0xf6, 0xfa}
	stamp    = colour{0xf7, 0xe3, 0xe1}
	shared   = colour{0x34, 0x9c, 0x90} // energy shared, as on the dashboard
	warnInk  = colour{0x8a, 0x5a, 0x00}
	warnTint = colour{0xfd, 0xf4, 0xdc}
	white    = colour{0xff, 0xff, 0xff}
)

// style is how text is set.
type style struct {
	weight string // "" or "B"
	size   float64
	colour colour
}

// sized is the same style in another size.
func (st style) sized(points float64) style { st.size = points; return st }

const (
	pointMM = 25.4 / 72
	// baseline is where text stands in a line, from its top, as a part of the size.
	baseline = 0.93
)

// canvas draws on the current page of a PDF.
type canvas struct {
	pdf *fpdf.Fpdf
	// named: fonts are in it by their names alone, and archive.Make puts them in.
	named bool
	// set is what text is set in where the page is drawn on; the zero says that the page does not say.
	set setting
	// said is the colour of text that the library was told last.
	said *colour
}

// setting is a font in a size.
type setting struct {
	family, weight string
	size           float64
}

func newCanvas(compress bool) *canvas {
	f := fpdf.New("P", "mm", "A4", "")
	f.SetCompression(compress)
	f.SetCatalogSort(true) // objects in a fixed order: equal input, equal bytes
	f.SetMargins(0, 0, 0)
	f.SetAutoPageBreak(false, 0)
	return &canvas{pdf: f}
}

// text writes s from x, in a line whose top is y.
func (c *canvas) text(st style, x, y float64, s string) {
	if s = letters.Printable(s); s == "" {
		return
	}
	if coded, ok := latin(s); ok {
		c.use(setting{latinFamily, st.weight, st.size})
		s = coded
	} else {
		c.use(setting{wideFamily, st.weight, st.size})
	}
	if !c.named || c.said == nil || *c.said != st.colour {
		c.said = &st.colour
		c.pdf.SetTextColor(st.colour[0], st.colour[1], st.colour[2])
	}
	c.pdf.Text(x, y+st.size*pointMM*baseline, s)
}

// use sets text in a font. A document that is kept says so only where it changes: each time is some fifty
// bytes of the page, to write and to compress. Others are drawn as they always were.
func (c *canvas) use(wanted setting) {
	if c.named && c.set == wanted {
		return
	}
	if c.set = wanted; wanted.family == latinFamily {
		useLatin(c.pdf, wanted.weight, wanted.size, c.named)
	} else {
		useWide(c.pdf, wanted.weight, wanted.size)
	}
}

// newPage begins a page.
func (c *canvas) newPage() {
	c.pdf.AddPage()
	c.set = setting{}
}

// onPage draws on a page that was begun.
func (c *canvas) onPage(n int) {
	c.pdf.SetPage(n)
	c.set = setting{}
}

// turned draws around a point turned by degrees; what is set within is not set after it.
func (c *canvas) turned(degrees, x, y float64, draw func()) {
	c.pdf.TransformBegin()
	c.pdf.TransformRotate(degrees, x, y)
	draw()
	c.pdf.TransformEnd()
	c.set = setting{}
}

// right writes s so that it ends at x.
func (c *canvas) right(st style, x, y float64, s string) { c.text(st, x-c.width(st, s), y, s) }

// middle writes s around x.
func (c *canvas) middle(st style, x, y float64, s string) { c.text(st, x-c.width(st, s)/2, y, s) }

func (c *canvas) width(st style, s string) float64 {
	return float64(letters.Advance(st.weight, letters.Printable(s))) / letters.Em * st.size * pointMM
}

// fit is st, smaller where s would be wider than w.
func (c *canvas) fit(st style, s string, w float64) style {
	if is := c.width(st, s); is > w {
		st.size *= w / is
	}
	return st
}

// short is s, cut with … where it would be wider than w.
func (c *canvas) short(st style, s string, w float64) string {
	if s = letters.Printable(s); c.width(st, s) <= w {
		return s
	}
	return strings.TrimSpace(s[:c.prefix(st, s, w-c.width(st, "…"))]) + "…"
}

// wrap breaks s into lines no wider than w, at spaces, and inside a word only when the
// word alone is wider. It returns at least one line.
func (c *canvas) wrap(st style, s string, w float64) []string {
	var lines []string
	line, long := "", 0 // and how wide it is; widths are whole, so that parts add up to that of the whole
	width := func(advance int) float64 { return float64(advance) / letters.Em * st.size * pointMM }
	for _, word := range strings.Split(letters.Printable(s), " ") {
		if word == "" {
			continue
		}
		of := letters.Advance(st.weight, word)
		if line != "" {
			if next := long + letters.Advance(st.weight, " ") + of; width(next) <= w {
				line, long = line+" "+word, next
				continue
			}
			lines = append(lines, line)
		}
		for width(of) > w {
			n := c.prefix(st, word, w)
			lines, word = append(lines, word[:n]), word[n:]
			of = letters.Advance(st.weight, word)
		}
		line, long = word, of
	}
	return append(lines, line)
}

// prefix is the length in bytes of the longest start of word that fits, one character
// at least.
func (c *canvas) prefix(st style, word string, w float64) int {
	n := 0
	for i := range word {
		if n > 0 && c.width(st, word[:i]) > w {
			return n
		}
		n = i
	}
	if c.width(st, word) <= w || n == 0 {
		return len(word)
	}
	return n
}

// paragraph writes s in lines of a height and returns where it ends.
func (c *canvas) paragraph(st style, x, y, w, lineHeight float64, s string) float64 {
	for _, line := range c.wrap(st, s, w) {
		c.text(st, x, y, line)
		y += lineHeight
	}
	return y
}

func (c *canvas) fill(x, y, w, h float64, of colour) {
	c.pdf.SetFillColor(of[0], of[1], of[2])
	c.pdf.Rect(x, y, w, h, "F")
}

// box is a filled rectangle with round corners.
func (c *canvas) box(x, y, w, h float64, of colour) {
	c.pdf.SetFillColor(of[0], of[1], of[2])
	c.pdf.RoundedRect(x, y, w, h, 1.6, "1234", "F")
}

func (c *canvas) line(x1, y, x2, width float64, of colour) {
	c.pdf.SetDrawColor(of[0], of[1], of[2])
	c.pdf.SetLineWidth(width)
	c.pdf.Line(x1, y, x2, y)
}

// look is the colours of the operation that a document is of, and what is set in them.
type look struct {
	primary, accent, onPrimary colour
	caption, heading           style
}

// own are the product's own colours (sdk/ui theme).
var own = billing.DocumentTheme{Primary: "#001e62", Secondary: "#f3b617", Ink: "#ffffff"}

// lookOf is the look of a document; a colour that cannot be read in its snapshot is the product's own.
func lookOf(d billing.Document) look {
	t := own
	if d.Theme != nil {
		t = *d.Theme
	}
	l := look{primary: colourOf(t.Primary, own.Primary), accent: colourOf(t.Secondary, own.Secondary), onPrimary: colourOf(t.Ink, own.Ink)}
	l.caption, l.heading = style{"B", 7.5, l.primary}, style{"B", 9.5, l.primary}
	return l
}

func colourOf(hex, otherwise string) colour {
	if len(hex) != 7 || hex[0] != '#' {
		hex = otherwise
	}
	rgb, err := strconv.ParseUint(hex[1:], 16, 32)
	if err != nil {
		return colourOf(otherwise, own.Primary)
	}
	return colour{int(rgb >> 16), int(rgb >> 8 & 0xff), int(rgb & 0xff)}
}

// flow is a document of a title and what follows it, page by page, from top to bottom.
type flow struct {
	*canvas
	look
	y     float64 // where the next thing goes
	pages int
}

func newFlow(theme operation.Theme, compress bool) flow {
	return flow{canvas: newCanvas(compress), look: lookOf(billing.Document{Theme: &billing.DocumentTheme{Primary: theme.Primary, Secondary: theme.Secondary, Ink: "#ffffff"}})}
}

func (f *flow) page() {
	f.newPage()
	f.pages++
	f.fill(0, 0, pageWidth, 2.4, f.primary)
	f.fill(left, 0, 22, 2.4, f.accent)
	f.y = 16
}

// need goes on with the next page where less than h is left of this one.
func (f *flow) need(h float64) {
	if f.y+h > bottom {
		f.page()
	}
}

// feet writes what each page is of, and which one it is.
func (f *flow) feet(of string) {
	for n := 1; n <= f.pages; n++ {
		f.onPage(n)
		f.line(left, 281.5, rightEdge, 0.2, rule)
		f.text(label, left, 284, f.short(label, of, fullWidth-24))
		f.right(label, rightEdge, 284, strconv.Itoa(n)+" / "+strconv.Itoa(f.pages))
	}
}
