package layout

import (
	"strings"

	"github.com/openpmo/pmo/adapters/dso/table/content"
	"github.com/openpmo/pmo/adapters/dso/text"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// NameSites gives a column whose heading is exactly the name of a participant the site of
// that name; capitals, accents, blanks and a unit do not matter. A name of several sites,
// or of several columns, tells nothing. Once a column is named so, the others are asked
// one by one, but for other quantities and totals.
func (l *Layout) NameSites(sites []metering.Site) {
	if l.SiteAt >= 0 {
		return
	}
	numbers := numbersByName(sites)
	columns := map[string][]*Column{}
	for i := range l.Columns {
		if c := &l.Columns[i]; c.Numbers && c.DsoID == "" {
			if number := l.numberOf(c, numbers); number != "" {
				columns[number+" "+c.Nature.String()] = append(columns[number+" "+c.Nature.String()], c)
			}
		}
	}
	named := false
	for key, of := range columns {
		if len(of) == 1 {
			of[0].DsoID, _, _ = strings.Cut(key, " ")
			of[0].Named, of[0].Candidate = true, true
			named = true
		}
	}
	if !named {
		return
	}
	for _, c := range l.Candidates() {
		switch {
		case c.DsoID != "":
			c.Role = curvefile.RoleValue
		case c.other || content.OtherIn(c.Header):
			c.Candidate, c.Role = false, curvefile.RoleIgnored
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
func (l *Layout) numberOf(c *Column, numbers map[string]string) string {
	for _, line := range l.Header {
		name := text.Fold([]byte(At(line, c.Index)))
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
	if _, ok := content.Units[strings.Trim(words[n-1], "()[]")]; !ok {
		return name
	}
	return strings.Join(words[:n-1], " ")
}
