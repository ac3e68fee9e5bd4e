package content

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
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// Units are the words for units, but for those of millions: capitals tell megawatts from
// milliwatts.
var Units = map[string]curvefile.FileUnit{"w": curvefile.Watt, "watt": curvefile.Watt, "watts": curvefile.Watt,
	"kw": curvefile.Kilowatt, "kilowatt": curvefile.Kilowatt, "kilowatts": curvefile.Kilowatt,
	"megawatt": curvefile.Megawatt, "megawatts": curvefile.Megawatt,
	"wh": curvefile.WattHour, "kwh": curvefile.KilowattHour,
	"wattheure": curvefile.WattHour, "kilowattheure": curvefile.KilowattHour, "megawattheure": curvefile.MegawattHour}

var (
	// brokenUnit is a unit of energy with a sign or a blank before its hour.
	brokenUnit = regexp.MustCompile(`(?i)\b([km]?w) ?[.\x{b7}\x{22c5}\x{2219}* -] ?h\b`)
	// spelledUnit is one in letters, in the languages of the operators.
	spelledUnit = regexp.MustCompile(`(?i)watts?[ -]?(?:heures?|hours?|uren|uur)`)
)

// unitWords writes the units in a text in one word each.
func unitWords(s string) string {
	if !strings.ContainsAny(s, "wW") {
		return s
	}
	return spelledUnit.ReplaceAllString(brokenUnit.ReplaceAllString(s, "${1}h"), "wattheure")
}

// unitOf is the unit that a word is; "" for none, and for one that may be milliwatts.
func unitOf(word string) curvefile.FileUnit {
	word = unitWords(word)
	switch word {
	case "MW", "Mw":
		return curvefile.Megawatt
	case "MWh", "MWH", "Mwh":
		return curvefile.MegawattHour
	}
	return Units[text.Fold([]byte(word))]
}

// isMilli reports whether a word is a unit of which capitals do not tell whether it is of
// millions or of thousandths.
func isMilli(word string) bool {
	folded := text.Fold([]byte(word))
	return (folded == "mw" || folded == "mwh") && unitOf(word) == ""
}

// otherQuantities are words of columns that hold other things than the energy of a site,
// or sums of it.
var otherQuantities = []string{"temp", "temperature", "t2m", "ws10m", "vent", "wind", "irradi", "ghi", "dni", "dhi", "prix", "price", "eur",
	"humid", "total", "somme", "sum", "h sun", "volt", "volts", "tension", "ampere", "amperes", "intensite", "courant", "int", "numero", "ligne", "co2"}

// neverEnergy are words of columns that hold no active energy and no mean power, whatever
// else their headings say.
var neverEnergy = append(ReactiveWords, "apparente", "apparent", "va", "kva", "cos", "phi", "tangente", "hz", "frequence", "souscrite", "crete", "wc", "kwc", "kwp",
	"maximale", "maximum", "max", "pmax", "minimale", "minimum", "pmin", "pic", "pointe", "index", "cumul", "cumule", "cumulee", "cumulative")

// ReactiveWords are those of reactive power and energy.
var ReactiveWords = []string{"reactive", "reactif", "reactief", "reactieve", "inductive", "inductif", "capacitive", "capacitif",
	"var", "varh", "kvar", "kvarh", "mvar", "mvarh"}

// natureWords begin the words for natures; the longer ones come first.
var natureWords = []struct {
	word   string
	nature metering.Nature
}{
	{"autoconso", metering.Autoconso}, {"surplus", metering.Surplus}, {"excedent", metering.Surplus},
	{"conso", metering.Conso}, {"consum", metering.Conso}, {"soutir", metering.Conso}, {"verbruik", metering.Conso}, {"afname", metering.Conso},
	{"prod", metering.Prod}, {"inject", metering.Prod}, {"pv", metering.Prod}, {"solaire", metering.Prod}, {"opwek", metering.Prod},
}

// Words cuts a heading into words without capitals and accents. A slash stays with its
// word, so that W/m2 is no W.
func Words(heading string) []string {
	return strings.FieldsFunc(text.Fold([]byte(heading)), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '/'
	})
}

// UnitIn is the one unit that a heading names; "" for none. sure is false where it names
// more than one, one of millions or thousandths, or one of energy beside the word power.
func UnitIn(heading string) (found curvefile.FileUnit, sure bool) {
	sure = true
	power, energy := false, false
	for _, w := range strings.FieldsFunc(unitWords(heading), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '/'
	}) {
		switch folded := text.Fold([]byte(w)); folded {
		case "puissance", "power", "vermogen":
			power = true
		case "energie", "energy":
			energy = true
		}
		sure = sure && !isMilli(w)
		u := unitOf(w)
		if u == "" || u == found {
			continue
		}
		sure = sure && found == ""
		found = u
	}
	if !sure || power && !energy && isEnergy(found) || energy && !power && found != "" && !isEnergy(found) {
		return "", false
	}
	return found, true
}

func isEnergy(u curvefile.FileUnit) bool { return strings.HasSuffix(string(u), "H") }

// DeclaredUnit is the unit that a line above a table declares: one with a number before it
// is of something else, as the power of an inverter.
func DeclaredUnit(cells []string) (found curvefile.FileUnit, sure bool) {
	line := strings.Join(cells, " ; ")
	if measured.MatchString(unitWords(line)) {
		return "", true
	}
	return UnitIn(line)
}

// measured is a number with a unit.
var measured = regexp.MustCompile(`(?i)\d\s*(?:;\s*)?(?:[km]?wh?c?|watts?|kilowatts?|kva)\b`)

// NatureIn is the one nature that a heading names; 0 for none, or more than one.
func NatureIn(heading string) (found metering.Nature) {
	for _, w := range Words(strings.TrimRightFunc(heading, unicode.IsDigit)) {
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

// OtherIn reports whether a heading names another quantity than energy or power, or a sum.
func OtherIn(heading string) bool {
	for _, w := range Words(heading) {
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

// NeverIn reports whether a heading names what is never the energy of a site.
func NeverIn(heading string) bool {
	return slices.ContainsFunc(Words(heading), func(w string) bool { return slices.Contains(neverEnergy, w) })
}

var (
	fourteen = regexp.MustCompile(`(?:^|\D)(\d{14})(?:\D|$)`)
	eighteen = regexp.MustCompile(`(?:^|\D)(54\d{16})(?:\D|$)`)
)

// SiteIn is the one number of a site that a text names; "" for none, or more than one.
func SiteIn(s string) (found string) {
	for _, pattern := range []*regexp.Regexp{fourteen, eighteen} {
		for _, m := range pattern.FindAllStringSubmatch(s, -1) {
			if !IsSite(m[1]) || m[1] == found {
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

// IsSite reports whether digits are the number of a delivery point.
func IsSite(number string) bool {
	if len(number) == dso.PRMLength {
		_, err := dso.ParsePRM(number)
		return err == nil
	}
	_, err := dso.ParseEAN(number)
	return err == nil
}

// LostSite refuses a number of a site that a spreadsheet has written with an exponent:
// 13 is that of 14 digits, 17 that of an EAN. nil = it is none.
func LostSite(cell string) *fault.Error {
	if !strings.HasSuffix(cell, "13") && !strings.HasSuffix(cell, "17") {
		return nil
	}
	if _, err := dso.ParsePRM(cell); errors.Is(err, dso.ErrPRMScientific) {
		return fault.From(err)
	}
	return nil
}

// LabelsIn is the end of a step that a heading of times names.
func LabelsIn(heading string) curvefile.Labels {
	for _, w := range Words(heading) {
		switch w {
		case "debut", "start", "from", "begin", "depuis", "van":
			return curvefile.LabelsStart
		case "fin", "end", "to", "until", "jusque", "tot":
			return curvefile.LabelsEnd
		}
	}
	return ""
}

// offsetOf is a clock by its distance from that of Greenwich.
var offsetOf = regexp.MustCompile(`(?i)\b(?:utc|gmt|tu)\s*(?:([+-])\s*0?(\d{1,2})(?::?00)?)?\b`)

// ZoneIn is the clock that a heading names. sure is false for one that no file has, and
// for more than one.
func ZoneIn(heading string) (found curvefile.FileZone, sure bool) {
	sure = true
	name := func(zone curvefile.FileZone) {
		sure = sure && (found == "" || found == zone) && zone != ""
		found = zone
	}
	for _, m := range offsetOf.FindAllStringSubmatch(heading, -1) {
		switch {
		case m[2] == "" || m[2] == "0":
			name(curvefile.ZoneUTC)
		case m[1] == "+" && m[2] == "1":
			name(curvefile.ZoneWinter)
		default:
			name("") // of summer, or of another country
		}
	}
	folded := " " + strings.Join(Words(heading), " ") + " "
	for _, legal := range []string{" heure legale ", " heure locale ", " local time ", " lokale tijd ", " europe paris ", " europe brussels ", " europe/paris ", " europe/brussels "} {
		if strings.Contains(folded, legal) {
			name(curvefile.ZoneLegal)
		}
	}
	if strings.Contains(folded, " heure d hiver ") || strings.Contains(folded, " winter time ") {
		name(curvefile.ZoneWinter)
	}
	if !sure {
		found = ""
	}
	return found, sure
}
