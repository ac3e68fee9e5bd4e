package einvoice

import (
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/einvoice"
	"github.com/openpmo/pmo/core/money"
)

// Writer writes both syntaxes; its zero value is ready.
type Writer struct{}

var _ einvoice.Writer = Writer{}

// Write is i in its syntax, as UTF-8.
func (Writer) Write(i einvoice.Invoice) ([]byte, error) {
	var root any
	switch i.Syntax {
	case einvoice.CII:
		root = cii(i)
	case einvoice.UBL:
		root = ubl(i)
	default:
		return nil, fmt.Errorf("einvoice: no syntax %q", i.Syntax)
	}
	body, err := xml.Marshal(root)
	if err != nil {
		return nil, err
	}
	return append([]byte(xml.Header), append(body, '\n')...), nil
}

// fixed writes value / 10^digits with exactly that many decimals.
func fixed(value int64, digits int) string {
	sign := ""
	if value < 0 {
		sign, value = "-", -value
	}
	text := strconv.FormatInt(value, 10)
	if len(text) <= digits {
		text = strings.Repeat("0", digits-len(text)+1) + text
	}
	return sign + text[:len(text)-digits] + "." + text[len(text)-digits:]
}

func amountOf(c money.Cents) string { return fixed(int64(c), 2) }

// optionalAmount is nothing where there is none.
func optionalAmount(c money.Cents) string {
	if c == 0 {
		return ""
	}
	return amountOf(c)
}

func priceOf(p money.MicroEuro) string     { return fixed(int64(p), 6) }
func quantityOf(q money.QuantityE4) string { return fixed(int64(q), 4) }
func percentageOf(r money.VATRate) string  { return fixed(int64(r), 2) }
func taxed(c billing.VATCategory) bool     { return c != billing.VATOutside }
func rateOf(c billing.VATCategory, r money.VATRate) string {
	if !taxed(c) { // no rate is printed (BR-O-05)
		return ""
	}
	return percentageOf(r)
}

// unitOf is the code of UN/ECE Recommendation 20.
func unitOf(u billing.Unit) string {
	switch u {
	case billing.UnitMonth:
		return "MON"
	case billing.UnitOne:
		return "C62"
	}
	return "KWH"
}
