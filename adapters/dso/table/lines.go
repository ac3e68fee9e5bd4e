package table

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/openpmo/pmo/adapters/dso/columns"
	"github.com/openpmo/pmo/adapters/dso/table/content"
	"github.com/openpmo/pmo/adapters/dso/table/grid"
	"github.com/openpmo/pmo/adapters/dso/table/layout"
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
	stamps []content.Stamp
	rows   []int32
	cells  [][]content.Amount // by column of values

	written []int64 // seconds on the clock, in the order of time; set by settle
	walls   []int64 // the same on the grid
	newest  bool    // the file has the newest line first
	inOrder bool    // and all lines one after the other
	spacing grid.Spacing
	steps   []int32
	used    []int32 // each step once, the widest first
	shifted int
	widest  int64 // shift, seconds
}

// lines collects the values of a file.
type lines struct {
	l        *layout.Layout
	columns  []*layout.Column
	groups   []*group
	bySite   map[string]*group
	refusals text.Refusals
	undated  []*fault.Error // lines without a time that values may follow
	footers  int
	carried  int // dates that stand in a line above
	empty    int
	cells    int
	last     content.Stamp // date of the line before
	marks    content.Marks
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
	number content.Number
	cell   string
	column int
}

// newLines reads lines that are cut at separator; 0 for a workbook.
func newLines(l *layout.Layout, separator rune) *lines {
	c := &lines{l: l, columns: l.Values(), bySite: map[string]*group{}, exact: separator == blanks}
	c.seen = make([]seen, len(c.columns))
	if separator == blanks || separator == ',' {
		c.width = l.UsualWidth()
		if n := l.HeaderWidth(); separator == ',' && n > 1 {
			c.width = n
		}
	}
	return c
}

// filled is the number of cells up to the last one that is not blank.
func filled(cells []string) int {
	n := len(cells)
	for n > 0 && content.Clean(cells[n-1]) == "" {
		n--
	}
	return n
}

// readAll takes the sample, then what follows it.
func (c *lines) readAll(ctx context.Context, in source) error {
	for _, s := range c.l.Data {
		c.take(s.Cells, s.Row)
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
			c.undated = append(c.undated, text.ErrTime.With("value", columns.Short(layout.At(cells, c.l.TimeAt))).At(c.l.Columns[c.l.TimeAt].Header).OnRow(row))
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
	g := c.group(content.Clean(layout.At(cells, c.l.SiteAt)))
	g.stamps, g.rows = append(g.stamps, s), append(g.rows, int32(row))
	for i, column := range c.columns {
		g.cells[i] = append(g.cells[i], c.value(i, column, layout.At(cells, column.Index), row))
	}
	c.cells += len(c.columns) + 1
}

// flush takes over what the numbers of the line before tell.
func (c *lines) flush() {
	for _, p := range c.ends.pending {
		c.marks.See(p.number, p.cell, c.ends.row)
		of := &c.seen[p.column]
		if p.number.Unit != "" {
			if of.withUnit == nil {
				of.withUnit = map[curvefile.FileUnit]int{}
			}
			of.withUnit[p.number.Unit]++
		} else {
			of.without++
		}
	}
	c.ends.pending = c.ends.pending[:0]
}

// lateNumbers looks for numbers in columns that had nothing in the sample.
func (c *lines) lateNumbers(cells []string) {
	for i := range c.l.Columns {
		column := &c.l.Columns[i]
		if column.Late || column.Role != curvefile.RoleIgnored || len(column.Samples) > 0 || column.Header == "" {
			continue
		}
		_, column.Late = content.ParseNumber(content.Clean(layout.At(cells, i)))
	}
}

func empty(cells []string) bool {
	for _, cell := range cells {
		if cell != "" && content.Clean(cell) != "" {
			return false
		}
	}
	return true
}

// stamp reads the time of a line; a date that is left out is that of the line before.
func (c *lines) stamp(cells []string) (content.Stamp, bool) {
	l := c.l
	if l.TimeAt < len(cells) {
		cells[l.TimeAt] = content.Clean(cells[l.TimeAt])
	}
	if l.ClockAt >= 0 && l.ClockAt < len(cells) {
		cells[l.ClockAt] = content.Clean(cells[l.ClockAt])
	}
	date, clock, ok := l.StampAt(cells)
	if l.ClockAt < 0 || !ok {
		return date, ok
	}
	if !date.HasDate {
		if layout.At(cells, l.TimeAt) != "" || !c.last.HasDate {
			return date, false
		}
		date = c.last
		c.carried++
	}
	c.last = date
	date.Seconds, date.HasClock, date.HasOffset, date.Offset = clock.Seconds, true, clock.HasOffset, clock.Offset
	return date, true
}

func (c *lines) group(site string) *group {
	if c.l.SiteAt < 0 {
		site = ""
	}
	if n := len(c.groups); n > 0 && c.groups[n-1].site == site {
		return c.groups[n-1]
	}
	g := c.bySite[site]
	if g == nil {
		g = &group{site: site, cells: make([][]content.Amount, len(c.columns))}
		c.bySite[site] = g
		c.groups = append(c.groups, g)
	}
	return g
}

// value keeps the number of a cell.
func (c *lines) value(i int, column *layout.Column, cell string, row int) content.Amount {
	cell = content.Clean(cell)
	if content.Blank(cell) {
		c.empty++
		return content.NoValue
	}
	n, ok := content.ParseNumber(cell)
	if !ok {
		c.refusals.Add(text.ErrNumber.With("value", columns.Short(cell)).With("column", column.Header).At(column.Header).OnRow(row))
		return content.NoValue
	}
	c.ends.pending = append(c.ends.pending, pendingCell{n, cell, i})
	switch of := &c.seen[i]; {
	case of.without == 0 && len(of.withUnit) == 0:
		of.decimals = n.Decimals
	case of.decimals != n.Decimals:
		of.varies = true
	}
	return n.Amount()
}

// invalid refuses a day that is not in the calendar.
func (c *lines) invalid(s content.Stamp, row int32) {
	value := fmt.Sprintf("%d-%d-%d", s.A, s.B, s.C)
	if s.Order == content.NoYear {
		value = fmt.Sprintf("%d-%d", s.A, s.B)
	}
	c.refusals.Add(text.ErrTime.With("value", value).At(c.l.Columns[c.l.TimeAt].Header).OnRow(int(row)))
}
