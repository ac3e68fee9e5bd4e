package table

import (
	"cmp"
	"slices"
	"time"

	"github.com/openpmo/pmo/adapters/dso/table/content"
	"github.com/openpmo/pmo/adapters/dso/table/grid"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// dateOrder is that of the parts of a date; ok is false when nothing tells it. Where the
// year has two digits it may as well be the first part: the lines then follow each other
// more evenly.
func (c *lines) dateOrder() (order curvefile.DateOrder, ok bool) {
	order, ok = c.dayOrder()
	if order == curvefile.YearMonthDay || !c.shortYears() {
		return order, ok
	}
	switch first, last := c.leaps(curvefile.YearMonthDay), c.leaps(order); {
	case first < last:
		return curvefile.YearMonthDay, true
	case first == last:
		return order, false
	}
	return order, ok
}

// shortYears reports whether all dates may begin with a year of two digits.
func (c *lines) shortYears() bool {
	return !slices.ContainsFunc(c.groups, func(g *group) bool {
		return slices.ContainsFunc(g.stamps, func(s content.Stamp) bool {
			_, ok := s.Wall(curvefile.YearMonthDay, content.AnyYear)
			return !s.Short || !ok
		})
	})
}

// dayOrder is that of day and month: what a number above twelve tells, else the one in
// which the lines follow each other more evenly. ok is false when nothing tells.
func (c *lines) dayOrder() (order curvefile.DateOrder, ok bool) {
	firstHigh, secondHigh, dates := false, false, map[[3]int16]bool{}
	for _, g := range c.groups {
		for _, s := range g.stamps {
			if s.Order == content.YearFirst {
				return curvefile.YearMonthDay, true
			}
			firstHigh, secondHigh = firstHigh || s.A > 12, secondHigh || s.B > 12
			if len(dates) < 3 {
				dates[[3]int16{s.A, s.B, s.C}] = true
			}
		}
	}
	switch {
	case firstHigh:
		return curvefile.DayMonthYear, true
	case secondHigh:
		return curvefile.MonthDayYear, true
	case len(dates) == 1:
		for d := range dates {
			return curvefile.DayMonthYear, d[0] == d[1]
		}
	}
	dmy, mdy := c.leaps(curvefile.DayMonthYear), c.leaps(curvefile.MonthDayYear)
	if mdy < dmy {
		return curvefile.MonthDayYear, true
	}
	return curvefile.DayMonthYear, dmy < mdy
}

// leaps counts the lines that are more than two days away from the one before.
func (c *lines) leaps(order curvefile.DateOrder) (n int) {
	for _, g := range c.groups {
		for i := 1; i < len(g.stamps); i++ {
			a, _ := g.stamps[i-1].Wall(order, content.AnyYear)
			b, _ := g.stamps[i].Wall(order, content.AnyYear)
			if d := b - a; d > 2*content.Day || d < -2*content.Day {
				n++
			}
		}
	}
	return n
}

// lacksYear reports whether the dates have no year.
func (c *lines) lacksYear() bool {
	return slices.ContainsFunc(c.groups, func(g *group) bool { return g.stamps[0].Order == content.NoYear })
}

// settle puts the lines of a group in the order of time, and onto the grid of its steps.
// newestFirst tells the order they came in; ok is false where the times have no step of
// a curve.
func (c *lines) settle(g *group, order curvefile.DateOrder, year int) (newestFirst, ok bool) {
	newestFirst = c.fill(g, order, cmp.Or(year, content.AnyYear))
	base, ok := grid.Of(g.distinct(false))
	if !ok || !base.Holds(g.walls) { // late ones of the doubled hour are near to each other
		base, ok = grid.Of(g.distinct(true))
	}
	if !ok {
		return newestFirst, false
	}
	g.written = slices.Clone(g.walls)
	for i, wall := range g.walls {
		shift := base.At(wall) - wall
		if shift == 0 {
			continue
		}
		g.walls[i] += shift
		g.shifted++
		g.widest = max(g.widest, shift, -shift)
	}
	g.spacing, ok = grid.SpacingOf(g.walls, base.Step)
	return newestFirst, ok
}

// distinct are the times, each once; clear leaves those out that a clock may show twice.
func (g *group) distinct(clear bool) []int64 {
	walls := make([]int64, 0, len(g.walls))
	for i, wall := range g.walls {
		if clear && !g.stamps[i].HasOffset && mayRepeat(wall) {
			continue
		}
		if n := len(walls); n == 0 || walls[n-1] != wall {
			walls = append(walls, wall)
		}
	}
	return walls
}

// mayRepeat reports whether a time may be in the hour that autumn repeats, in some year.
func mayRepeat(wall int64) bool {
	if hour := grid.FloorDiv(wall, 3600); hour-24*grid.FloorDiv(wall, content.Day) != 2 {
		return false
	}
	_, month, d := civil.Date(grid.FloorDiv(wall, content.Day)).YearMonthDay()
	return month == time.October && d > 24
}

// instants are those that may be meant by a line. The clock is asked for the time that is
// written: it may change between that and the grid.
func (g *group) instants(at *clock, i int) (found [2]int64, n int) {
	found, n = at.instants(g.written[i])
	shift := g.walls[i] - g.written[i]
	return [2]int64{found[0] + shift, found[1] + shift}, n
}

// settleSteps gives each line its step. missing tells that lines which are further apart
// than the others have none between them.
func (g *group) settleSteps(labels curvefile.Labels, missing bool) {
	g.steps = g.spacing.Steps(labels, missing)
	g.used = widestFirst(g.steps)
	if !slices.Contains(g.used, g.spacing.Base) {
		g.used = append(g.used, g.spacing.Base)
	}
}

// pieces is into how many equal ones a step must be cut to lie on a grid: one as a rule,
// more for a wide step that begins where only the narrow ones of the file may; 0 when
// it lies on none.
func (g *group) pieces(wall int64, step int32) int {
	for _, u := range g.used {
		if step%u == 0 && wall%int64(u) == 0 {
			return int(step / u)
		}
	}
	return 0
}

func widestFirst(steps []int32) (used []int32) {
	for _, s := range steps {
		if !slices.Contains(used, s) {
			used = append(used, s)
		}
	}
	slices.Sort(used)
	slices.Reverse(used)
	return used
}

// fill finds the clock times. Times with an offset are those of UTC.
func (c *lines) fill(g *group, order curvefile.DateOrder, year int) (newestFirst bool) {
	n := len(g.stamps)
	walls := make([]int64, n)
	keep := make([]int, 0, n)
	for i, s := range g.stamps {
		at, ok := s.Wall(order, year)
		if !ok {
			c.invalid(s, g.rows[i])
			continue
		}
		walls[i] = at - int64(s.Offset)
		keep = append(keep, i)
	}
	down := 0
	for i := 1; i < len(keep); i++ {
		if walls[keep[i]] < walls[keep[i-1]] {
			down++
		}
	}
	if newestFirst = 2*down > len(keep); newestFirst {
		slices.Reverse(keep)
	}
	if g.stamps[0].Order == content.NoYear {
		c.turnYears(g, keep, walls, order, year)
	}
	g.newest, g.inOrder = newestFirst, true
	for n := 1; n < len(keep); n++ {
		g.inOrder = g.inOrder && walls[keep[n]] >= walls[keep[n-1]]-3600 // an hour back is a night in autumn
	}
	slices.SortStableFunc(keep, func(a, b int) int { return cmp.Compare(walls[a], walls[b]) })
	g.arrange(keep, walls)
	return newestFirst
}

// halfYear is how far apart two dates without a year are, at least, where the year turns
// between them.
const halfYear = 180 * content.Day

// turnYears lets a year begin where dates without one go back by more than half of it.
func (c *lines) turnYears(g *group, keep []int, walls []int64, order curvefile.DateOrder, year int) {
	if turn, ok := disordered(keep, walls); ok {
		for _, i := range keep {
			if walls[i] < turn {
				c.inYear(g, i, walls, order, year+1)
			}
		}
		return
	}
	for n := 1; n < len(keep); n++ {
		i, before := keep[n], keep[n-1]
		if at, ok := g.stamps[i].Wall(order, year); ok && at < walls[before]-halfYear {
			year++
		}
		c.inYear(g, i, walls, order, year)
	}
}

// inYear puts a line into a year; one that has no such day is refused.
func (c *lines) inYear(g *group, i int, walls []int64, order curvefile.DateOrder, year int) {
	at, ok := g.stamps[i].Wall(order, year)
	if !ok {
		c.invalid(g.stamps[i], g.rows[i])
		return
	}
	walls[i] = at
}

// disordered reports whether dates of one year go to and fro by more than half of it.
// Those before turn are of the next year: where there is a hole of half a year.
func disordered(keep []int, walls []int64) (turn int64, ok bool) {
	up, down := false, false
	for n := 1; n < len(keep); n++ {
		d := walls[keep[n]] - walls[keep[n-1]]
		up, down = up || d > halfYear, down || d < -halfYear
	}
	if !up || !down {
		return 0, false
	}
	sorted := make([]int64, 0, len(keep))
	for _, i := range keep {
		sorted = append(sorted, walls[i])
	}
	slices.Sort(sorted)
	for i := 1; i < len(sorted); i++ {
		if sorted[i]-sorted[i-1] > halfYear {
			return sorted[i], true
		}
	}
	return sorted[0], true
}

// arrange keeps the lines given, in their order.
func (g *group) arrange(keep []int, walls []int64) {
	g.walls = make([]int64, len(keep))
	rows := make([]int32, len(keep))
	for n, i := range keep {
		g.walls[n], rows[n] = walls[i], g.rows[i]
	}
	for c, cells := range g.cells {
		sorted := make([]content.Amount, len(keep))
		for n, i := range keep {
			sorted[n] = cells[i]
		}
		g.cells[c] = sorted
	}
	stamps := make([]content.Stamp, len(keep))
	for n, i := range keep {
		stamps[n] = g.stamps[i]
	}
	g.rows, g.stamps = rows, stamps
}
