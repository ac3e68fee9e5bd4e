package rollup

import (
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/loadcurve"
	"github.com/openpmo/pmo/core/metering/pairing"
)

// Total is what the sites of a side had of a nature in a month: together, and each.
type Total struct {
	Sum   SumMonth
	Each  DistributionMonth
	curve loadcurve.Series // that of Sum
}

func (t Total) kind() metering.NatureSide {
	return metering.NatureSide{Nature: t.Sum.Nature, Side: t.Sum.Side}
}

// totals are those of a month, one a nature and side.
type totals []Total

// curve is the sum of a kind; some is false where there is none.
func (all totals) curve(k metering.NatureSide) (curve loadcurve.Series, some bool) {
	i := slices.IndexFunc(all, func(t Total) bool { return t.kind() == k })
	if i < 0 {
		return curve, false
	}
	return all[i].curve, true
}

// totalsOf sums the kinds of which there are curves, in their order.
func totalsOf(c SiteCurves, kinds ...metering.NatureSide) (all totals, err error) {
	for _, k := range kinds {
		t, some, err := TotalOf(c, k)
		if err != nil {
			return nil, err
		}
		if some {
			all = append(all, t)
		}
	}
	return all, nil
}

// TotalOf adds the curves of one nature and side, and keeps what each participant had; some is
// false where there is no curve. As long as a site that owes the curve has sent nothing, the
// sum of the others is not final.
func TotalOf(c SiteCurves, k metering.NatureSide) (t Total, some bool, err error) {
	if !c.has(k.Nature, k.Side) {
		return t, false, nil
	}
	sum, playing, days := newCurveSum(c.Grid), c.playing(k.Side), c.Month.Days()
	each := DistributionMonth{Month: c.Month, Nature: k.Nature, Side: k.Side, Participants: make([]id.ID, 0, len(playing)), Totals: make([]energy.MilliWh, 0, len(playing)), Days: make([]energy.MilliWh, 0, days*len(playing))}
	complete := slices.Repeat([]bool{true}, days)
	var memory Scratch
	for _, p := range playing {
		row, ok := c.row(p.DsoID, k)
		if !ok {
			if p.Side == k.Side && !k.Nature.External() {
				markIncomplete(complete, nil, p)
				sum.await(p.From, p.To)
			}
			each.addAbsent(p, days)
			continue
		}
		markIncomplete(complete, row.Days, p)
		each.add(row.Days, p)
		s, err := memory.Decode(row, c.Grid.Step)
		if err != nil {
			return t, false, err
		}
		sum.add(s, p.From, p.To)
	}
	if sum.curves == 0 {
		return t, false, nil
	}
	return totalOf(c.Grid, each, sum.series(), complete), true, nil
}

// markIncomplete takes the days of p that its curve does not have whole from those that are complete.
func markIncomplete(complete []bool, days metering.Days, p pairing.Part) {
	for i := p.FirstDay; i < p.EndDay; i++ {
		complete[i] = complete[i] && days != nil && days[i].State.Has(metering.Whole)
	}
}

// totalOf puts the summed curve beside what each had. The energy of a day is that of all known
// values, as the distribution has it; the curve itself has a gap where one site has one.
func totalOf(g metering.MonthGrid, each DistributionMonth, curve loadcurve.Series, complete []bool) Total {
	m := SumMonth{Month: each.Month, Nature: each.Nature, Side: each.Side, Step: int32(g.Step.Seconds()), N: g.N,
		Days: metering.DaysOf(g, curve, true), Chunk: metering.Encode(curve)}
	for i := range m.Days {
		sum, known := each.ofAll(i)
		m.Days[i].Sum = sum
		if known {
			m.Days[i].State |= metering.HasData
		}
		if !complete[i] {
			m.Days[i].State &^= metering.Complete
		}
		m.Total += sum
	}
	return Total{Sum: m, Each: each, curve: curve}
}

// latestDay is the last day of which a participant has something; nil = there is none.
func latestDay(all []DistributionMonth) (latest *civil.Date) {
	for _, d := range all {
		for i := range d.Month.Days() {
			if _, known := d.ofAll(i); !known {
				continue
			}
			if day := d.Month.First() + civil.Date(i); latest == nil || *latest < day {
				latest = &day
			}
		}
	}
	return latest
}

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
