package sepa

import (
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// spelled are letters that no accent makes of a plain one, and signs that the SEPA set has not.
var spelled = map[rune]string{
	'œ': "oe", 'Œ': "OE", 'æ': "ae", 'Æ': "AE", 'ß': "ss", 'ẞ': "SS", 'ł': "l", 'Ł': "L", 'đ': "d", 'Đ': "D", 'ð': "d", 'Ð': "D", 'þ': "th", 'Þ': "TH",
	'ø': "o", 'Ø': "O", 'ı': "i", 'ħ': "h", 'Ħ': "H", '€': "EUR", '&': "+", '’': "'", '‘': "'", '“': "'", '”': "'", '«': "'", '»': "'", '"': "'",
	'–': "-", '—': "-", '‑': "-", '_': "-", '\u00a0': " ", '\u202f': " ", '\t': " ", '\n': " ", '°': "o", '·': ".", ';': ",", '@': "(at)", '#': "no ", '*': ".", '%': "pc",
}

// folded is a text in the characters that banks pass on: a–z, A–Z, 0–9 and / - ? : ( ) . , ' +
// and space. What no rule spells is a question mark and not left out, so that it is seen.
func folded(text string) string {
	var b strings.Builder
	for _, r := range norm.NFC.String(text) {
		if s, ok := spelled[r]; ok {
			b.WriteString(s)
			continue
		}
		for _, r := range norm.NFD.String(string(r)) {
			switch {
			case allowed(r):
				b.WriteRune(r)
			case unicode.Is(unicode.Mn, r): // an accent
			default:
				b.WriteByte('?')
			}
		}
	}
	out := strings.Join(strings.Fields(b.String()), " ")
	for strings.Contains(out, "//") {
		out = strings.ReplaceAll(out, "//", "/")
	}
	return strings.Trim(out, "/ ")
}

func allowed(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune("/-?:().,'+ ", r)
}

// clipped is a folded text of at most n characters. A name that spelling made longer than a field is
// cut: banks match accounts, not names.
func clipped(text string, n int) string {
	f := folded(text)
	return strings.Trim(f[:min(len(f), n)], "/ ")
}

// identifier is a text that must be passed on as it is. Error where it would not.
func identifier(what, text string) (string, error) {
	if text == "" || len(text) > 35 || folded(text) != text {
		return "", fmt.Errorf("sepa: %s %q is no identifier of a message", what, text)
	}
	return text, nil
}
