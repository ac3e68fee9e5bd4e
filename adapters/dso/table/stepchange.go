package table

import (
	"time"

	"github.com/openpmo/pmo/adapters/dso/columns"
	"github.com/openpmo/pmo/adapters/dso/table/content"
	"github.com/openpmo/pmo/adapters/dso/table/grid"
	"github.com/openpmo/pmo/adapters/dso/text"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// rowsMissing tells that somebody said so of lines which are further apart.
func (t *table) rowsMissing() bool { return t.answers.StepChange == curvefile.RowsMissing }

// stepChange asks where lines are further apart for a while: nothing in the file tells a
// wider step from lines that are missing. A note tells from when, and what was answered.
func (t *table) stepChange() {
	count, base, from, minutes := 0, int32(0), int64(0), map[int32]bool{}
	for _, g := range t.lines.groups {
		g.settleSteps(curvefile.LabelsStart, t.rowsMissing())
		n, first, steps := g.spacing.Wider()
		if n == 0 {
			continue
		}
		if at := g.walls[first] + int64(g.stamps[first].Offset); count == 0 || at < from {
			from = at
		}
		count += n
		if base == 0 || g.spacing.Base < base {
			base = g.spacing.Base
		}
		for _, step := range steps {
			minutes[step] = true
		}
	}
	if count == 0 {
		return
	}
	if t.answers.StepChange == "" {
		t.ask(curvefile.AskStepChange, []string{string(curvefile.StepChanged), string(curvefile.RowsMissing)}, "")
	}
	key := columns.NoteApart
	if t.rowsMissing() {
		key = columns.NoteMissing
	}
	if t.answers.StepChange != curvefile.StepChanged {
		t.note(key.With("date", t.dayOf(from)).With("count", count).With("minutes", sortedMinutes(minutes)).With("expected", int(base/60)))
	}
}

// dayOf writes the day of a time; without its year where none is known.
func (t *table) dayOf(wall int64) string {
	date := civil.Date(grid.FloorDiv(wall, content.Day))
	if t.lines.lacksYear() && t.answers.Year == 0 {
		_, m, d := date.YearMonthDay()
		return time.Date(content.AnyYear, m, d, 0, 0, 0, 0, time.UTC).Format("02/01")
	}
	return date.String()
}

// mixedOffsets refuses a file where some times have an offset and others none: which
// clock wrote the others is not known.
func (t *table) mixedOffsets() error {
	var mixed text.Refusals
	with := t.lines.groups[0].stamps[0].HasOffset
	for _, g := range t.lines.groups {
		for i, s := range g.stamps {
			if s.HasOffset != with {
				mixed.Add(text.ErrTime.With("value", t.dayOf(g.walls[i])).At(t.l.Columns[t.l.TimeAt].Header).OnRow(int(g.rows[i])))
			}
		}
	}
	if !mixed.Any() {
		return nil
	}
	return metering.ErrRejected.With("fileName", t.name).Of(mixed.Items(t.name)...)
}

// NoteUnclear is values in the hour that autumn repeats which may be before or after the
// clock went back, left out; parameter count.
var NoteUnclear = fault.New(fault.Invalid, "file.doubledHour", fault.Int("count"))
