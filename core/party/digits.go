package party

import "strings"

// compact drops the spaces and dots people group digits with, and writes capitals.
func compact(s string) string {
	return strings.ToUpper(strings.Map(func(r rune) rune {
		switch r {
		case ' ', '\u00a0', '\u202f', '.', '\t':
			return -1
		}
		return r
	}, s))
}

func digits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

func alphanumeric(s string) bool {
	for i := range len(s) {
		if c := s[i]; (c < '0' || c > '9') && (c < 'A' || c > 'Z') {
			return false
		}
	}
	return s != ""
}

// number reads a few digits.
func number(s string) int {
	n := 0
	for i := range len(s) {
		n = n*10 + int(s[i]-'0')
	}
	return n
}

// mod97 is the remainder of digits and capitals, A = 10 to Z = 35 (ISO 7064).
func mod97(s string) int {
	rest := 0
	for i := range len(s) {
		if c := int(s[i]); c >= 'A' {
			rest = (rest*100 + c - 'A' + 10) % 97
		} else {
			rest = (rest*10 + c - '0') % 97
		}
	}
	return rest
}

// luhn is the sum of digits where every second one from the right counts double.
func luhn(s string) int {
	sum := 0
	for i := range len(s) {
		d := int(s[len(s)-1-i] - '0')
		if i%2 == 1 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return sum
}

func digitSum(s string) int {
	sum := 0
	for i := range len(s) {
		sum += int(s[i] - '0')
	}
	return sum
}

// madeOf reports whether s has from least to most characters, each a letter or digit of ASCII or one of others.
func madeOf(s string, least, most int, others string) bool {
	if len(s) < least || len(s) > most {
		return false
	}
	for i := range len(s) {
		switch c := s[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', strings.IndexByte(others, c) >= 0:
		default:
			return false
		}
	}
	return true
}
