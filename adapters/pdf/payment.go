package pdf

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/openpmo/pmo/adapters/pdf/square"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/money"
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
	return s.paymentLines(0, func(float64, func(y float64)) {}) + 2*payPadding
}

// paymentLines goes through the block from a height on, has each line drawn, and returns how high they
// are together. Where there is a square (transferCode) the sentence and the holder stand beside it, and
// what is too long for that below.
func (s *sheet) paymentLines(from float64, draw func(height float64, at func(y float64))) float64 {
	y := from
	line := func(height float64, at func(y float64)) {
		draw(y, at)
		y += height
	}
	line(payHead, func(y float64) {
		s.text(s.heading, left+payPadding, y-0.3, s.say("pay.title"))
		s.right(strong, left+halfWidth-payPadding, y, s.method(s.d.Payment.Method))
	})
	beside, below := 0.0, y
	if code := s.transferCode(); code != "" {
		beside, below = squareSide+squareGap, y+squareSide+squareGap
		draw(y, func(y float64) { s.square(code, left+halfWidth-payPadding-squareSide, y) })
	}
	for _, text := range s.payText(halfWidth - 2*payPadding - beside) {
		line(payLine, func(y float64) { s.text(s.asking(), left+payPadding, y, text) })
	}
	y++
	for n, fact := range s.payFacts() {
		width := payWidth - beside
		if n > 0 {
			width, y = payWidth, max(y, below)
		}
		lines := s.wrap(s.paying(fact[1]), fact[1], width)
		line(float64(len(lines))*payLine, func(y float64) {
			s.text(label, left+payPadding, y+0.3, fact[0])
			s.paragraph(s.paying(fact[1]), left+payPadding+payLabel, y, width, payLine, fact[1])
		})
	}
	return max(y, below) - from
}

// payText is the sentence that says what to do.
func (s *sheet) payText(width float64) []string {
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
	case s.transferCode() != "":
		text = s.say("pay.transferByCode", "date", s.long(s.d.DueDate))
	default:
		text = s.say("pay.transfer", "date", s.long(s.d.DueDate))
	}
	return s.wrap(s.asking(), text, width)
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
	if m := p.Mandate; m != nil {
		add("rum", string(m.RUM))
		add("ics", string(m.ICS))
		add("debited", masked(m.IBAN))
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

// masked is the account of a payer, of which the end is enough to know it.
func masked(account string) string {
	const shown = 4
	if len(account) <= shown {
		return account
	}
	return "… " + account[len(account)-shown:]
}

func (s *sheet) term() string {
	switch days := s.d.Payment.TermDays; {
	case days <= 0 && s.d.ByBuyer():
		return s.say("term.noneOwed")
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
	s.paymentLines(top+payPadding, func(y float64, at func(y float64)) { at(y) })
}

// The square that a payer photographs, in the block that says how to pay.
const (
	squareSide  = 22.0
	squareQuiet = 4 // light modules around it (ISO/IEC 18004)
	squareGap   = 2.0
)

// mostByCode is what a transfer by code may be, in cents: 999 999 999.99 € (EPC069-12).
const mostByCode = money.Cents(99_999_999_999)

// transferCode is what applications of banks read of an invoice that is paid by transfer: the code of the
// European Payments Council for a SEPA credit transfer, version 002 (EPC069-12). Empty where nobody
// transfers anything.
func (s *sheet) transferCode() string {
	p, name := s.d.Payment, s.holder()
	if s.d.Kind != billing.TypeInvoice || p.Method != billing.Transfer || p.IBAN == "" || s.d.Total <= 0 || s.d.Total > mostByCode {
		return ""
	}
	const mostOfName, mostOfText = 70, 140
	if utf8.RuneCountInString(name) > mostOfName || utf8.RuneCountInString(p.Reference) > mostOfText {
		return ""
	}
	const utf8Set = "1"
	amount := fmt.Sprintf("EUR%d.%02d", s.d.Total/100, s.d.Total%100)
	// Purpose and reference of ISO 11649 stay empty: the reference is a text, as the payer would type it.
	return strings.Join([]string{"BCD", "002", utf8Set, "SCT", p.BIC, name, p.IBAN, amount, "", "", p.Reference}, "\n")
}

// square draws a code: its dark modules are one shape, so that no seam shows between them. Lengths
// within it are modules, from its upper left corner down.
func (s *sheet) square(code string, x, y float64) {
	squares, err := square.Encode(code)
	if err != nil {
		s.pdf.SetError(err)
		return
	}
	size := squares.Size()
	module := squareSide / float64(size+2*squareQuiet)
	s.fill(x, y, squareSide, squareSide, white)
	s.pdf.SetFillColor(ink[0], ink[1], ink[2])
	shape := make([]byte, 0, 12*size*size/4)
	shape = fmt.Appendf(shape, "q %.5f 0 0 -%.5f %.3f %.3f cm\n", module/pointMM, module/pointMM, (x+module*squareQuiet)/pointMM, (pageHeight-y-module*squareQuiet)/pointMM)
	for row := range size {
		for at := 0; at < size; at++ {
			first := at
			for at < size && squares.Module(at, row) {
				at++
			}
			if at > first {
				shape = append(strconv.AppendInt(shape, int64(first), 10), ' ')
				shape = append(strconv.AppendInt(shape, int64(row), 10), ' ')
				shape = append(strconv.AppendInt(shape, int64(at-first), 10), " 1 re\n"...)
			}
		}
	}
	s.pdf.RawWriteStr(string(append(shape, "f Q"...)))
}
