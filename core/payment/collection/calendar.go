package collection

import (
	"time"

	"github.com/openpmo/pmo/core/civil"
)

// banking reports whether banks settle on a day: no weekend, and none of the six closing days of the
// euro area's settlement system T2 (domain 8.7).
func banking(d civil.Date) bool {
	if w := d.Weekday(); w == time.Saturday || w == time.Sunday {
		return false
	}
	switch year, month, day := d.YearMonthDay(); {
	case month == time.January && day == 1, month == time.May && day == 1, month == time.December && (day == 25 || day == 26):
		return false
	default:
		easter := easterSunday(year)
		return d != easter.AddDays(-2) && d != easter.AddDays(1)
	}
}

// BankingDay is the day itself, or the next on which banks settle.
func BankingDay(d civil.Date) civil.Date {
	for !banking(d) {
		d = d.AddDays(1)
	}
	return d
}

// afterBankingDays is the n-th day after d on which banks settle.
func afterBankingDays(d civil.Date, n int) civil.Date {
	for ; n > 0; n-- {
		d = BankingDay(d.AddDays(1))
	}
	return d
}

// easterSunday of the Gregorian calendar (the algorithm of Meeus, Jones and Butcher).
func easterSunday(year int) civil.Date {
	a, b, c := year%19, year/100, year%100
	h := (19*a + b - b/4 - (b-(b+8)/25+1)/3 + 15) % 30
	l := (32 + 2*(b%4) + 2*(c/4) - h - c%4) % 7
	m := (a + 11*h + 22*l) / 451
	n := h + l - 7*m + 114
	return civil.NewDate(year, time.Month(n/31), n%31+1)
}
