package output

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// KWh is an energy of mWh in kWh with three decimals (to the Wh, half away from zero).
func KWh(milliWh int64) string {
	n, sign := magnitude(milliWh)
	wh := (n + 500) / 1000
	return fmt.Sprintf("%s%d.%03d", signOf(sign, wh), wh/1000, wh%1000)
}

// ExactKWh is an energy of mWh in kWh with all its decimals, three at least: a value of a
// curve is told as it is stored.
func ExactKWh(milliWh int64) string {
	n, sign := magnitude(milliWh)
	decimals := strings.TrimRight(fmt.Sprintf("%06d", n%1_000_000), "0")
	for len(decimals) < 3 {
		decimals += "0"
	}
	return fmt.Sprintf("%s%d.%s", signOf(sign, n), n/1_000_000, decimals)
}

// KWhOr is KWh, or "" where there is no value: a gap is not zero.
func KWhOr(milliWh *int64) string {
	if milliWh == nil {
		return ""
	}
	return KWh(*milliWh)
}

// Euro is an amount of cents in euros.
func Euro(cents int64) string {
	n, sign := magnitude(cents)
	return fmt.Sprintf("%s%d.%02d", signOf(sign, n), n/100, n%100)
}

// EuroOr is Euro, or "" where there is none.
func EuroOr(cents *int64) string {
	if cents == nil {
		return ""
	}
	return Euro(*cents)
}

// Price is a unit price of micro-euros in euros, with at least two decimals.
func Price(microEuro int64) string {
	n, sign := magnitude(microEuro)
	decimals := strings.TrimRight(fmt.Sprintf("%06d", n%1_000_000), "0")
	for len(decimals) < 2 {
		decimals += "0"
	}
	return fmt.Sprintf("%s%d.%s", signOf(sign, n), n/1_000_000, decimals)
}

// ParsePrice reads a unit price in euros, "0.1234" or "0,1234", exactly: more
// than six decimals are an error, never a rounding.
func ParsePrice(s string) (microEuro int64, err error) {
	whole, decimals, point := strings.Cut(strings.Replace(s, ",", ".", 1), ".")
	if len(decimals) > 6 || point && decimals == "" || whole == "" || !digits(whole+decimals) {
		return 0, fmt.Errorf("%q is not a price in euros with at most 6 decimals", s)
	}
	n, err := strconv.ParseInt(whole+decimals+strings.Repeat("0", 6-len(decimals)), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("the price %q is too large", s)
	}
	return n, nil
}

// ParseKWh reads an energy in kWh, "260" or "260,5", exactly: more than six decimals are an error.
func ParseKWh(s string) (milliWh int64, err error) {
	if milliWh, err = ParsePrice(s); err != nil { // both have millionths of their unit
		return 0, fmt.Errorf("%q is not an energy in kWh with at most 6 decimals", s)
	}
	return milliWh, nil
}

// Number is a number with at most so many decimals, none of them a useless zero.
func Number(v float64, decimals int) string {
	s := strconv.FormatFloat(v, 'f', decimals, 64)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s
}

// Percent is a rate (0 to 1) in percent, "" where it is not defined.
func Percent(rate *float64) string {
	if rate == nil {
		return ""
	}
	return strconv.FormatFloat(*rate*100, 'f', 1, 64)
}

func digits(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r < '0' || r > '9' }) < 0
}

func magnitude(v int64) (n uint64, negative bool) {
	if v == math.MinInt64 {
		return 1 << 63, true
	}
	if v < 0 {
		return uint64(-v), true
	}
	return uint64(v), false
}

// signOf leaves out the minus of a zero.
func signOf(negative bool, n uint64) string {
	if negative && n > 0 {
		return "-"
	}
	return ""
}

// ParsePercent reads "12.5", "12,5" and "12.5 %": 0 to 100.
func ParsePercent(s string) (float64, error) {
	v, err := ParseNumber(s)
	if err != nil || v > 100 {
		return 0, fmt.Errorf("%q is not a percentage", s)
	}
	return v, nil
}

// ParseNumber reads "12.5", "12,5" and "12.5 %": 0 or more.
func ParseNumber(s string) (float64, error) {
	number := strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(s), "%"))
	v, err := strconv.ParseFloat(strings.Replace(number, ",", ".", 1), 64)
	if err != nil || !(v >= 0 && v < 1e12) { // also refuses NaN
		return 0, fmt.Errorf("%q is not a number", s)
	}
	return v, nil
}
