package pdf

import (
	"bytes"
	"image"
	"image/draw"
	"image/png"

	"codeberg.org/go-pdf/fpdf"
	"github.com/openpmo/pmo/core/billing"
)

// Where the window of an envelope shows the client, on a sheet folded in three: DL
// with the window on the right, 35 or 45 mm high, as sold in France and Belgium. Only
// name and address stand in it.
const (
	windowLeft  = column
	windowTop   = 53.0
	windowWidth = 80.0
	summaryTop  = 95.5 // unless what is above needs more
)

// firstPage draws all above the lines.
func (s *sheet) firstPage() {
	s.page()
	s.seller()
	s.summary(max(summaryTop, s.buyer(), s.identity()))
}

// The room of a logo in the letterhead, in mm.
const (
	logoTop    = 6.5
	logoWidth  = 48.0
	logoHeight = 14.0
)

// seller is the letterhead of who writes the document: the logo, and the name beside it.
func (s *sheet) seller() {
	p, y := s.d.Writer(), 12.0
	nameLeft, logoEnd := left, 0.0
	if w, h := s.logo(left, logoTop, logoWidth, logoHeight); w > 0 {
		nameLeft, logoEnd = left+w+5, logoTop+h
	}
	name := style{"B", 15, s.primary}
	lines := s.wrap(name, p.Name, rightEdge-nameLeft)
	if len(lines) > 1 {
		name.size = 12
		lines = s.wrap(name, p.Name, rightEdge-nameLeft)
	}
	for _, line := range lines {
		s.text(name, nameLeft, y, line)
		y += name.size * 0.43
	}
	y = max(y, logoEnd) + 1.2
	columnTop := y
	for _, line := range s.address(p) {
		y = s.paragraph(label, left, y, halfWidth, 3.7, line)
	}
	other := columnTop
	for _, line := range append(s.identifiers(p), p.Phone, p.Email) {
		if line != "" {
			other = s.paragraph(label, column, other, rightEdge-column, 3.7, line)
		}
	}
	if text := s.preparedBy(); text != "" {
		s.paragraph(style{"B", 7.5, quiet}, left, max(y, other)+1.2, fullWidth, 3.6, text)
	}
}

// preparedBy says that somebody else writes the invoice for the seller.
func (s *sheet) preparedBy() string {
	if s.d.ByBuyer() {
		return s.mention(mentionSelfBilled)
	}
	if text := s.mention(mentionPrepared); text != "" || s.d.PreparedBy == "" {
		return text
	}
	if s.creditNote() {
		return s.say("prepared.note", "pmo", s.d.PreparedBy, "seller", s.d.Seller.Name)
	}
	return s.say("prepared", "pmo", s.d.PreparedBy, "seller", s.d.Seller.Name)
}

// buyer is the address of who reads the document, in the window, and below what the window must not show. It
// returns where it ends.
func (s *sheet) buyer() float64 {
	y, name := windowTop, style{"B", 10, ink}
	for _, line := range s.wrap(name, s.d.Reader().Name, windowWidth) {
		s.text(name, windowLeft, y, line)
		y += 4.7
	}
	for _, line := range s.address(s.d.Reader()) {
		y = s.paragraph(style{"", 9.5, ink}, windowLeft, y, windowWidth, 4.6, line)
	}
	y = max(y+3, 84)
	for _, line := range s.identifiers(s.d.Reader()) {
		s.text(label, windowLeft, y, line)
		y += 3.7
	}
	return y + 1
}

// identity says what the document is. It returns where it ends.
func (s *sheet) identity() float64 {
	y := windowTop - 1
	title := style{"B", 22, s.primary}
	if s.d.ByBuyer() { // two words, which may need two lines
		title.size = 17
	}
	for _, line := range s.wrap(title, s.kind(), windowLeft-left-4) {
		s.text(title, left, y, line)
		y += title.size / 2
	}
	number := s.d.Number
	if s.d.Draft {
		number = s.say("draft.notice")
	}
	y = s.paragraph(style{"B", 11, ink}, left, y, halfWidth, 5, number) + 2.5
	if s.d.Translation {
		text := s.mention(mentionTranslation)
		if text == "" {
			text = s.say("translation")
		}
		y = s.paragraph(style{"B", 8, warnInk}, left, y, halfWidth, 4, text) + 1
	}
	for _, fact := range s.facts() {
		s.text(label, left, y+0.3, fact[0])
		y = s.paragraph(body, left+32, y, halfWidth-32, 4.2, fact[1]) + 0.6
	}
	return y + 2
}

// facts stand below the number.
func (s *sheet) facts() [][2]string {
	facts := [][2]string{{s.say("fact.issued"), s.long(s.d.IssueDate)}}
	if c := s.d.Credits; c != nil {
		facts = append(facts, [2]string{s.say("fact.credits"), s.say("credits", "number", c.Number, "date", s.long(c.IssueDate))})
		if c.Reason != "" {
			facts = append(facts, [2]string{s.say("fact.reason"), c.Reason})
		}
	}
	facts = append(facts, [2]string{s.say("fact.operation"), s.d.Operation})
	if s.d.Commitment != "" {
		facts = append(facts, [2]string{s.say("fact.commitment"), s.d.Commitment})
	}
	if s.d.Contract != "" {
		facts = append(facts, [2]string{s.say("fact.contract"), s.d.Contract})
	}
	if s.d.Service != "" {
		facts = append(facts, [2]string{s.say("fact.service"), s.d.Service})
	}
	return facts
}

// summary is the band that answers at a glance: for when, by when, how much.
func (s *sheet) summary(top float64) {
	const height = 16.5
	s.box(left, top, fullWidth, height, tint)
	s.fill(left, top+2.5, 0.9, height-5, s.accent)
	key := "fact.period"
	if s.d.Kind == billing.TypeStatement { // nothing is invoiced
		key = "fact.stated"
	}
	s.text(label, left+5, top+3.6, s.say(key))
	period := s.period(s.d.First, s.d.Last)
	s.text(s.fit(style{"B", 10, ink}, period, 60), left+5, top+8.6, period)
	if due, day := s.due(); day != "" {
		s.text(label, left+70, top+3.6, due)
		s.text(s.fit(style{"B", 10, ink}, day, 46), left+70, top+8.6, day)
	}
	s.right(label, rightEdge-5, top+3.1, s.totalLabel())
	total := euros(s.d.Total)
	s.right(s.fit(style{"B", 17, s.primary}, total, 52), rightEdge-5, top+7.3, total)
	s.y = top + height + 6
}

// due says when the total is paid, and by whom it is set in motion.
func (s *sheet) due() (name, day string) {
	switch m := s.d.Payment.Method; {
	case s.creditNote():
		return "", ""
	case s.d.ByBuyer():
		return s.say("due.paid"), s.long(s.d.DueDate)
	case m.PublicTreasury():
		return s.say("fact.due"), s.say("due.notice")
	case m == billing.Debit:
		return s.say("due.debited"), s.long(s.d.DueDate)
	}
	return s.say("due.before"), s.long(s.d.DueDate)
}

// totalLabel names the amount that counts. Without any tax nothing is said about tax.
func (s *sheet) totalLabel() string {
	switch {
	case s.creditNote():
		return s.say("total.credit")
	case s.d.ByBuyer():
		return s.say("total.owed")
	case s.untaxed():
		return s.say("total.due")
	}
	return s.say("total.dueTaxed")
}

// untaxed tells that no line bears tax, so that net and total are one amount.
func (s *sheet) untaxed() bool {
	for _, v := range s.d.VAT {
		if v.Rate != 0 || v.Tax != 0 {
			return false
		}
	}
	return true
}

// logo draws the seller's picture into a room, in its proportions and at its upper left, and answers
// the size it has there, in mm; 0 without a picture.
func (s *sheet) logo(x, y, width, height float64) (w, h float64) {
	if len(s.d.Logo) == 0 {
		return 0, 0
	}
	const name = "logo"
	options := fpdf.ImageOptions{ImageType: "PNG"}
	picture := s.d.Logo
	if s.d.Archival {
		picture = onPaper(picture)
	}
	info := s.pdf.RegisterImageOptionsReader(name, options, bytes.NewReader(picture))
	if info == nil || s.pdf.Err() { // the document as a whole says so
		return 0, 0
	}
	w, h = info.Width(), info.Height()
	scale := min(width/w, height/h)
	w, h = w*scale, h*scale
	s.pdf.ImageOptions(name, x, y, w, h, false, options, 0, "")
	return w, h
}

// onPaper is a picture without transparency: what shines through it is white, as the paper is. What
// is no picture stays as it is, and the library refuses it.
func onPaper(file []byte) []byte {
	picture, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		return file
	}
	if p, ok := picture.(interface{ Opaque() bool }); ok && p.Opaque() {
		return file
	}
	paper := image.NewRGBA(picture.Bounds())
	draw.Draw(paper, paper.Bounds(), image.White, image.Point{}, draw.Src)
	draw.Draw(paper, paper.Bounds(), picture, picture.Bounds().Min, draw.Over)
	var out bytes.Buffer
	if err := png.Encode(&out, paper); err != nil {
		return file
	}
	return out.Bytes()
}
