package pdf

import (
	"strconv"
	"strings"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/money"
)

// noBreak stands between thousands and before units, as on the screens, where the
// narrow one is used that these fonts lack.
const noBreak = "\u00a0"

// decimal writes v / 10^digits with a comma and at least keep decimals: 1 234,50.
func decimal(v int64, digits, keep int) string {
	size, sign := uint64(v), ""
	if v < 0 {
		size, sign = -uint64(v), "−"
	}
	text := strconv.FormatUint(size, 10)
	if len(text) <= digits {
		text = strings.Repeat("0", digits+1-len(text)) + text
	}
	whole, part := text[:len(text)-digits], text[len(text)-digits:]
	for len(part) > keep && strings.HasSuffix(part, "0") {
		part = part[:len(part)-1]
	}
	if part != "" {
		part = "," + part
	}
	return sign + grouped(whole) + part
}

// grouped parts digits by three from the right.
func grouped(digits string) string {
	var out strings.Builder
	for i := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			out.WriteString(noBreak)
		}
		out.WriteByte(digits[i])
	}
	return out.String()
}

func euros(c money.Cents) string { return decimal(int64(c), 2, 2) + noBreak + "€" }

func percent(r money.VATRate) string { return decimal(int64(r), 2, 0) + noBreak + "%" }

// quantity has three decimals of kWh and four of months: all that the amount was
// computed from.
func (w words) quantity(l billing.DocumentLine) string {
	keep := 3
	switch l.Unit {
	case billing.UnitMonth:
		keep = 4
	case billing.UnitOne:
		return decimal(int64(l.Quantity), 4, 0)
	}
	return decimal(int64(l.Quantity), 4, keep) + noBreak + w.say("unit."+string(l.Unit))
}

func (w words) price(l billing.DocumentLine) string {
	if l.Unit == billing.UnitOne {
		return decimal(int64(l.Price), 6, 2) + noBreak + "€"
	}
	return decimal(int64(l.Price), 6, 2) + noBreak + w.say("per."+string(l.Unit))
}

// numeric is 31/10/2026.
func numeric(d civil.Date) string {
	y, m, day := d.YearMonthDay()
	return two(day) + "/" + two(int(m)) + "/" + strconv.Itoa(y)
}

func two(n int) string {
	if n < 10 {
		return "0" + strconv.Itoa(n)
	}
	return strconv.Itoa(n)
}

// span is 01/10 – 31/10/2026: the year is said once.
func span(first, last civil.Date) string {
	switch {
	case first == last:
		return numeric(last)
	case first.Year() == last.Year():
		return numeric(first)[:5] + " – " + numeric(last)
	}
	return numeric(first) + " – " + numeric(last)
}

// long is 31 octobre 2026.
func (w words) long(d civil.Date) string { return w.dayMonth(d) + " " + strconv.Itoa(d.Year()) }

func (w words) dayMonth(d civil.Date) string { return w.dayOf(d) + " " + w.month(d) }

func (w words) month(d civil.Date) string { return w.say("month." + strconv.Itoa(int(d.Month()))) }

// dayOf is the day of the month; French counts the first one.
func (w words) dayOf(d civil.Date) string {
	if d.Day() == 1 {
		return w.say("day.first")
	}
	return strconv.Itoa(d.Day())
}

// period is 1er – 31 octobre 2026: what both ends share is said once.
func (w words) period(first, last civil.Date) string {
	switch {
	case first == last:
		return w.long(last)
	case first.Year() != last.Year():
		return w.long(first) + " – " + w.long(last)
	case first.Month() != last.Month():
		return w.dayMonth(first) + " – " + w.long(last)
	}
	return w.dayOf(first) + " – " + w.long(last)
}

// inGroups parts an identifier for the eye: "3,3,3" digits, and the rest by the last size.
func inGroups(s, by string, sizes ...int) string {
	var parts []string
	for i := 0; s != ""; i++ {
		n := min(sizes[min(i, len(sizes)-1)], len(s))
		parts, s = append(parts, s[:n]), s[n:]
	}
	return strings.Join(parts, by)
}

// siteID is a PRM of 14 digits or an EAN of 18.
func siteID(s string) string {
	if len(s) == 18 {
		return inGroups(s, noBreak, 2, 4)
	}
	return inGroups(s, noBreak, 4)
}

func iban(s string) string { return inGroups(s, noBreak, 4) }
