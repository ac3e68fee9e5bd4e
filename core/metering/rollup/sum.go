package rollup

import (
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// curveSum adds curves that lie on one month grid, each within the steps in which its
// site takes part. Steps in which no site takes part are gaps.
type curveSum struct {
	grid   metering.MonthGrid
	values []energy.MilliWh
	floor  loadcurve.Quality // lowest of the curves that are even over the whole month
	full   bool              // one such curve was added
	low    []uint8           // lowest quality a step of the others; none = no curve yet
	curves int
	// awaited are the steps, from and to (excluded), of curves that have not come at all.
	awaited [][2]int
}

func newCurveSum(g metering.MonthGrid) *curveSum {
	return &curveSum{grid: g, values: make([]energy.MilliWh, g.N), floor: loadcurve.Definitive}
}

// add adds the steps from from to to (excluded) of src.
func (c *curveSum) add(src loadcurve.Series, from, to int) {
	c.curves++
	dst, values := c.values[from:to], src.Values[from:to]
	for i, v := range values {
		dst[i] += v // gaps hold zero; energies are limited at import, so this cannot overflow
	}
	if from == 0 && to == c.grid.N && len(src.Quality) == 1 {
		c.full = true
		c.floor = min(c.floor, src.Quality[0].Quality)
		return
	}
	c.apiece()
	at := 0
	for _, run := range src.Quality {
		for i := max(at, from); i < min(at+run.Count, to); i++ {
			c.low[i] = min(c.low[i], uint8(run.Quality))
		}
		at += run.Count
	}
}

// lack notes a curve that is owed for the steps from from to to (excluded) and is not there.
func (c *curveSum) lack(from, to int) {
	c.apiece()
	for i := from; i < to; i++ {
		c.low[i] = uint8(loadcurve.Missing)
	}
}

// await notes a curve that may still come: until then the sum of the others is provisional,
// never more, so that a meter that is silent for months does not hide all the others.
func (c *curveSum) await(from, to int) { c.awaited = append(c.awaited, [2]int{from, to}) }

// open is what the curves that are awaited leave of the best quality.
func (c *curveSum) open() loadcurve.Runs {
	open := make([]bool, c.grid.N)
	for _, span := range c.awaited {
		for i := span[0]; i < span[1]; i++ {
			open[i] = true
		}
	}
	var out loadcurve.Runs
	for _, waits := range open {
		q := loadcurve.Definitive
		if waits {
			q = loadcurve.Provisional
		}
		out = out.Add(q, 1)
	}
	return out
}

// apiece makes room for a quality of each step.
func (c *curveSum) apiece() {
	if c.low != nil {
		return
	}
	c.low = make([]uint8, c.grid.N)
	for i := range c.low {
		c.low[i] = metering.None
	}
}

// series is the sum; gaps hold zero in it.
func (c *curveSum) series() loadcurve.Series {
	s := loadcurve.Series{Grid: c.grid.Grid, Values: c.values}
	if c.low == nil {
		q := loadcurve.Missing
		if c.full {
			q = c.floor
		}
		s.Quality = s.Quality.Add(q, c.grid.N)
	} else {
		for _, low := range c.low {
			q := loadcurve.Quality(low)
			switch {
			case c.full:
				q = loadcurve.Quality(min(low, uint8(c.floor)))
			case low == metering.None:
				q = loadcurve.Missing
			}
			s.Quality = s.Quality.Add(q, 1)
		}
	}
	if len(c.awaited) > 0 {
		s.Quality = metering.Lower(s.Quality, c.open())
	}
	at := 0
	for _, run := range s.Quality {
		if run.Quality == loadcurve.Missing {
			clear(s.Values[at : at+run.Count])
		}
		at += run.Count
	}
	return s
}

// columnRoom gives memory for one column after the other. Columns of their own would
// all begin at the start of a page, and then compete for the same lines of the
// processor's cache: some together cost a tenth less to share (docs/performance.md).
type columnRoom struct {
	steps int
	left  []energy.MilliWh
}

func (r *columnRoom) next() []energy.MilliWh {
	const together = 16
	if len(r.left) < r.steps {
		r.left = make([]energy.MilliWh, together*r.steps)
	}
	column := r.left[:r.steps:r.steps]
	r.left = r.left[r.steps:]
	return column
}
