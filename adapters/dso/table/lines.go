package table

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/openpmo/pmo/adapters/dso/columns"
	"github.com/openpmo/pmo/adapters/dso/text"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

const (
	// mostCells of a file: 50 sites × 5 years of quarters of an hour.
	mostCells = 10_000_000
	// mostUndated lines are kept until it is known whether values follow them.
	mostUndated = 100
	checkedRows = 1 << 14 // lines from one look at the context to the next
)

// ErrTooManyRows is a file with more values than an operation has; parameter max.
var ErrTooManyRows = fault.ImportTooManyRows

// group is the lines of one site, or of the whole file.
type group struct {
	site   string // of a column of sites
	stamps []stamp
	rows   []int32
	cells  [][]amount // by column of values

	written []int64 // seconds on the clock, in the order of time; set by settle
	walls   []int64 // the same on the grid
	newest  bool    // the file has the newest line first
	inOrder bool    // and all lines one after the other
	spacing spacing
	steps   []int32
	used    []int32 // each step once, the widest first
	shifted int
	widest  int64 // shift, seconds
}

// lines collects the values of a file.
type lines struct {
	l        *layout
	columns  []*column
	groups   []*group
	bySite   map[string]*group
	refusals text.Refusals
	undated  []*fault.Error // lines without a time that values may follow
	footers  int
	carried  int // dates that stand in a line above
	empty    int
	cells    int
	last     stamp // date of the line before
	marks    marks
	seen     []seen // by column of values
	ends     ending
	width    int // cells of a line, where a sign within a number would cut it; 0 = any
	exact    bool
}

// seen is what the cells of a column of values have in common.
type seen struct {
	withUnit map[curvefile.FileUnit]int
	without  int  // a unit
	decimals int  // of the first
	varies   bool // others have more or less
}

// ending is the last line of values.
type ending struct {
	row     int
	pending []pendingCell // of it, by column of values
	last    int           // its last cell that is filled
}

// pendingCell is a number that tells nothing before it is known to be whole.
type pendingCell struct {
	number number
	cell   string
	column int
}

// newLines reads lines that are cut at separator; 0 for a workbook.
func newLines(l *layout, separator rune) *lines {
	c := &lines{l: l, columns: l.values(), bySite: map[string]*group{}, exact: separator == blanks}
	c.seen = make([]seen, len(c.columns))
	if separator == blanks || separator == ',' {
		c.width = l.usualWidth()
		if n := l.headerWidth(); separator == ',' && n > 1 {
			c.width = n
		}
	}
	return c
}

// filled is the number of cells up to the last one that is not blank.
func filled(cells []string) int {
	n := len(cells)
	for n > 0 && clean(cells[n-1]) == "" {
		n--
	}
	return n
}

// usualWidth is the number of cells that most lines of the sample have.
func (l *layout) usualWidth() (width int) {
	counts := map[int]int{}
	for _, line := range l.data {
		if line.timed {
			counts[len(line.cells)]++
		}
	}
	for n, count := range counts {
		if count > counts[width] || count == counts[width] && n > width {
			width = n
		}
	}
	return width
}

// headerWidth is the number of headings.
func (l *layout) headerWidth() (width int) {
	for _, line := range l.header {
		width = max(width, len(line))
	}
	return width
}

// readAll takes the sample, then what follows it.
func (c *lines) readAll(ctx context.Context, in source) error {
	for _, s := range c.l.data {
		c.take(s.cells, s.row)
	}
	for n := 1; ; n++ {
		cells, row, err := in.next()
		switch {
		case errors.Is(err, io.EOF):
			c.footers = len(c.undated)
			return nil
		case err != nil:
			return err
		case n%checkedRows == 0 && ctx.Err() != nil:
			return ctx.Err()
		case c.cells > mostCells:
			return ErrTooManyRows.With("max", mostCells)
		}
		c.take(cells, row)
	}
}

// take keeps the time and the values of a line.
func (c *lines) take(cells []string, row int) {
	if empty(cells) {
		return
	}
	s, ok := c.stamp(cells)
	if !ok {
		if len(c.undated) < mostUndated {
			c.undated = append(c.undated, text.ErrTime.With("value", columns.Short(at(cells, c.l.timeAt))).At(c.l.columns[c.l.timeAt].Header).OnRow(row))
		}
		return
	}
	for _, f := range c.undated {
		c.refusals.Add(f)
	}
	c.undated = c.undated[:0]
	n := filled(cells)
	if received := len(cells); c.width > 0 && (received > c.width || c.exact && n < c.width) {
		c.refusals.Add(text.ErrFields.With("expected", c.width).With("received", received).OnRow(row))
		return
	}
	c.flush()
	c.ends.row, c.ends.last = row, n-1
	c.lateNumbers(cells)
	g := c.group(clean(at(cells, c.l.siteAt)))
	g.stamps, g.rows = append(g.stamps, s), append(g.rows, int32(row))
	for i, column := range c.columns {
		g.cells[i] = append(g.cells[i], c.value(i, column, at(cells, column.Index), row))
	}
	c.cells += len(c.columns) + 1
}

// flush takes over what the numbers of the line before tell.
func (c *lines) flush() {
	for _, p := range c.ends.pending {
		c.marks.see(p.number, p.cell, c.ends.row)
		of := &c.seen[p.column]
		if p.number.unit != "" {
			if of.withUnit == nil {
				of.withUnit = map[curvefile.FileUnit]int{}
			}
			of.withUnit[p.number.unit]++
		} else {
			of.without++
		}
	}
	c.ends.pending = c.ends.pending[:0]
}

// lateNumbers looks for numbers in columns that had nothing in the sample.
func (c *lines) lateNumbers(cells []string) {
	for i := range c.l.columns {
		column := &c.l.columns[i]
		if column.late || column.Role != curvefile.RoleIgnored || len(column.Samples) > 0 || column.Header == "" {
			continue
		}
		_, column.late = parseNumber(clean(at(cells, i)))
	}
}

func empty(cells []string) bool {
	for _, cell := range cells {
		if cell != "" && clean(cell) != "" {
			return false
		}
	}
	return true
}

// stamp reads the time of a line; a date that is left out is that of the line before.
func (c *lines) stamp(cells []string) (stamp, bool) {
	l := c.l
	if l.timeAt < len(cells) {
		cells[l.timeAt] = clean(cells[l.timeAt])
	}
	if l.clockAt >= 0 && l.clockAt < len(cells) {
		cells[l.clockAt] = clean(cells[l.clockAt])
	}
	date, clock, ok := l.stampAt(cells)
	if l.clockAt < 0 || !ok {
		return date, ok
	}
	if !date.hasDate {
		if at(cells, l.timeAt) != "" || !c.last.hasDate {
			return date, false
		}
		date = c.last
		c.carried++
	}
	c.last = date
	date.seconds, date.hasClock, date.hasOffset, date.offset = clock.seconds, true, clock.hasOffset, clock.offset
	return date, true
}

func (c *lines) group(site string) *group {
	if c.l.siteAt < 0 {
		site = ""
	}
	if n := len(c.groups); n > 0 && c.groups[n-1].site == site {
		return c.groups[n-1]
	}
	g := c.bySite[site]
	if g == nil {
		g = &group{site: site, cells: make([][]amount, len(c.columns))}
		c.bySite[site] = g
		c.groups = append(c.groups, g)
	}
	return g
}

// value keeps the number of a cell.
func (c *lines) value(i int, column *column, cell string, row int) amount {
	cell = clean(cell)
	if blank(cell) {
		c.empty++
		return noValue
	}
	n, ok := parseNumber(cell)
	if !ok {
		c.refusals.Add(text.ErrNumber.With("value", columns.Short(cell)).With("column", column.Header).At(column.Header).OnRow(row))
		return noValue
	}
	c.ends.pending = append(c.ends.pending, pendingCell{n, cell, i})
	switch of := &c.seen[i]; {
	case of.without == 0 && len(of.withUnit) == 0:
		of.decimals = n.decimals
	case of.decimals != n.decimals:
		of.varies = true
	}
	return n.amount()
}

// invalid refuses a day that is not in the calendar.
func (c *lines) invalid(s stamp, row int32) {
	value := fmt.Sprintf("%d-%d-%d", s.a, s.b, s.c)
	if s.order == noYear {
		value = fmt.Sprintf("%d-%d", s.a, s.b)
	}
	c.refusals.Add(text.ErrTime.With("value", value).At(c.l.columns[c.l.timeAt].Header).OnRow(int(row)))
}
