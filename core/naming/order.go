// Package naming orders names as people do: É beside E, and Site 2 before Site 10. The
// database orders its lists alike, by the collation name_order.
package naming

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Compare is negative where a comes before b. Accents, capitals and zeros before a number
// decide only between names that are alike without them; zero means equal texts.
func Compare(a, b string) int {
	return cmp.Or(compareFolded(a, b), strings.Compare(a, b))
}

func compareFolded(a, b string) int {
	for a != "" && b != "" {
		numberA, restA := leadingNumber(a)
		numberB, restB := leadingNumber(b)
		if numberA != "" && numberB != "" {
			if c := compareNumbers(numberA, numberB); c != 0 {
				return c
			}
			a, b = restA, restB
			continue
		}
		x, sizeA := utf8.DecodeRuneInString(a)
		y, sizeB := utf8.DecodeRuneInString(b)
		if c := cmp.Compare(weight(x), weight(y)); c != 0 {
			return c
		}
		a, b = a[sizeA:], b[sizeB:]
	}
	return cmp.Compare(len(a), len(b))
}

// leadingNumber cuts the digits that s begins with, without zeros before them.
func leadingNumber(s string) (digits, rest string) {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	if n == 0 {
		return "", s
	}
	digits = strings.TrimLeft(s[:n], "0")
	if digits == "" {
		digits = "0"
	}
	return digits, s[n:]
}

func compareNumbers(a, b string) int {
	return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b))
}

// weight is the small letter without its accent; signs come before digits, these before letters.
func weight(r rune) rune {
	if r >= 0 && int(r) < len(weights) {
		return weights[r]
	}
	return weigh(r)
}

// weights are those of the letters that names are written with.
var weights = func() (of [0x180]rune) {
	for r := range of {
		of[r] = weigh(rune(r))
	}
	return of
}()

func weigh(r rune) rune {
	r = unicode.ToLower(r)
	if plain, ok := plainLetters[r]; ok {
		r = plain
	}
	switch {
	case unicode.IsLetter(r):
		return r + unicode.MaxRune
	case unicode.IsDigit(r):
		return r + 1<<16
	}
	return r
}

// plainLetters are the letters of French and Dutch names without their accents.
var plainLetters = func() map[rune]rune {
	letters := map[rune]rune{}
	for plain, accented := range map[rune]string{
		'a': "àáâãäå", 'c': "ç", 'e': "èéêë", 'i': "ìíîï", 'n': "ñ", 'o': "òóôõöœ", 'u': "ùúûü", 'y': "ýÿ",
	} {
		for _, r := range accented {
			letters[r] = plain
		}
	}
	return letters
}()
