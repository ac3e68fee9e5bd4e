package table

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"github.com/openpmo/pmo/adapters/dso/text"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
)

// Notes: what was done on the way. They change nothing more.
var (
	// NoteShifted is times off the grid that went to the nearest step; parameters count,
	// minutes (the most).
	NoteShifted = fault.New(fault.Invalid, "file.shifted")
	// NoteNewestFirst is lines in the reverse order of time.
	NoteNewestFirst = fault.New(fault.Invalid, "file.newestFirst")
	// NoteFooter is lines without a time at the end, left out; parameter count.
	NoteFooter = fault.New(fault.Invalid, "file.footer")
	// NoteUTC is times that are UTC by the way they are written.
	NoteUTC = fault.New(fault.Invalid, "file.utc")
	// NoteCarried is dates that were taken from the line above; parameter count.
	NoteCarried = fault.New(fault.Invalid, "file.dateCarried")
	// NoteSkipped is values at times that the legal clock never showed, left out;
	// parameter count.
	NoteSkipped = fault.New(fault.Invalid, "file.skippedHour")
	// NoteSteps is a file with more than one step; parameter minutes.
	NoteSteps = fault.New(fault.Invalid, "file.steps")
	// NoteSheets is further sheets with curves, left out; parameter sheets.
	NoteSheets = fault.New(fault.Invalid, "file.sheetsLeft")
	// NoteColumns is columns of numbers that are left out; parameter columns.
	NoteColumns = fault.New(fault.Invalid, "file.columnsLeft")
)

func (t *table) note(f *fault.Error) { t.Notes = append(t.Notes, f) }

func (t *table) ask(kind metering.QuestionKind, options []string, suggested string) {
	t.askOf(kind, metering.NoColumn, options, suggested)
}

func (t *table) askOf(kind metering.QuestionKind, column int, options []string, suggested string) {
	t.Questions = append(t.Questions, metering.FileQuestion{Kind: kind, Column: column, Options: options, Suggested: suggested})
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
	if len(steps) > 1 && t.answers.StepChange == metering.StepChanged {
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
	for i := range l.columns {
		c := &l.columns[i]
		switch {
		case c.candidate && c.Role == "":
			options = append(options, strconv.Itoa(i))
		case c.Role == metering.RoleIgnored && c.numbers && c.Header != "":
			left = append(left, c.Header)
		}
	}
	values := l.values()
	if len(values) == 0 {
		t.askOf(metering.AskColumns, metering.NoColumn, options, "")
		for _, c := range l.candidates() { // who knows them by name need not look them up
			if likely := t.hints.SiteNamed(c.Header); likely != "" && c.DsoID == "" {
				t.askOf(metering.AskSite, c.Index, nil, likely)
			}
		}
	} else if len(left) > 0 && len(left) <= shownLeft {
		t.note(NoteColumns.With("columns", left))
	}
	for _, c := range values {
		t.askColumn(c)
	}
	if len(values) > 0 {
		for _, option := range options { // beside columns with names: whose are they, or are they left out?
			i, _ := strconv.Atoi(option)
			t.askOf(metering.AskSite, i, nil, t.hints.SiteNamed(l.columns[i].Header))
		}
	}
	t.noteNamed()
	order := []metering.QuestionKind{metering.AskColumns, metering.AskDateOrder, metering.AskYear, metering.AskZone, metering.AskLabels, metering.AskStepChange,
		metering.AskSite, metering.AskNature, metering.AskUnit}
	slices.SortStableFunc(t.Questions, func(a, b metering.FileQuestion) int {
		return slices.Index(order, a.Kind) - slices.Index(order, b.Kind)
	})
}

// shownLeft columns that are left out are named; more are not what a note is for.
const shownLeft = 20

// askColumn asks for what a column of values leaves open.
func (t *table) askColumn(c *column) {
	if c.DsoID == "" && t.l.siteAt < 0 {
		likely := t.hints.SiteNamed(c.Header)
		if likely == "" {
			likely = t.hints.SiteNamed(t.name)
		}
		t.askOf(metering.AskSite, c.Index, nil, likely)
	}
	if c.Nature == 0 {
		t.askOf(metering.AskNature, c.Index, nil, t.likelyNature(c).String())
	}
	if c.Unit == "" {
		t.askOf(metering.AskUnit, c.Index, []string{string(metering.Watt), string(metering.Kilowatt), string(metering.WattHour),
			string(metering.KilowattHour)}, "")
	}
}

// likelyNature is what the name of the file says, or the side of the site.
func (t *table) likelyNature(c *column) metering.Nature {
	base := strings.NewReplacer("_", " ", "-", " ", ".", " ").Replace(t.name)
	if n := natureIn(base); n != 0 {
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
		t.DecimalMark = string(t.l.marks.decimal)
	}
	for i, c := range t.l.values() {
		if i == 0 {
			t.Unit = c.Unit
		}
		if t.Unit != c.Unit {
			t.Unit = ""
		}
	}
	for _, c := range t.l.columns {
		t.Columns = append(t.Columns, c.FileColumn)
	}
}

// formatOf writes how the first time is written.
func (t *table) formatOf(order metering.DateOrder) string {
	s := t.lines.groups[0].stamps[0]
	if t.l.serials {
		return "XLSX"
	}
	if s.compact {
		return "YYYYMMDD:hhmm"
	}
	mark := "/"
	for _, line := range t.l.data {
		if i := strings.IndexAny(at(line.cells, t.l.timeAt), "/-."); i > 0 {
			mark = at(line.cells, t.l.timeAt)[i : i+1]
			break
		}
	}
	parts := map[metering.DateOrder][]string{metering.DayMonthYear: {"DD", "MM", "YYYY"}, metering.MonthDayYear: {"MM", "DD", "YYYY"},
		metering.YearMonthDay: {"YYYY", "MM", "DD"}}[order]
	if s.order == noYear {
		parts = parts[:2]
	}
	return strings.Join(parts, mark) + " hh:mm"
}

// fingerprint names the headings: files with equal ones are read alike. Without any it
// is the number of columns and what is where.
func (l *layout) fingerprint() string {
	h := sha256.New()
	for _, line := range l.header {
		for i := range l.columns {
			_, _ = h.Write([]byte(text.Fold([]byte(at(line, i))) + "\x1f"))
		}
		_, _ = h.Write([]byte("\x1e"))
	}
	_, _ = h.Write([]byte(strconv.Itoa(len(l.columns)) + " " + strconv.Itoa(l.timeAt) + " " + strconv.Itoa(l.clockAt)))
	return hex.EncodeToString(h.Sum(nil))[:32]
}
