package pdf

import (
	"slices"
	"strings"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/money"
)

// Right edges of the columns of figures; labels start at the left edge, periods at
// their own column.
const (
	periodColumn   = 80.0
	periodWidth    = 30.0
	quantityColumn = 134.0
	priceColumn    = 160.0
	rateColumn     = 169.5
	lineHeight     = 3.9 // of a label
	rowPadding     = 1.0
	siteHeight     = 6.0
	addressHeight  = 3.4 // of a line below the name of a site
	headHeight     = 6.6
)

// site is the lines of one site, in their order.
type site struct {
	name, dsoID, address string
	lines                []billing.DocumentLine
}

// sites groups lines by site, in the order in which the sites come first.
func sites(lines []billing.DocumentLine) []site {
	type key struct{ name, dsoID string }
	var out []site
	at := map[key]int{}
	for _, l := range lines {
		k := key{l.SiteName, l.DsoID}
		i, ok := at[k]
		if !ok {
			i = len(out)
			at[k] = i
			out = append(out, site{name: l.SiteName, dsoID: l.DsoID, address: addressOf(l)})
		}
		out[i].lines = append(out[i].lines, l)
	}
	return out
}

// addressOf is where the site of a line is, in one line.
func addressOf(l billing.DocumentLine) string {
	parts := []string{l.SiteStreet, strings.TrimSpace(l.SitePostCode + " " + l.SiteCity)}
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), ", ")
}

// total is the sum of the lines of a site.
func (g site) total() money.Cents {
	var sum money.Cents
	for _, l := range g.lines {
		sum += l.Net
	}
	return sum
}

// table draws the lines, site by site. Head and site are said again on each page. The
// last line goes with the totals, so that no page holds totals alone.
func (s *sheet) table() {
	groups := sites(s.d.Lines)
	first := site{}
	if len(groups) > 0 {
		first = groups[0]
	}
	s.need(headHeight + s.siteHeight(first) + 8)
	s.tableHead()
	for i, g := range groups {
		if s.need(s.siteHeight(g) + s.together(g)) {
			s.tableHead()
		}
		s.siteRow(g, len(groups) > 1 && len(g.lines) > 1, false)
		for j, l := range g.lines {
			h := s.rowHeight(l)
			if i == len(groups)-1 && j == len(g.lines)-1 {
				h += s.totalsHeight()
			}
			if s.need(h) {
				s.tableHead()
				s.siteRow(g, false, true)
			}
			s.row(l)
		}
	}
	s.line(left, s.y, rightEdge, 0.35, s.primary)
}

// together is the height of the lines that stay below the name of their site: all of
// a small site, the first of a large one.
func (s *sheet) together(g site) float64 {
	const few = 4
	h := 0.0
	for i, l := range g.lines {
		if i == 0 || len(g.lines) <= few {
			h += s.rowHeight(l)
		}
	}
	return h
}

func (s *sheet) tableHead() {
	y := s.y
	s.text(s.caption, left+1.5, y, s.say("line.label"))
	s.text(s.caption, periodColumn, y, s.say("line.period"))
	s.right(s.caption, quantityColumn, y, s.say("line.quantity"))
	s.right(s.caption, priceColumn, y, s.say("line.price"))
	s.right(s.caption, rateColumn, y, s.say("line.rate"))
	s.right(s.caption, rightEdge-1.5, y, s.say("line.net"))
	s.y = y + headHeight - 1.6
	s.line(left, s.y, rightEdge, 0.35, s.primary)
}

// siteHeight is the height of the row that names a site.
func (s *sheet) siteHeight(g site) float64 {
	return siteHeight + float64(len(s.wrapped(g)))*addressHeight
}

// wrapped is the address of a site, in as many lines as it needs.
func (s *sheet) wrapped(g site) []string {
	if g.address == "" {
		return nil
	}
	return s.wrap(label, g.address, fullWidth-3)
}

// siteRow names a site, and where it is. Nothing is drawn for lines of no site.
func (s *sheet) siteRow(g site, withTotal, again bool) {
	if g.name == "" && g.dsoID == "" {
		return
	}
	height := s.siteHeight(g)
	s.fill(left, s.y, fullWidth, height, tint)
	name, x, y := g.name, left+1.5, s.y+1.4
	if again {
		name += " " + s.say("line.continued")
	}
	sum, number := "", ""
	if withTotal {
		sum = s.say("line.subtotal", "amount", euros(g.total()))
	}
	if g.dsoID != "" {
		number = s.say("site."+s.country, "number", siteID(g.dsoID))
	}
	name = s.short(strong, name, fullWidth-9-s.width(label, number)-s.width(label, sum))
	s.text(strong, x, y, name)
	s.text(label, x+s.width(strong, name)+3, y+0.3, number)
	s.right(label, rightEdge-1.5, y+0.3, sum)
	for n, line := range s.wrapped(g) {
		s.text(label, x, s.y+siteHeight-0.9+float64(n)*addressHeight, line)
	}
	s.y += height
}

func (s *sheet) rowHeight(l billing.DocumentLine) float64 {
	return float64(len(s.wrap(body, s.lineLabel(l), s.labelWidth())))*lineHeight + float64(len(s.discount(l)))*addressHeight + 2*rowPadding
}

// discountWidth is that of what is said of a discount, below label and period.
const discountWidth = quantityColumn - left - 6

// discount says what is taken off a line, in as many lines as it needs.
func (s *sheet) discount(l billing.DocumentLine) []string {
	d := l.Discount
	if d == nil {
		return nil
	}
	return s.wrap(small, s.say("line.discount", "rate", percent(money.VATRate(d.Percent)), "amount", euros(-d.Amount), "reason", d.Reason), discountWidth)
}

// lineLabel is the charge, and where the document has several producers whose energy it
// is: two lines of one site and charge would look like the same billed twice.
func (s *sheet) lineLabel(l billing.DocumentLine) string {
	label := l.Name()
	if l.Within != nil {
		label += " (" + s.say("line.within", "cost", decimal(int64(l.Within.Cost), 6, 2)+noBreak+"€", "rate", percent(l.Within.Rate)) + ")"
	}
	if l.Producer == "" || !s.several {
		return label
	}
	return label + " – " + l.Producer
}

// severalProducers reports whether lines are of more than one.
func severalProducers(lines []billing.DocumentLine) bool {
	return slices.ContainsFunc(lines, func(l billing.DocumentLine) bool { return l.Producer != lines[0].Producer })
}

func (s *sheet) labelWidth() float64 { return periodColumn - left - 4.5 }

func (s *sheet) row(l billing.DocumentLine) {
	h, y := s.rowHeight(l), s.y+rowPadding
	below := s.paragraph(body, left+1.5, y, s.labelWidth(), lineHeight, s.lineLabel(l))
	for n, text := range s.discount(l) {
		s.text(small, left+1.5, below+float64(n)*addressHeight, text)
	}
	days := span(l.First, l.Last)
	s.text(s.fit(style{"", 8, quiet}, days, periodWidth), periodColumn, y+0.2, days)
	s.figure(body, quantityColumn, 23, y, s.quantity(l))
	s.figure(body, priceColumn, 26, y, s.price(l))
	s.figure(style{"", 8, quiet}, rateColumn, 9.5, y+0.2, s.rate(l.Rate))
	s.figure(strong, rightEdge-1.5, 18, y, euros(l.Net))
	s.y += h
	s.line(left, s.y, rightEdge, 0.12, rule)
}

// figure ends at x and is set smaller rather than over its neighbour.
func (s *sheet) figure(st style, x, w, y float64, text string) {
	s.right(s.fit(st, text, w), x, y, text)
}

// rate is the VAT rate of a line. Outside VAT there is none, not even 0 %.
func (s *sheet) rate(r money.VATRate) string {
	for _, v := range s.d.VAT {
		if v.Rate == r && v.Category == billing.VATOutside {
			return "–"
		}
	}
	return percent(r)
}
