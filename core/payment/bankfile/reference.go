package bankfile

import "strings"

// mostOfTokens is how many words of a text one reference may be written in.
const mostOfTokens = 8

// Folded is a reference as it is compared: letters in capitals, and digits.
func Folded(text string) string {
	var b strings.Builder
	for _, r := range text {
		if r = capital(r); r != 0 {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func capital(r rune) rune {
	switch {
	case 'a' <= r && r <= 'z':
		return r - 'a' + 'A'
	case 'A' <= r && r <= 'Z', '0' <= r && r <= '9':
		return r
	}
	return 0
}

func tokens(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return capital(r) == 0 })
}

// Candidates are what in a text may be a reference, folded: words, and words that stand beside each
// other taken together, for banks and people put spaces and other signs where they like. A reference
// never begins or ends within a word: COM-2026-00012 is not found in COM-2026-000123.
func Candidates(text string) []string {
	words := tokens(text)
	var out []string
	seen := map[string]bool{}
	for from := range words {
		joined := ""
		for to := from; to < min(len(words), from+mostOfTokens); to++ {
			joined += Folded(words[to])
			if len(joined) > 40 {
				break
			}
			if len(joined) >= 6 && strings.ContainsAny(joined, "0123456789") && !seen[joined] {
				seen[joined] = true
				out = append(out, joined)
			}
		}
	}
	return out
}

// CreditorReference is the reference within an international one (ISO 11649, RF and two digits that
// follow from the rest), folded; empty where it is none.
func CreditorReference(text string) string {
	f := Folded(text)
	if len(f) < 5 || len(f) > 25 || !strings.HasPrefix(f, "RF") || !mod97Holds(f[4:]+f[:4]) {
		return ""
	}
	return f[4:]
}

// mod97Holds reports whether letters and digits, A being 10, leave 1 by 97.
func mod97Holds(text string) bool {
	rest := 0
	for _, r := range text {
		v := int(r - '0')
		if r >= 'A' {
			v = int(r-'A') + 10
			rest = (rest*10 + v/10) % 97
			v %= 10
		}
		rest = (rest*10 + v) % 97
	}
	return rest == 1
}
