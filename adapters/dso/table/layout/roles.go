package layout

import (
	"fmt"
	"slices"
	"strings"

	"github.com/openpmo/pmo/adapters/dso/table/content"
	"github.com/openpmo/pmo/adapters/dso/text"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// Names reports whether the heading of a column names a site.
func (l *Layout) Names(column int, dsoID string) bool {
	return column < len(l.Sites) && l.Sites[column] == dsoID
}

// Shape is how the first time is written, but for its digits.
func (l *Layout) Shape() string {
	for _, line := range l.Data {
		if s, _, ok := l.StampAt(line.Cells); ok {
			return fmt.Sprint(s.Order, s.Short, s.Compact, s.HasOffset, l.Serials)
		}
	}
	return ""
}

// SampleStep is the distance that most lines of the sample have from the one before.
func (l *Layout) SampleStep() (step int64) {
	count := map[int64]int{}
	last, known := int64(0), false
	for _, line := range l.Data {
		s, clock, ok := l.StampAt(line.Cells)
		if !ok {
			continue
		}
		if l.ClockAt >= 0 {
			s.Seconds = clock.Seconds
		}
		// The clock alone tells it: of the date the order may not be known yet.
		if now := int64(s.Seconds) - int64(s.Offset); known {
			d := (now - last + 2*content.Day) % content.Day
			count[min(d, (content.Day-d)%content.Day)]++
			last = now
		} else {
			last, known = now, true
		}
	}
	for d, n := range count {
		if d > 0 && (n > count[step] || n == count[step] && d < step) {
			step = d
		}
	}
	return step
}

// roles finds out what each column is.
func (l *Layout) roles() {
	for i := range l.Columns {
		c := &l.Columns[i]
		switch {
		case i == l.TimeAt && l.ClockAt < 0:
			c.Role = curvefile.RoleDateTime
		case i == l.TimeAt:
			c.Role = curvefile.RoleDate
		case i == l.ClockAt:
			c.Role = curvefile.RoleTime
		default:
			l.look(c)
		}
	}
	if l.SiteAt >= 0 {
		l.Columns[l.SiteAt].Role = curvefile.RoleSite
	}
	l.choose()
	l.spread()
	l.Labels, l.Zone = "", ""
	for _, i := range []int{l.TimeAt, l.ClockAt} {
		for _, line := range l.Header {
			if found := content.LabelsIn(At(line, i)); found != "" {
				l.Labels = found
			}
			l.seeZone(At(line, i))
		}
	}
	for _, line := range l.Above {
		l.seeZone(strings.Join(line, " "))
	}
	if l.Odd {
		l.Zone = ""
	}
}

// seeZone takes over the clock that a text names.
func (l *Layout) seeZone(s string) {
	found, sure := content.ZoneIn(s)
	l.Odd = l.Odd || !sure || found != "" && l.Zone != "" && found != l.Zone
	if found != "" {
		l.Zone = found
	}
}

// look reports whether a column may hold values: most of its cells are numbers.
func (l *Layout) look(c *Column) {
	cells := l.cellsOf(c.Index)
	numbers, sites, counts := 0, 0, 0
	last := int64(0)
	for n, cell := range cells {
		number, ok := content.ParseNumber(cell)
		v := number.Value
		if ok {
			numbers++
		}
		if content.SiteIn(cell) == cell || content.LostSite(cell) != nil {
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
		if l.SiteAt < 0 {
			l.SiteAt = c.Index
		}
		return
	}
	if numbers*10 < len(cells)*6 || counts > 2 && counts == len(cells)-1 && (c.Index == 0 || numbering[text.Fold([]byte(c.Header))]) {
		return // words, or the numbers of the lines
	}
	c.Numbers, c.Candidate, c.Role = true, true, ""
	l.readHeading(c)
}

// lookAtHeading takes a column without a value in the sample for one of values where its
// heading says whose they are: they may begin later.
func (l *Layout) lookAtHeading(c *Column) {
	l.readHeading(c)
	if c.DsoID != "" && !c.other {
		c.Numbers, c.Candidate, c.Role = true, true, ""
		return
	}
	c.DsoID, c.Unit, c.Nature = "", "", 0
}

// readHeading takes over what the headings of a column say.
func (l *Layout) readHeading(c *Column) {
	for _, line := range l.Header {
		cell := At(line, c.Index)
		if site := content.SiteIn(cell); site != "" {
			c.DsoID = site
		}
		unit, sure := content.UnitIn(cell)
		c.unsure = c.unsure || !sure || unit != "" && c.Unit != "" && unit != c.Unit
		if unit != "" {
			c.Unit = unit
		}
		if nature := content.NatureIn(cell); nature != 0 {
			c.Nature = nature
		}
		c.other = c.other || content.NeverIn(cell)
	}
	if c.unsure {
		c.Unit = ""
	}
}

// numbering are headings of columns that count the lines.
var numbering = map[string]bool{"n°": true, "no": true, "#": true, "id": true, "ligne": true, "index": true, "row": true}

// choose leaves out candidates that are another quantity, and takes the rest where
// there is no doubt: one alone, one for each site, or one for each nature.
func (l *Layout) choose() {
	var left []*Column
	for i := range l.Columns {
		c := &l.Columns[i]
		if !c.Candidate {
			continue
		}
		c.other = c.other || c.Unit == "" && c.DsoID == "" && content.OtherIn(c.Header)
		if c.other {
			left = append(left, c)
		}
	}
	if len(left) < len(l.Candidates()) {
		for _, c := range left {
			c.Candidate, c.Role = false, curvefile.RoleIgnored
		}
	}
	if named := l.named(); len(named) > 0 {
		for _, c := range l.Candidates() {
			c.Role = curvefile.RoleIgnored
			c.Candidate = c.DsoID != ""
		}
	}
	all := l.Candidates()
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

// Candidates are the columns that may hold values.
func (l *Layout) Candidates() (all []*Column) {
	for i := range l.Columns {
		if l.Columns[i].Candidate {
			all = append(all, &l.Columns[i])
		}
	}
	return all
}

// named are the candidates whose heading names a site.
func (l *Layout) named() (all []*Column) {
	for _, c := range l.Candidates() {
		if c.DsoID != "" {
			all = append(all, c)
		}
	}
	return all
}

// spread gives what stands above the headings to the columns that do not say it.
func (l *Layout) spread() {
	var site string
	var unit curvefile.FileUnit
	var nature metering.Nature
	sites, unitsFound, natures := map[string]bool{}, map[curvefile.FileUnit]bool{}, map[metering.Nature]bool{}
	reactive := false
	for _, line := range l.Above {
		joined := strings.Join(line, " ; ")
		reactive = reactive || slices.ContainsFunc(content.Words(joined), func(w string) bool { return slices.Contains(content.ReactiveWords, w) })
		if s := content.SiteIn(joined); s != "" {
			site, sites[s] = s, true
		}
		u, sure := content.DeclaredUnit(line)
		if u != "" || !sure {
			unit, unitsFound[u] = u, true
		}
		if n := content.NatureIn(joined); n != 0 {
			nature, natures[n] = n, true
		}
	}
	for _, c := range l.Candidates() {
		if reactive {
			c.other, c.Role = true, ""
		}
		if c.DsoID == "" && len(sites) == 1 && l.SiteAt < 0 {
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

// Apply puts answers over what was seen. Error: fileMapping.column for a column that
// the file has not.
func (l *Layout) Apply(a curvefile.FileAnswers) error {
	answered := false
	named := slices.ContainsFunc(l.Columns, func(c Column) bool { return c.Named })
	for _, c := range a.Columns {
		if c.Index >= len(l.Columns) {
			return metering.ErrMappingColumn.With("value", c.Index)
		}
		answered = answered || c.Role == curvefile.RoleValue || c.Role == "" && c.DsoID != ""
	}
	if answered && !named {
		for i := range l.Columns { // the others were not meant
			if c := &l.Columns[i]; c.Candidate {
				c.Role = curvefile.RoleIgnored
			}
		}
	}
	for _, said := range a.Columns {
		c := &l.Columns[said.Index]
		switch {
		case said.Role != "":
			c.Role = said.Role
		case said.DsoID != "":
			c.Role = curvefile.RoleValue
		}
		if said.DsoID != "" {
			c.DsoID, c.Named = said.DsoID, false
		}
		if said.Nature != 0 {
			c.Nature = said.Nature
		}
		if said.Unit != "" {
			c.Unit = said.Unit
		}
	}
	for i := range l.Columns {
		c := &l.Columns[i]
		if c.Role != curvefile.RoleValue && !c.Candidate {
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
func (l *Layout) place() {
	timeAt, clockAt, siteAt := -1, -1, -1
	for i, c := range l.Columns {
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
		l.TimeAt, l.ClockAt = timeAt, clockAt
	}
	l.SiteAt = siteAt
}

// Values are the columns whose cells are read.
func (l *Layout) Values() (all []*Column) {
	for i := range l.Columns {
		if l.Columns[i].Role == curvefile.RoleValue {
			all = append(all, &l.Columns[i])
		}
	}
	return all
}
