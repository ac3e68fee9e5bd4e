package reconciliation

import (
	"slices"
	"strings"
)

// plain are letters without their accents, as banks write names.
var plain = strings.NewReplacer("À", "A", "Á", "A", "Â", "A", "Ã", "A", "Ä", "A", "Å", "A", "Æ", "AE", "Ç", "C", "È", "E", "É", "E", "Ê", "E", "Ë", "E",
	"Ì", "I", "Í", "I", "Î", "I", "Ï", "I", "Ñ", "N", "Ò", "O", "Ó", "O", "Ô", "O", "Õ", "O", "Ö", "O", "Ø", "O", "Œ", "OE", "Ù", "U", "Ú", "U", "Û", "U", "Ü", "U",
	"Ý", "Y", "Ÿ", "Y", "ß", "SS", "Š", "S", "Ž", "Z", "Ł", "L")

// titles say nothing of who somebody is.
var titles = []string{"M", "MR", "MME", "MLLE", "MONSIEUR", "MADAME", "MADEMOISELLE", "OU", "ET", "DHR", "MEVR", "EN"}

// words of a name, in order, each once, without titles.
func words(name string) []string {
	all := strings.FieldsFunc(plain.Replace(strings.ToUpper(name)), func(r rune) bool { return (r < 'A' || r > 'Z') && (r < '0' || r > '9') })
	all = slices.DeleteFunc(all, func(w string) bool { return slices.Contains(titles, w) })
	slices.Sort(all)
	return slices.Compact(all)
}

// nameKey is the same for names of the same words, whatever comes first.
func nameKey(name string) string { return strings.Join(words(name), " ") }

// alike reports whether all words of the shorter name, one of them of some length, are in the longer.
func alike(a, b string) bool {
	few, many := words(a), words(b)
	if len(few) > len(many) {
		few, many = many, few
	}
	long := false
	for _, w := range few {
		if !slices.Contains(many, w) {
			return false
		}
		long = long || len(w) >= 4
	}
	return long
}
