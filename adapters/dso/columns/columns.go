package columns

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/openpmo/pmo/adapters/dso/text"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// Gap stands in a column for no value.
const Gap energy.MilliWh = -1

// Moment is the time of a line: the start of a step, in Unix seconds.
type Moment struct {
	At int64
	// Second is the later of two instants that may be meant, in the hour that autumn
	// repeats; else it is At.
	Second int64
	Step   int32 // seconds
	Row    int32 // line in the file, from 1
}

// Head says what a column is.
type Head struct {
	DsoID  string
	Nature metering.Nature
	Unit   text.Unit
	Labels curvefile.Labels
	Status curvefile.Status
}

// Columns collects the lines of one file.
type Columns struct {
	Refusals text.Refusals
	Empty    int // cells without a value
	Warnings []*fault.Error

	moments []Moment
	values  [][]energy.MilliWh // by column, one a moment
}

// New collects so many columns.
func New(columns int) *Columns { return &Columns{values: make([][]energy.MilliWh, columns)} }

// Add takes a line: one value a column, Gap where there is none.
func (c *Columns) Add(m Moment, values ...energy.MilliWh) {
	c.moments = append(c.moments, m)
	for i, v := range values {
		c.values[i] = append(c.values[i], v)
	}
}

// DropLast leaves the line out that was taken last.
func (c *Columns) DropLast() {
	n := len(c.moments) - 1
	if n < 0 {
		return
	}
	c.moments = c.moments[:n]
	for i := range c.values {
		c.values[i] = c.values[i][:n]
	}
}

// Len is the number of lines taken.
func (c *Columns) Len() int { return len(c.moments) }

// Refuse keeps what is wrong in a column of a line, with what stands there.
func (c *Columns) Refuse(f *fault.Error, column, value string, row int) {
	c.Refusals.Add(f.With("column", column).With("value", Short(value)).At(column).OnRow(row))
}

// Short is an excerpt of what a refusal quotes.
func Short(s string) string {
	const most = 40
	if len(s) > most {
		s = s[:most]
	}
	return strings.ToValidUTF8(s, "?")
}

// Dataset is what was collected; heads say what each column is. Errors: import.rejected
// with items by line, import.empty.
func (c *Columns) Dataset(fileName, format string, heads []Head) (curvefile.Dataset, error) {
	set := curvefile.Dataset{FileName: fileName, Format: format, Warnings: c.Warnings, Rows: len(c.moments)}
	c.settle()
	order := c.order()
	for i, head := range heads {
		runs, repeated := c.runs(i, order, head)
		if repeated > 0 {
			set.Warnings = append(set.Warnings, text.WarnRepeated.With("value", head.DsoID).With("count", repeated))
		}
		if len(runs) > 0 {
			set.Readings = append(set.Readings, curvefile.Readings{DsoID: head.DsoID, Nature: head.Nature, Unit: string(head.Unit),
				Labels: head.Labels, Status: head.Status, Runs: runs})
		}
		c.values[i] = nil
	}
	if c.Empty > 0 {
		set.Warnings = append(set.Warnings, text.WarnEmpty.With("count", c.Empty))
	}
	switch {
	case c.Refusals.Any():
		return curvefile.Dataset{}, metering.ErrRejected.With("fileName", fileName).Of(c.Refusals.Items(fileName)...)
	case len(set.Readings) == 0:
		return curvefile.Dataset{}, metering.ErrNoValues.With("fileName", fileName)
	}
	return set, nil
}

func (m Moment) unclear() bool { return m.Second != m.At }

// settle decides which of two instants each unclear moment is. It is the earlier one,
// unless that is not later than the line before, or is another line's already. Where the
// two of the doubled hour stand side by side, and in a file without any order, only the
// latter counts: the first is summer time.
func (c *Columns) settle() {
	if !slices.ContainsFunc(c.moments, Moment.unclear) {
		return
	}
	n := len(c.moments)
	up, down := c.directions()
	at := func(i int) *Moment { return &c.moments[i] }
	if down && !up { // newest first
		at = func(i int) *Moment { return &c.moments[n-1-i] }
	}
	ordered := up || down
	for i := 1; i < n; i++ {
		ordered = ordered && (!at(i).unclear() || !at(i-1).unclear() || at(i).At != at(i-1).At)
	}
	taken := make(map[int64]bool, n)
	cursor := int64(-1 << 62)
	for i := range n {
		m := at(i)
		if m.unclear() && (taken[m.At] || ordered && m.At <= cursor) {
			m.At = m.Second
		}
		m.Second = m.At
		taken[m.At] = true
		cursor = m.At
	}
}

// directions reports whether the lines whose time is clear go up, or down; both when
// there are too few.
func (c *Columns) directions() (up, down bool) {
	up, down = true, true
	last := int64(-1 << 62)
	for _, m := range c.moments {
		if m.unclear() {
			continue
		}
		if last > -1<<62 {
			up, down = up && m.At >= last, down && m.At <= last
		}
		last = m.At
	}
	return up, down
}

// order is the lines in the order of time; nil when they are so already.
func (c *Columns) order() []int {
	later := func(a, b Moment) int { return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Row, b.Row)) }
	if slices.IsSortedFunc(c.moments, later) {
		return nil
	}
	order := make([]int, len(c.moments))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return later(c.moments[a], c.moments[b]) })
	return order
}

// runs makes runs of a column. Values that are there twice and equal count as repeated;
// unequal ones are refused.
func (c *Columns) runs(column int, order []int, head Head) (runs []curvefile.Run, repeated int) {
	values := c.values[column]
	sorted := make([]energy.MilliWh, 0, len(values)) // never grows: runs are parts of it
	var last Moment
	var lastValue energy.MilliWh
	for n := range values {
		i := n
		if order != nil {
			i = order[n]
		}
		m, v := c.moments[i], values[i]
		if v == Gap {
			continue
		}
		end := last.At + int64(last.Step)
		if len(runs) > 0 && m.At < end {
			if m.At == last.At && m.Step == last.Step && v == lastValue {
				repeated++
				continue
			}
			c.Refusals.Add(metering.ErrDuplicate.OnRow(int(m.Row)).With("value", head.DsoID).With("nature", head.Nature.String()).
				With("date", time.Unix(m.At, 0).UTC().Format(time.RFC3339)))
			continue
		}
		sorted = append(sorted, v)
		if len(runs) > 0 && m.At == end && m.Step == last.Step {
			run := &runs[len(runs)-1]
			run.Values = run.Values[:len(run.Values)+1]
		} else {
			at := len(sorted) - 1
			runs = append(runs, curvefile.Run{Start: m.At, Step: m.Step, Row: int(m.Row), Values: sorted[at : at+1]})
		}
		last, lastValue = m, v
	}
	for i := range runs {
		runs[i].Values = slices.Clip(runs[i].Values)
	}
	return runs, repeated
}

// ParseValue reads a number with a decimal point or comma, also one that a workbook
// keeps with more digits than it shows.
func ParseValue(s string) (value int64, decimals int, ok bool) {
	if value, decimals, ok = text.ParseNumber([]byte(s)); ok && decimals <= 9 {
		return value, decimals, true
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil || f > 1e11 || f < -1e11 {
		return 0, 0, false
	}
	return text.ParseNumber([]byte(strconv.FormatFloat(f, 'f', 6, 64)))
}
