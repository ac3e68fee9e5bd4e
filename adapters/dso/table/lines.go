package table

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/openpmo/pmo/adapters/dso/columns"
	"github.com/openpmo/pmo/adapters/dso/text"
	"github.com/openpmo/pmo/core/fault"
)

const (
	// mostCells of a file: 50 sites × 5 years of quarters of an hour.
	mostCells = 10_000_000
	// mostUndated lines are kept until it is known whether values follow them.
	mostUndated = 100
	checkedRows = 1 << 14 // lines from one look at the context to the next

	noValue = math.MinInt64
)

// ErrTooManyRows is a file with more values than an operation has; parameter max.
var ErrTooManyRows = fault.New(fault.Invalid, "import.tooManyRows")

// group is the lines of one site, or of the whole file.
type group struct {
	site   string // of a column of sites
	stamps []stamp
	rows   []int32
	cells  [][]int64 // by column of values: digits and their decimals, or noValue

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
}

func newLines(l *layout) *lines {
	return &lines{l: l, columns: l.values(), bySite: map[string]*group{}}
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
	g := c.group(clean(at(cells, c.l.siteAt)))
	g.stamps, g.rows = append(g.stamps, s), append(g.rows, int32(row))
	for i, column := range c.columns {
		g.cells[i] = append(g.cells[i], c.value(column, at(cells, column.Index), row))
	}
	c.cells += len(c.columns) + 1
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
		g = &group{site: site, cells: make([][]int64, len(c.columns))}
		c.bySite[site] = g
		c.groups = append(c.groups, g)
	}
	return g
}

// value packs a number and its decimals.
func (c *lines) value(column *column, cell string, row int) int64 {
	cell = clean(cell)
	if blank(cell) {
		c.empty++
		return noValue
	}
	v, decimals, ok := c.l.marks.number(cell)
	if !ok {
		c.refusals.Add(text.ErrNumber.With("value", columns.Short(cell)).With("column", column.Header).At(column.Header).OnRow(row))
		return noValue
	}
	return v<<4 | int64(decimals)
}

// unpack gives back what value packed.
func unpack(packed int64) (value int64, decimals int) { return packed >> 4, int(packed & 15) }

// invalid refuses a day that is not in the calendar.
func (c *lines) invalid(s stamp, row int32) {
	value := fmt.Sprintf("%d-%d-%d", s.a, s.b, s.c)
	if s.order == noYear {
		value = fmt.Sprintf("%d-%d", s.a, s.b)
	}
	c.refusals.Add(text.ErrTime.With("value", value).At(c.l.columns[c.l.timeAt].Header).OnRow(int(row)))
}
