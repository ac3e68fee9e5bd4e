package table

import (
	"slices"
	"strings"

	"github.com/openpmo/pmo/adapters/dso/text"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// roles finds out what each column is.
func (l *layout) roles() {
	for i := range l.columns {
		c := &l.columns[i]
		switch {
		case i == l.timeAt && l.clockAt < 0:
			c.Role = curvefile.RoleDateTime
		case i == l.timeAt:
			c.Role = curvefile.RoleDate
		case i == l.clockAt:
			c.Role = curvefile.RoleTime
		default:
			l.look(c)
		}
	}
	if l.siteAt >= 0 {
		l.columns[l.siteAt].Role = curvefile.RoleSite
	}
	l.choose()
	l.spread()
	l.labels, l.zone = "", ""
	for _, i := range []int{l.timeAt, l.clockAt} {
		for _, line := range l.header {
			if found := labelsIn(at(line, i)); found != "" {
				l.labels = found
			}
			l.seeZone(at(line, i))
		}
	}
	for _, line := range l.above {
		l.seeZone(strings.Join(line, " "))
	}
	if l.odd {
		l.zone = ""
	}
}

// seeZone takes over the clock that a text names.
func (l *layout) seeZone(s string) {
	found, sure := zoneIn(s)
	l.odd = l.odd || !sure || found != "" && l.zone != "" && found != l.zone
	if found != "" {
		l.zone = found
	}
}

// look reports whether a column may hold values: most of its cells are numbers.
func (l *layout) look(c *column) {
	cells := l.cellsOf(c.Index)
	numbers, sites, counts := 0, 0, 0
	last := int64(0)
	for n, cell := range cells {
		number, ok := parseNumber(cell)
		v := number.value
		if ok {
			numbers++
		}
		if siteIn(cell) == cell || lostSite(cell) != nil {
			sites++
		}
		if n > 0 && ok && v == last+1 {
			counts++
		}
		last = v
	}
	c.Role = curvefile.RoleIgnored
	if len(cells) == 0 {
		l.lookAtHeading(c)
		return
	}
	if sites == len(cells) {
		if l.siteAt < 0 {
			l.siteAt = c.Index
		}
		return
	}
	if numbers*10 < len(cells)*6 || counts > 2 && counts == len(cells)-1 && (c.Index == 0 || numbering[text.Fold([]byte(c.Header))]) {
		return // words, or the numbers of the lines
	}
	c.numbers, c.candidate, c.Role = true, true, ""
	l.readHeading(c)
}

// lookAtHeading takes a column without a value in the sample for one of values where its
// heading says whose they are: they may begin later.
func (l *layout) lookAtHeading(c *column) {
	l.readHeading(c)
	if c.DsoID != "" && !c.other {
		c.numbers, c.candidate, c.Role = true, true, ""
		return
	}
	c.DsoID, c.Unit, c.Nature = "", "", 0
}

// readHeading takes over what the headings of a column say.
func (l *layout) readHeading(c *column) {
	for _, line := range l.header {
		cell := at(line, c.Index)
		if site := siteIn(cell); site != "" {
			c.DsoID = site
		}
		unit, sure := unitIn(cell)
		c.unsure = c.unsure || !sure || unit != "" && c.Unit != "" && unit != c.Unit
		if unit != "" {
			c.Unit = unit
		}
		if nature := natureIn(cell); nature != 0 {
			c.Nature = nature
		}
		c.other = c.other || neverIn(cell)
	}
	if c.unsure {
		c.Unit = ""
	}
}

// numbering are headings of columns that count the lines.
var numbering = map[string]bool{"n°": true, "no": true, "#": true, "id": true, "ligne": true, "index": true, "row": true}

// choose leaves out candidates that are another quantity, and takes the rest where
// there is no doubt: one alone, one for each site, or one for each nature.
func (l *layout) choose() {
	var left []*column
	for i := range l.columns {
		c := &l.columns[i]
		if !c.candidate {
			continue
		}
		c.other = c.other || c.Unit == "" && c.DsoID == "" && otherIn(c.Header)
		if c.other {
			left = append(left, c)
		}
	}
	if len(left) < len(l.candidates()) {
		for _, c := range left {
			c.candidate, c.Role = false, curvefile.RoleIgnored
		}
	}
	if named := l.named(); len(named) > 0 {
		for _, c := range l.candidates() {
			c.Role = curvefile.RoleIgnored
			c.candidate = c.DsoID != ""
		}
	}
	all := l.candidates()
	seen := map[string]bool{}
	sure := true
	for _, c := range all {
		key := c.DsoID + " " + c.Nature.String()
		sure = sure && !c.other && !seen[key] && (c.DsoID != "" || c.Nature != 0 || len(all) == 1)
		seen[key] = true
	}
	for _, c := range all {
		if sure {
			c.Role = curvefile.RoleValue
		} else {
			c.Role = ""
		}
	}
}

func (l *layout) candidates() (all []*column) {
	for i := range l.columns {
		if l.columns[i].candidate {
			all = append(all, &l.columns[i])
		}
	}
	return all
}

// named are the candidates whose heading names a site.
func (l *layout) named() (all []*column) {
	for _, c := range l.candidates() {
		if c.DsoID != "" {
			all = append(all, c)
		}
	}
	return all
}

// spread gives what stands above the headings to the columns that do not say it.
func (l *layout) spread() {
	var site string
	var unit curvefile.FileUnit
	var nature metering.Nature
	sites, unitsFound, natures := map[string]bool{}, map[curvefile.FileUnit]bool{}, map[metering.Nature]bool{}
	reactive := false
	for _, line := range l.above {
		joined := strings.Join(line, " ; ")
		reactive = reactive || slices.ContainsFunc(words(joined), func(w string) bool { return slices.Contains(reactiveWords, w) })
		if s := siteIn(joined); s != "" {
			site, sites[s] = s, true
		}
		u, sure := declaredUnit(line)
		if u != "" || !sure {
			unit, unitsFound[u] = u, true
		}
		if n := natureIn(joined); n != 0 {
			nature, natures[n] = n, true
		}
	}
	for _, c := range l.candidates() {
		if reactive {
			c.other, c.Role = true, ""
		}
		if c.DsoID == "" && len(sites) == 1 && l.siteAt < 0 {
			c.DsoID = site
		}
		switch {
		case c.unsure || len(unitsFound) == 0:
		case len(unitsFound) > 1 || c.Unit != "" && c.Unit != unit: // they contradict each other
			c.Unit, c.unsure = "", true
		default:
			c.Unit = unit
		}
		if c.Nature == 0 && len(natures) == 1 {
			c.Nature = nature
		}
	}
}

// apply puts answers over what was seen. Error: fileMapping.column for a column that
// the file has not.
func (l *layout) apply(a curvefile.FileAnswers) error {
	answered := false
	named := slices.ContainsFunc(l.columns, func(c column) bool { return c.named })
	for _, c := range a.Columns {
		if c.Index >= len(l.columns) {
			return metering.ErrMappingColumn.With("value", c.Index)
		}
		answered = answered || c.Role == curvefile.RoleValue || c.Role == "" && c.DsoID != ""
	}
	if answered && !named {
		for i := range l.columns { // the others were not meant
			if c := &l.columns[i]; c.candidate {
				c.Role = curvefile.RoleIgnored
			}
		}
	}
	for _, said := range a.Columns {
		c := &l.columns[said.Index]
		switch {
		case said.Role != "":
			c.Role = said.Role
		case said.DsoID != "":
			c.Role = curvefile.RoleValue
		}
		if said.DsoID != "" {
			c.DsoID, c.named = said.DsoID, false
		}
		if said.Nature != 0 {
			c.Nature = said.Nature
		}
		if said.Unit != "" {
			c.Unit = said.Unit
		}
	}
	for i := range l.columns {
		c := &l.columns[i]
		if c.Role != curvefile.RoleValue && !c.candidate {
			continue
		}
		if c.Nature == 0 {
			c.Nature = a.Nature
		}
		if c.Unit == "" {
			c.Unit = a.Unit
		}
	}
	l.place()
	return nil
}

// place finds the columns of times and sites again, once roles were answered.
func (l *layout) place() {
	timeAt, clockAt, siteAt := -1, -1, -1
	for i, c := range l.columns {
		switch c.Role {
		case curvefile.RoleDateTime, curvefile.RoleDate:
			timeAt = i
		case curvefile.RoleTime:
			clockAt = i
		case curvefile.RoleSite:
			siteAt = i
		}
	}
	if timeAt >= 0 {
		l.timeAt, l.clockAt = timeAt, clockAt
	}
	l.siteAt = siteAt
}

// values are the columns whose cells are read.
func (l *layout) values() (all []*column) {
	for i := range l.columns {
		if l.columns[i].Role == curvefile.RoleValue {
			all = append(all, &l.columns[i])
		}
	}
	return all
}
