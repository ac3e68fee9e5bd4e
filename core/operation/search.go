package operation

import "strings"

// letters that people leave the accent off when they search.
var plain = strings.NewReplacer(
	"à", "a", "â", "a", "ä", "a", "á", "a", "ç", "c", "é", "e", "è", "e", "ê", "e", "ë", "e",
	"î", "i", "ï", "i", "í", "i", "ô", "o", "ö", "o", "ó", "o", "ù", "u", "û", "u", "ü", "u", "ú", "u",
	"ÿ", "y", "ñ", "n", "œ", "oe", "æ", "ae", "’", "'",
)

// Fold writes a text the way searches and column names are compared: lower case,
// without accents and outer spaces.
func Fold(s string) string { return plain.Replace(strings.ToLower(strings.TrimSpace(s))) }

// Matches reports whether one of the texts contains q, accents and capitals aside.
// An empty q matches everything.
func Matches(q string, texts ...string) bool {
	q = Fold(q)
	if q == "" {
		return true
	}
	for _, t := range texts {
		if strings.Contains(Fold(t), q) {
			return true
		}
	}
	return false
}
