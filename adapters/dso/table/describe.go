package table

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/openpmo/pmo/adapters/dso/columns"
	"github.com/openpmo/pmo/adapters/dso/table/content"
	"github.com/openpmo/pmo/adapters/dso/table/layout"
	"github.com/openpmo/pmo/adapters/dso/text"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// Notes: what was done on the way. They change nothing more.
var (
	// NoteShifted is times off the grid that went to the nearest step; parameters count,
	// minutes (the most).
	NoteShifted = fault.New(fault.Invalid, "file.shifted", fault.Int("count", "minutes"))
	// NoteNewestFirst is lines in the reverse order of time.
	NoteNewestFirst = fault.New(fault.Invalid, "file.newestFirst")
	// NoteFooter is lines without a time at the end, left out; parameter count.
	NoteFooter = fault.New(fault.Invalid, "file.footer", fault.Int("count"))
	// NoteUTC is times that are UTC by the way they are written.
	NoteUTC = fault.New(fault.Invalid, "file.utc")
	// NoteCarried is dates that were taken from the line above; parameter count.
	NoteCarried = fault.New(fault.Invalid, "file.dateCarried", fault.Int("count"))
	// NoteSkipped is values at times that the legal clock never showed, left out;
	// parameter count.
	NoteSkipped = fault.New(fault.Invalid, "file.skippedHour", fault.Int("count"))
	// NoteSteps is a file with more than one step; parameter minutes.
	NoteSteps = fault.New(fault.Invalid, "file.steps", fault.Ints("minutes"))
	// NoteSheets is further sheets with curves, left out; parameter sheets.
	NoteSheets = fault.FileSheetsLeft
	// NoteColumns is columns of numbers that are left out; parameter columns.
	NoteColumns = fault.New(fault.Invalid, "file.columnsLeft", fault.Texts("columns"))
)

func (t *table) note(f *fault.Error) { t.Notes = append(t.Notes, f) }

func (t *table) ask(kind curvefile.QuestionKind, options []string, suggested string) {
	t.askOf(kind, curvefile.NoColumn, options, suggested)
}

func (t *table) askOf(kind curvefile.QuestionKind, column int, options []string, suggested string) {
	t.Questions = append(t.Questions, curvefile.FileQuestion{Kind: kind, Column: column, Options: options, Suggested: suggested})
}

// notes tells what was done with the lines.
func (t *table) notes() {
	shifted, widest, steps := 0, int64(0), map[int32]bool{}
	for _, g := range t.lines.groups {
		shifted += g.shifted
		widest = max(widest, g.widest)
		for _, s := range g.steps {
			steps[s] = true
		}
	}
	if shifted > 0 {
		t.note(NoteShifted.With("count", shifted).With("minutes", (widest+59)/60))
	}
	if len(steps) > 1 && t.answers.StepChange == curvefile.StepChanged {
		t.note(NoteSteps.With("minutes", sortedMinutes(steps)))
	}
	if t.lines.carried > 0 {
		t.note(NoteCarried.With("count", t.lines.carried))
	}
	if t.lines.footers > 0 {
		t.note(NoteFooter.With("count", t.lines.footers))
	}
}

func sortedMinutes(steps map[int32]bool) (minutes []int) {
	for s := range steps {
		minutes = append(minutes, int(s/60))
	}
	slices.Sort(minutes)
	return minutes
}

// choose asks for what the columns leave open.
func (t *table) choose() {
	l := t.l
	var options []string
	var left []string
	for i := range l.Columns {
		c := &l.Columns[i]
		switch {
		case c.Candidate && c.Role == "":
			options = append(options, strconv.Itoa(i))
		case c.Role == curvefile.RoleIgnored && (c.Numbers || c.Late) && c.Header != "":
			left = append(left, c.Header)
		}
	}
	values := l.Values()
	if len(values) == 0 {
		t.askOf(curvefile.AskColumns, curvefile.NoColumn, options, "")
		for _, c := range l.Candidates() { // who knows them by name need not look them up
			if likely := t.hints.SiteNamed(c.Header); likely != "" && c.DsoID == "" {
				t.askOf(curvefile.AskSite, c.Index, nil, likely)
			}
		}
	} else if len(left) > 0 {
		t.note(NoteColumns.With("columns", named(left)))
	}
	for _, c := range values {
		t.askColumn(c)
	}
	if len(values) > 0 {
		for _, option := range options { // beside columns with names: whose are they, or are they left out?
			i, _ := strconv.Atoi(option)
			t.askOf(curvefile.AskSite, i, nil, t.hints.SiteNamed(l.Columns[i].Header))
		}
	}
	t.noteNamed()
	order := []curvefile.QuestionKind{curvefile.AskColumns, curvefile.AskDateOrder, curvefile.AskYear, curvefile.AskZone, curvefile.AskLabels, curvefile.AskStepChange,
		curvefile.AskDecimal, curvefile.AskMeter, curvefile.AskLastLine, curvefile.AskSite, curvefile.AskNature, curvefile.AskUnit}
	slices.SortStableFunc(t.Questions, func(a, b curvefile.FileQuestion) int {
		return slices.Index(order, a.Kind) - slices.Index(order, b.Kind)
	})
}

// shownLeft columns are named in a note, and how many more there are.
const shownLeft = 20

func named(columns []string) []string {
	if len(columns) <= shownLeft {
		return columns
	}
	return append(slices.Clone(columns[:shownLeft]), fmt.Sprintf("… (+%d)", len(columns)-shownLeft))
}

var (
	// NoteDecimal is numbers that can be read with decimals or with thousands; parameters
	// value (the first), row, count.
	NoteDecimal = fault.New(fault.Invalid, "file.decimalDoubt", fault.Text("value"), fault.Int("row", "count"))
	// NoteUnits is numbers with a unit of their own, other than that of their column;
	// parameters column, unit, count.
	NoteUnits = fault.New(fault.Invalid, "file.cellUnits", fault.Text("column", "unit"), fault.Int("count"))
)

// askNumbers asks for what the numbers leave open, once it is known which are read.
func (t *table) askNumbers() {
	for i, c := range t.lines.columns {
		for _, unit := range curvefile.FileUnits() {
			if n := t.lines.seen[i].withUnit[unit]; n > 0 && c.Unit != "" && unit != c.Unit {
				t.note(NoteUnits.With("column", c.Header).With("unit", string(unit)).With("count", n))
			}
		}
	}
	if t.lines.marks.Said != "" {
		return
	}
	if value, row, count, open := t.lines.marks.Open(); open {
		t.ask(curvefile.AskDecimal, []string{string(curvefile.DecimalPoint), string(curvefile.DecimalComma)}, "")
		t.note(NoteDecimal.With("value", columns.Short(value)).With("row", row).With("count", count))
	}
}

// ownUnit is the unit that stands behind the numbers of a column: of all, or of some.
func (c *lines) ownUnit(i int) (unit curvefile.FileUnit, all bool) {
	of := c.seen[i]
	if len(of.withUnit) == 1 {
		for unit = range of.withUnit {
		}
	}
	return unit, len(of.withUnit) > 0 && of.without == 0
}

// hasUnit reports whether all numbers of a column have a unit behind them, or none where
// it is "".
func (s seen) hasUnit(unit curvefile.FileUnit) bool {
	if unit == "" {
		return len(s.withUnit) == 0
	}
	return s.without == 0 && len(s.withUnit) == 1 && s.withUnit[unit] > 0
}

// lastLine asks whether a last line without a line end is whole, where its last cell is
// the value or the time. Numbers that all have as many decimals tell it.
func (t *table) lastLine() {
	c := t.lines
	whole := t.ended || c.ends.row == 0 || c.footers > 0 && t.answers.LastLine == ""
	first := 0
	for n, p := range c.ends.pending {
		column := c.columns[p.column]
		fixed := p.number.Decimals > 0 && !c.seen[p.column].varies && c.seen[p.column].hasUnit(p.number.Unit)
		whole = whole || c.ends.last > column.Index && c.ends.last != t.l.TimeAt && c.ends.last != t.l.ClockAt && n == len(c.ends.pending)-1 || c.ends.last == column.Index && fixed
		first = max(first, n)
	}
	switch {
	case whole:
		c.flush()
	case t.answers.LastLine == curvefile.LastLineCut:
		t.dropLast()
		t.note(columns.NoteLastLeft.With("row", c.ends.row))
	default:
		value := ""
		if len(c.ends.pending) > 0 {
			value = c.ends.pending[first].cell
		}
		t.note(columns.NoteNoLineEnd.With("value", columns.Short(value)).With("row", c.ends.row))
		if t.answers.LastLine == "" {
			t.ask(curvefile.AskLastLine, []string{string(curvefile.LastLineWhole), string(curvefile.LastLineCut)}, "")
		}
		c.flush()
	}
}

// dropLast leaves the last line out.
func (t *table) dropLast() {
	for _, g := range t.lines.groups {
		if n := len(g.rows) - 1; n > 0 && int(g.rows[n]) == t.lines.ends.row {
			g.stamps, g.rows = g.stamps[:n], g.rows[:n]
			for c := range g.cells {
				g.cells[c] = g.cells[c][:n]
			}
		}
	}
	t.lines.ends.pending = nil
}

// askColumn asks for what a column of values leaves open.
func (t *table) askColumn(c *layout.Column) {
	if c.DsoID == "" && t.l.SiteAt < 0 {
		likely := t.hints.SiteNamed(c.Header)
		if likely == "" {
			likely = t.hints.SiteNamed(t.name)
		}
		t.askOf(curvefile.AskSite, c.Index, nil, likely)
	}
	if c.Nature == 0 {
		t.askOf(curvefile.AskNature, c.Index, nil, t.likelyNature(c).String())
	}
	own, all := t.lines.ownUnit(slices.Index(t.lines.columns, c))
	switch {
	case c.Unit != "":
	case all:
		c.Unit = own
	default:
		var options []string
		for _, unit := range curvefile.FileUnits() {
			options = append(options, string(unit))
		}
		t.askOf(curvefile.AskUnit, c.Index, options, string(own))
	}
}

// likelyNature is what the name of the file says, or the side of the site.
func (t *table) likelyNature(c *layout.Column) metering.Nature {
	base := strings.NewReplacer("_", " ", "-", " ", ".", " ").Replace(t.name)
	if n := content.NatureIn(base); n != 0 {
		return n
	}
	for _, s := range t.hints.Sites {
		if c.DsoID == "" || s.DsoID != c.DsoID {
			continue
		}
		if s.Side == metering.Producer {
			return metering.Prod
		}
		return metering.Conso
	}
	return 0
}

// describe fills what is shown of columns and signs.
func (t *table) describe() {
	t.FileName, t.Format = t.name, Name
	if t.Sheet == "" {
		t.DecimalMark = t.lines.marks.Shown()
	}
	for i, c := range t.l.Values() {
		if i == 0 {
			t.Unit = c.Unit
		}
		if t.Unit != c.Unit {
			t.Unit = ""
		}
	}
	for i, c := range t.l.Columns {
		c.Names = t.l.Sites[i]
		t.Columns = append(t.Columns, c.FileColumn)
	}
}

// formatOf writes how the first time is written.
func (t *table) formatOf(order curvefile.DateOrder) string {
	s := t.lines.groups[0].stamps[0]
	if t.l.Serials {
		return "XLSX"
	}
	if s.Compact {
		return "YYYYMMDD:hhmm"
	}
	mark := "/"
	for _, line := range t.l.Data {
		if i := strings.IndexAny(layout.At(line.Cells, t.l.TimeAt), "/-."); i > 0 {
			mark = layout.At(line.Cells, t.l.TimeAt)[i : i+1]
			break
		}
	}
	parts := map[curvefile.DateOrder][]string{curvefile.DayMonthYear: {"DD", "MM", "YYYY"}, curvefile.MonthDayYear: {"MM", "DD", "YYYY"},
		curvefile.YearMonthDay: {"YYYY", "MM", "DD"}}[order]
	if s.Order == content.NoYear {
		parts = parts[:2]
	}
	return strings.Join(parts, mark) + " hh:mm"
}

// nameColumns finds the site that the heading of each column names.
func (t *table) nameColumns() {
	t.l.Sites = make([]string, len(t.l.Columns))
	for i, c := range t.l.Columns {
		for _, line := range t.l.Header {
			if site := content.SiteIn(layout.At(line, i)); site != "" {
				t.l.Sites[i] = site
			}
		}
		switch {
		case t.l.Sites[i] != "":
		case c.Named:
			t.l.Sites[i] = c.DsoID
		default:
			t.l.Sites[i] = t.hints.SiteNamed(c.Header)
		}
	}
}

// fingerprint names what is understood of a file before anybody answers: its headings,
// what each column is, the step, how times are written, and every site that is named, by
// its number or by the name that it has in the operation, in the headings, above them and
// in the name of the file. Files with equal ones are read alike.
func (t *table) fingerprint() string {
	l := t.l
	h := sha256.New()
	write := func(parts ...any) { _, _ = fmt.Fprint(h, fmt.Sprintf("%q", parts), "\x1e") }
	for _, line := range l.Header {
		for i := range l.Columns {
			write(text.Fold([]byte(layout.At(line, i))))
		}
		write("line")
	}
	for i, c := range l.Columns {
		write(c.Role, c.Candidate, c.DsoID, c.Nature, c.Unit, l.Sites[i])
	}
	above := make([]string, 0, len(l.Above))
	for _, line := range l.Above {
		above = append(above, strings.Join(line, " "))
	}
	around := strings.Join(above, " ")
	write(len(l.Columns), l.TimeAt, l.ClockAt, l.SiteAt, l.Labels, l.Zone, l.Odd, l.Shape())
	write(l.SampleStep())
	write(content.SiteIn(around), t.hints.SiteNamed(around), content.SiteIn(t.name), t.hints.SiteNamed(t.name))
	return hex.EncodeToString(h.Sum(nil))[:32]
}

// NoteNamed is columns that were taken for the sites of the participants whose names they
// have; parameter columns.
var NoteNamed = fault.New(fault.Invalid, "file.namedColumns", fault.Texts("columns"))

// noteNamed tells which columns are taken for whom.
func (t *table) noteNamed() {
	var columns []string
	for _, c := range t.l.Values() {
		if c.Named && c.Header != "" {
			columns = append(columns, c.Header+" → "+c.DsoID)
		}
	}
	if len(columns) > 0 {
		t.note(NoteNamed.With("columns", named(columns)))
	}
}
