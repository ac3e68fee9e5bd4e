package pdf

import (
	"fmt"
	"image/color"
	"strings"
	"unicode/utf8"

	"github.com/boombuler/barcode/qr"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/money"
)

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

// square draws a code.
func (s *sheet) square(code string, x, y float64) {
	squares, err := qr.Encode(code, qr.M, qr.Unicode)
	if err != nil {
		s.pdf.SetError(err)
		return
	}
	size := squares.Bounds().Dx()
	module := squareSide / float64(size+2*squareQuiet)
	s.fill(x, y, squareSide, squareSide, white)
	for row := range size {
		for at := 0; at < size; at++ {
			first := at
			for at < size && dark(squares.At(at, row)) {
				at++
			}
			if at > first { // a run at once, so that no seam shows
				s.fill(x+module*float64(squareQuiet+first), y+module*float64(squareQuiet+row), module*float64(at-first), module, ink)
			}
		}
	}
}

func dark(c color.Color) bool {
	r, _, _, _ := c.RGBA()
	return r < 0x8000
}
