package table

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/openpmo/pmo/adapters/dso/text"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
)

// units are the words for units.
var units = map[string]metering.FileUnit{"w": metering.Watt, "watt": metering.Watt, "watts": metering.Watt, "kw": metering.Kilowatt,
	"wh": metering.WattHour, "kwh": metering.KilowattHour}

// otherQuantities are words of columns that hold no energy of a site.
var otherQuantities = []string{"temp", "t2m", "ws10m", "vent", "wind", "irradi", "ghi", "dni", "dhi", "prix", "price", "eur", "cos", "var",
	"kvar", "kvarh", "va", "kva", "volt", "ampere", "hz", "humid", "index", "total", "somme", "sum", "cumul", "h sun", "int", "numero", "ligne",
	"mw", "mwh", "co2"}

// natureWords begin the words for natures; the longer ones come first.
var natureWords = []struct {
	word   string
	nature metering.Nature
}{
	{"autoconso", metering.Autoconso}, {"surplus", metering.Surplus}, {"excedent", metering.Surplus},
	{"conso", metering.Conso}, {"consum", metering.Conso}, {"soutir", metering.Conso}, {"verbruik", metering.Conso}, {"afname", metering.Conso},
	{"prod", metering.Prod}, {"inject", metering.Prod}, {"pv", metering.Prod}, {"solaire", metering.Prod}, {"opwek", metering.Prod},
}

// words cuts a heading into words without capitals and accents. A slash stays with its
// word, so that W/m2 is no W.
func words(heading string) []string {
	return strings.FieldsFunc(text.Fold([]byte(heading)), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '/'
	})
}

// unitIn is the one unit that a heading names; "" for none, or more than one.
func unitIn(heading string) (found metering.FileUnit) {
	for _, w := range words(heading) {
		u, ok := units[w]
		if !ok || u == found {
			continue
		}
		if found != "" {
			return ""
		}
		found = u
	}
	return found
}

// natureIn is the one nature that a heading names; 0 for none, or more than one.
func natureIn(heading string) (found metering.Nature) {
	for _, w := range words(strings.TrimRightFunc(heading, unicode.IsDigit)) {
		n := natureOf(w)
		if n == 0 || n == found {
			continue
		}
		if found != 0 {
			return 0
		}
		found = n
	}
	return found
}

func natureOf(word string) metering.Nature {
	for _, n := range natureWords {
		if strings.HasPrefix(word, n.word) && (n.word != "pv" || word == "pv") {
			return n.nature
		}
	}
	return 0
}

// otherIn tells whether a heading names another quantity than energy or power.
func otherIn(heading string) bool {
	for _, w := range words(heading) {
		if strings.Contains(w, "/") && w != "n/a" {
			return true
		}
		for _, o := range otherQuantities {
			if w == o || len(o) > 4 && strings.HasPrefix(w, o) {
				return true
			}
		}
	}
	folded := text.Fold([]byte(heading))
	return slices.Contains([]string{"gb(i)", "gd(i)", "gr(i)", "g(i)", "h_sun", "°c", "%", "€"}, folded) || strings.ContainsAny(folded, "°%€²")
}

var (
	fourteen = regexp.MustCompile(`(?:^|\D)(\d{14})(?:\D|$)`)
	eighteen = regexp.MustCompile(`(?:^|\D)(54\d{16})(?:\D|$)`)
)

// siteIn is the one number of a site that a text names; "" for none, or more than one.
func siteIn(s string) (found string) {
	for _, pattern := range []*regexp.Regexp{fourteen, eighteen} {
		for _, m := range pattern.FindAllStringSubmatch(s, -1) {
			if !isSite(m[1]) || m[1] == found {
				continue
			}
			if found != "" {
				return ""
			}
			found = m[1]
		}
	}
	return found
}

func isSite(number string) bool {
	if len(number) == dso.PRMLength {
		_, err := dso.ParsePRM(number)
		return err == nil
	}
	_, err := dso.ParseEAN(number)
	return err == nil
}

// lostSite refuses a number of a site that a spreadsheet has written with an exponent:
// 13 is that of 14 digits, 17 that of an EAN. nil = it is none.
func lostSite(cell string) *fault.Error {
	if !strings.HasSuffix(cell, "13") && !strings.HasSuffix(cell, "17") {
		return nil
	}
	if _, err := dso.ParsePRM(cell); errors.Is(err, dso.ErrPRMScientific) {
		return fault.From(err)
	}
	return nil
}

// labelsIn is the end of a step that a heading of times names.
func labelsIn(heading string) metering.Labels {
	for _, w := range words(heading) {
		switch w {
		case "debut", "start", "from", "begin", "depuis", "van":
			return metering.LabelsStart
		case "fin", "end", "to", "until", "jusque", "tot":
			return metering.LabelsEnd
		}
	}
	return ""
}

// zoneIn is the clock that a heading names.
func zoneIn(heading string) metering.FileZone {
	for _, w := range words(heading) {
		if w == "utc" || w == "gmt" || w == "tu" {
			return metering.ZoneUTC
		}
	}
	return ""
}
