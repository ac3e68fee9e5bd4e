package table

import (
	"strings"

	"github.com/openpmo/pmo/adapters/dso/text"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// NoteNamed is columns that were taken for the sites of the participants whose names they
// have; parameter columns.
var NoteNamed = fault.New(fault.Invalid, "file.namedColumns", fault.Texts("columns"))

// nameSites gives a column whose heading is exactly the name of a participant the site of
// that name; capitals, accents, blanks and a unit do not matter. A name of several sites,
// or of several columns, tells nothing. Once a column is named so, the others are asked
// one by one, but for other quantities and totals.
func (l *layout) nameSites(sites []metering.Site) {
	if l.siteAt >= 0 {
		return
	}
	numbers := numbersByName(sites)
	columns := map[string][]*column{}
	for i := range l.columns {
		if c := &l.columns[i]; c.numbers && c.DsoID == "" {
			if number := l.numberOf(c, numbers); number != "" {
				columns[number+" "+c.Nature.String()] = append(columns[number+" "+c.Nature.String()], c)
			}
		}
	}
	named := false
	for key, of := range columns {
		if len(of) == 1 {
			of[0].DsoID, _, _ = strings.Cut(key, " ")
			of[0].named, of[0].candidate = true, true
			named = true
		}
	}
	if !named {
		return
	}
	for _, c := range l.candidates() {
		switch {
		case c.DsoID != "":
			c.Role = curvefile.RoleValue
		case c.other || otherIn(c.Header):
			c.candidate, c.Role = false, curvefile.RoleIgnored
		default:
			c.Role = ""
		}
	}
}

// numbersByName are the numbers of the sites by folded name; "" where a name is of more
// than one.
func numbersByName(sites []metering.Site) map[string]string {
	numbers := map[string]string{}
	for _, s := range sites {
		name := text.Fold([]byte(s.Name))
		if known, ok := numbers[name]; ok && known != s.DsoID {
			numbers[name] = ""
			continue
		}
		numbers[name] = s.DsoID
	}
	delete(numbers, "")
	return numbers
}

// numberOf looks the lines of a heading up.
func (l *layout) numberOf(c *column, numbers map[string]string) string {
	for _, line := range l.header {
		name := text.Fold([]byte(at(line, c.Index)))
		for _, one := range []string{name, withoutUnits(name)} {
			if number := numbers[one]; number != "" {
				return number
			}
		}
	}
	return ""
}

// withoutUnits cuts a unit off the end of a folded heading, as in "ecole (kw)".
func withoutUnits(name string) string {
	words := strings.Fields(name)
	n := len(words)
	if n < 2 {
		return name
	}
	if _, ok := units[strings.Trim(words[n-1], "()[]")]; !ok {
		return name
	}
	return strings.Join(words[:n-1], " ")
}

// noteNamed tells which columns are taken for whom.
func (t *table) noteNamed() {
	var columns []string
	for _, c := range t.l.values() {
		if c.named && c.Header != "" {
			columns = append(columns, c.Header+" → "+c.DsoID)
		}
	}
	if len(columns) > 0 {
		t.note(NoteNamed.With("columns", named(columns)))
	}
}
