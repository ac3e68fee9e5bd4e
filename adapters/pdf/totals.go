package pdf

import (
	"github.com/openpmo/pmo/core/billing"
)

const (
	totalsGap   = 6.0
	vatLine     = 5.0
	reasonLine  = 3.6
	totalsRow   = 5.6
	totalBox    = 13.0
	totalsRight = rightEdge - 5
)

// closing draws what follows the lines: taxes and totals, then how to pay beside the
// energy of each day.
func (s *sheet) closing() {
	s.totals()
	pay, chart := s.paymentHeight(), s.chartHeight()
	if pay == 0 && chart == 0 {
		return
	}
	s.need(max(pay, chart))
	top := s.y
	if pay > 0 {
		s.payment(top)
		s.chart(column, top)
	} else {
		s.chart(left, top)
	}
	s.y = top + max(pay, chart)
}

func (s *sheet) totalsHeight() float64 {
	rows := 0.0
	for _, sum := range s.sums() {
		rows += s.sumHeight(sum)
	}
	return totalsGap + max(s.vatHeight(), rows+totalBox+1) + 5
}

// sumWidth is that of what a sum is called.
const sumWidth = totalsRight - column - 5 - 26

func (s *sheet) sumHeight(sum [2]string) float64 {
	return totalsRow + float64(len(s.wrap(body, sum[0], sumWidth))-1)*lineHeight
}

// totals puts the tax of each rate on the left and the sums on the right.
func (s *sheet) totals() {
	height := s.totalsHeight()
	s.need(height)
	top := s.y + totalsGap
	s.vatTable(top)
	y := top
	for _, sum := range s.sums() {
		s.paragraph(body, column+5, y, sumWidth, lineHeight, sum[0])
		s.right(body, totalsRight, y, sum[1])
		y += s.sumHeight(sum)
	}
	s.box(column, y, rightEdge-column, totalBox, s.primary)
	amount := euros(s.d.Total)
	name := style{"B", 9.5, s.onPrimary}
	s.text(name, column+5, y+4.6, s.totalLabel())
	room := rightEdge - column - 15 - s.width(name, s.totalLabel())
	st := s.fit(style{"B", 16, s.onPrimary}, amount, room)
	s.right(st, totalsRight, y+(totalBox-st.size*pointMM*1.15)/2, amount)
	s.y += height
}

func (s *sheet) sums() [][2]string {
	var out [][2]string
	if len(s.d.Adjustments) > 0 { // amounts of the whole stand between the lines and their sum
		lines := s.d.Net
		for _, a := range s.d.Adjustments {
			lines -= a.Signed()
		}
		out = append(out, [2]string{s.say("total.lines"), euros(lines)})
		for _, a := range s.d.Adjustments {
			out = append(out, [2]string{s.say("total.adjustment", "reason", a.Reason, "rate", s.rate(a.Rate)), euros(a.Signed())})
		}
	}
	return append(out, [2]string{s.say("total.net"), euros(s.d.Net)}, [2]string{s.say("total.tax"), euros(s.d.Tax)})
}

// The columns of the VAT table, in the left half.
const (
	vatBase = 62.0
	vatTax  = 97.0
)

func (s *sheet) vatHeight() float64 {
	h := headHeight
	for _, v := range s.d.VAT {
		h += vatLine
		if text := ground(v); text != "" {
			h += float64(len(s.wrap(small, text, halfWidth-3))) * reasonLine
		}
	}
	return h + 1
}

// vatTable is base and tax of each rate, with the reason where there is no tax.
func (s *sheet) vatTable(y float64) {
	s.text(s.caption, left+1.5, y, s.say("vat.rate"))
	s.right(s.caption, vatBase, y, s.say("vat.base"))
	s.right(s.caption, vatTax, y, s.say("vat.tax"))
	y += headHeight - 1.6
	s.line(left, y, left+halfWidth, 0.35, s.primary)
	y += 1.2
	for _, v := range s.d.VAT {
		rate := percent(v.Rate)
		if v.Category == billing.VATOutside {
			rate = "–"
		}
		s.text(body, left+1.5, y, rate)
		s.right(body, vatBase, y, euros(v.Net))
		s.right(body, vatTax, y, euros(v.Tax))
		y += vatLine
		if text := ground(v); text != "" {
			y = s.paragraph(small, left+1.5, y-0.4, halfWidth-3, reasonLine, text) + 0.4
		}
	}
}

// ground says why there is no tax, with the codes by which machines know it: the category
// and, where there is one, the VATEX code (EN 16931).
func ground(v billing.DocumentVAT) string {
	if v.Reason == "" {
		return ""
	}
	codes := string(v.Category)
	if v.ReasonCode != "" {
		codes += ", " + v.ReasonCode
	}
	return v.Reason + " (" + codes + ")"
}
