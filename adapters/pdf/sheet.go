package pdf

import (
	"strconv"
	"strings"

	"github.com/openpmo/pmo/core/billing"
)

// The page: A4 with a grid of two columns.
const (
	pageWidth, pageHeight = 210.0, 297.0
	left, rightEdge       = 18.0, 192.0
	fullWidth             = rightEdge - left
	halfWidth             = 82.0
	column                = 110.0 // left of the second column
	bottom                = 278.0 // end of what flows; the foot is below
	continued             = 27.0  // where what flows starts on the pages after the first
)

// Type.
var (
	body   = style{"", 8.5, ink}
	strong = style{"B", 8.5, ink}
	label  = style{"", 7.5, quiet}
	small  = style{"", 7, quiet}
)

// sheet is a document being drawn, from top to bottom.
type sheet struct {
	*canvas
	words
	look
	d     billing.Document
	y     float64 // where the next thing goes
	pages int
	// several: lines are of more than one producer, so that each names its own.
	several bool
}

func newSheet(d billing.Document, compress bool) *sheet {
	c := newCanvas(compress)
	c.named = d.Archival
	return &sheet{canvas: c, words: wordsOf(d), look: lookOf(d), d: d, several: severalProducers(d.Lines)}
}

// title is the kind of document and its number: Facture SOL-2026-000042.
func (s *sheet) title() string {
	number := s.d.Number
	if number == "" {
		number = s.say("draft.number")
	}
	return s.kind() + " " + number
}

func (s *sheet) kind() string { return s.say("kind." + string(s.d.Kind)) }

// creditNote tells that the total goes the other way.
func (s *sheet) creditNote() bool { return s.d.Kind == billing.TypeCreditNote }

// mention is a legal text by its key, "" when the document has none of that key.
func (s *sheet) mention(key string) string {
	for _, m := range s.d.Mentions {
		if m.Key == key {
			return m.Text
		}
	}
	return ""
}

// page starts a page: the watermark of a draft lies under everything.
func (s *sheet) page() {
	s.newPage()
	s.pages++
	s.fill(0, 0, pageWidth, 2.4, s.primary)
	s.fill(left, 0, 22, 2.4, s.accent)
	if s.d.Draft {
		s.watermark()
	}
}

func (s *sheet) watermark() {
	text := s.say("draft.watermark")
	st := s.fit(style{"B", 110, stamp}, text, 230)
	s.turned(52, pageWidth/2, pageHeight/2, func() { s.middle(st, pageWidth/2, pageHeight/2-st.size*pointMM/2, text) })
}

// need starts a new page unless h more fits, and reports whether it did.
func (s *sheet) need(h float64) bool {
	if s.y+h <= bottom {
		return false
	}
	s.page()
	name, other := style{"B", 9, s.primary}, style{"", 8.5, quiet}
	s.text(name, left, 11, s.short(name, s.d.Writer().Name, fullWidth-s.width(other, s.title())-6))
	s.right(other, rightEdge, 11, s.title())
	s.line(left, 17.5, rightEdge, 0.2, rule)
	s.y = continued
	return true
}

// feet writes the foot of every page, once their number is known. The number of the
// document stands on each.
func (s *sheet) feet() {
	seller := strings.Join(append([]string{s.d.Writer().Name}, s.identifiers(s.d.Writer())...), " · ")
	for n := 1; n <= s.pages; n++ {
		s.onPage(n)
		s.line(left, 281.5, rightEdge, 0.2, rule)
		page := s.say("foot.page", "title", s.title(), "page", strconv.Itoa(n), "pages", strconv.Itoa(s.pages))
		s.right(label, rightEdge, 284, page)
		s.text(label, left, 284, s.short(label, seller, fullWidth-s.width(label, page)-6))
	}
}

// Keys of the legal texts that have a place of their own.
const (
	mentionTranslation = "translation"
	mentionPrepared    = "prepared"
	mentionSelfBilled  = "selfBilled"
	mentionTreasury    = "treasury"
)

// mentions writes the legal texts that have no place of their own, in their order.
func (s *sheet) mentions() {
	s.y += 3
	for _, m := range s.d.Mentions {
		switch m.Key {
		case mentionTranslation, mentionPrepared, mentionSelfBilled, mentionTreasury:
			continue
		}
		const lineHeight = 3.2
		s.need(float64(len(s.wrap(small, m.Text, fullWidth)))*lineHeight + 1)
		s.y = s.paragraph(small, left, s.y, fullWidth, lineHeight, m.Text) + 1
	}
}
