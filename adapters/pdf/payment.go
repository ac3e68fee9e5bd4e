package pdf

import (
	"strconv"
	"strings"

	"github.com/openpmo/pmo/core/billing"
)

const (
	payLine    = 4.2
	payPadding = 3.6
	payLabel   = 21.0
	payHead    = 5.4
)

// payWidth is the room of what a payer copies.
const payWidth = halfWidth - payLabel - 2*payPadding

// paying is the style of what a payer copies: an account or a reference is set smaller
// rather than broken, a name may take two lines.
func (s *sheet) paying(value string) style {
	if strings.Contains(value, " ") {
		return strong
	}
	return s.fit(strong, value, payWidth-0.1)
}

// paymentHeight is 0 for a credit note, which nobody pays.
func (s *sheet) paymentHeight() float64 {
	if s.creditNote() {
		return 0
	}
	h := 2*payPadding + payHead + float64(len(s.payText()))*payLine + 1
	for _, fact := range s.payFacts() {
		h += float64(len(s.wrap(s.paying(fact[1]), fact[1], payWidth))) * payLine
	}
	return h
}

// payText is the sentence that says what to do.
func (s *sheet) payText() []string {
	text := ""
	switch m := s.d.Payment.Method; {
	case s.d.ByBuyer() && s.d.Total == 0:
		text = s.say("pay.nothing")
	case s.d.ByBuyer():
		text = s.say("pay.owed", "date", s.long(s.d.DueDate))
	case m.PublicTreasury():
		if text = s.mention(mentionTreasury); text == "" {
			text = s.say("pay.treasury")
		}
	case m == billing.Debit:
		text = s.say("pay.debit", "date", s.long(s.d.DueDate))
	case m == billing.Cheque:
		text = s.say("pay.cheque", "name", s.holder(), "date", s.long(s.d.DueDate))
	default:
		text = s.say("pay.transfer", "date", s.long(s.d.DueDate))
	}
	return s.wrap(s.asking(), text, halfWidth-2*payPadding)
}

// asking is the style of the sentence: where nothing may be paid yet it is a warning.
func (s *sheet) asking() style {
	if s.d.Payment.Method.PublicTreasury() {
		return style{"B", 8.5, warnInk}
	}
	return body
}

func (s *sheet) holder() string {
	if s.d.Payment.Holder != "" {
		return s.d.Payment.Holder
	}
	return s.d.Seller.Name
}

// payFacts are the figures a payer needs; empty ones are left out.
func (s *sheet) payFacts() [][2]string {
	p := s.d.Payment
	var out [][2]string
	add := func(key, value string) {
		if value != "" {
			out = append(out, [2]string{s.say("pay." + key), value})
		}
	}
	if p.IBAN != "" {
		add("holder", s.holder())
		add("iban", iban(p.IBAN))
		add("bic", p.BIC)
	}
	if s.d.ByBuyer() {
		add("holder", s.holder())
		add("iban", p.Account)
	}
	add("reference", p.Reference)
	if !p.Method.PublicTreasury() {
		add("term", s.term())
	}
	return out
}

func (s *sheet) term() string {
	switch days := s.d.Payment.TermDays; {
	case days <= 0:
		return s.say("term.none")
	case days == 1:
		return s.say("term.one")
	default:
		return s.say("term.days", "days", strconv.Itoa(days))
	}
}

// payment is the block that says how to pay.
func (s *sheet) payment(top float64) {
	ground := tint
	if s.d.Payment.Method.PublicTreasury() {
		ground = warnTint
	}
	s.box(left, top, halfWidth, s.paymentHeight(), ground)
	x, y := left+payPadding, top+payPadding
	s.text(s.heading, x, y-0.3, s.say("pay.title"))
	s.right(strong, left+halfWidth-payPadding, y, s.method(s.d.Payment.Method))
	y += payHead
	for _, line := range s.payText() {
		s.text(s.asking(), x, y, line)
		y += payLine
	}
	y++
	for _, fact := range s.payFacts() {
		s.text(label, x, y+0.3, fact[0])
		y = s.paragraph(s.paying(fact[1]), x+payLabel, y, payWidth, payLine, fact[1])
	}
}
