package rollup

import (
	"maps"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/loadcurve"
	"github.com/openpmo/pmo/core/metering/pairing"
)

// MinStep of summed curves: finer ones are added up to quarters of an hour first.
const MinStep = 900

// What keys share out, and what comes of it.
var (
	usedKind     = metering.NatureSide{Nature: metering.Conso, Side: metering.Consumer}
	madeKind     = metering.NatureSide{Nature: metering.Prod, Side: metering.Producer}
	receivedKind = metering.NatureSide{Nature: metering.Autoconso, Side: metering.Consumer}
	givenKind    = metering.NatureSide{Nature: metering.Autoconso, Side: metering.Producer}
	keptKind     = metering.NatureSide{Nature: metering.Surplus, Side: metering.Producer}
)

// SiteCurves are the curves of an operation month, on one grid, with the sites that take part.
// Nothing writes to them: a step that derives curves gives them to with.
type SiteCurves struct {
	Op    metering.Operation
	Month civil.Month
	Grid  metering.MonthGrid // of the summed curves
	parts []pairing.Part     // ascending by participant id
	sides [3][]pairing.Part  // those of them that play a side, by side
	rows  map[metering.SeriesKey]*metering.SeriesMonth
}

// SiteCurvesOf puts the curves of a month in their places. What was derived of them is left
// out: it is derived again.
func SiteCurvesOf(in Input) SiteCurves {
	return siteCurvesOn(metering.GridOf(in.Op.Operator.Zone(), in.Month, stepOf(in.Curves)), in)
}

// siteCurvesOn does so on a grid of the month.
func siteCurvesOn(g metering.MonthGrid, in Input) SiteCurves {
	c := SiteCurves{Op: in.Op, Month: in.Month, Grid: g, parts: partsOf(g, in.Sites), rows: make(map[metering.SeriesKey]*metering.SeriesMonth, len(in.Curves))}
	for side := range c.sides {
		c.sides[side] = slices.DeleteFunc(slices.Clone(c.parts), func(p pairing.Part) bool { return !p.Plays(metering.Side(side)) })
	}
	for i := range in.Curves {
		if row := &in.Curves[i]; !row.Derived {
			c.rows[row.SeriesKey] = row
		}
	}
	return c
}

// stepOf is the step of the summed curves: the widest that divides all, at least a
// quarter of an hour.
func stepOf(curves []metering.SeriesMonth) int32 {
	step := uint64(0)
	for _, c := range curves {
		step = metering.Gcd(step, uint64(c.Step))
	}
	switch {
	case step == 0 || step < 600:
		return MinStep
	case step%MinStep != 0: // ten minutes
		return 1800
	}
	return int32(step)
}

// partsOf are the sites that take part in a month, with their days and steps.
func partsOf(g metering.MonthGrid, sites []metering.Site) (parts []pairing.Part) {
	month := g.Month.Range()
	parts = make([]pairing.Part, 0, len(sites))
	for _, s := range sites {
		days := s.Period.Intersect(month)
		if days.IsEmpty() {
			continue
		}
		p := pairing.Part{Site: s, FirstDay: int(days.From - month.From), EndDay: int(days.To - month.From)}
		p.From, p.To = g.Starts[p.FirstDay], g.Starts[p.EndDay]
		parts = append(parts, p)
	}
	return parts
}

// with is the same month with further curves.
func (c SiteCurves) with(rows []metering.SeriesMonth) SiteCurves {
	c.rows = maps.Clone(c.rows)
	for i := range rows {
		c.rows[rows[i].SeriesKey] = &rows[i]
	}
	return c
}

// row is the curve of a site.
func (c SiteCurves) row(dsoID string, k metering.NatureSide) (metering.SeriesMonth, bool) {
	if row := c.rows[keyOf(dsoID, k)]; row != nil {
		return *row, true
	}
	return metering.SeriesMonth{}, false
}

func keyOf(dsoID string, k metering.NatureSide) metering.SeriesKey {
	return metering.SeriesKey{DsoID: dsoID, Nature: k.Nature, Side: k.Side, Origin: metering.DSO}
}

// has reports whether a curve of a nature is there; NoSide = of either side.
func (c SiteCurves) has(n metering.Nature, s metering.Side) bool {
	for key := range c.rows {
		if key.Nature == n && (s == metering.NoSide || key.Side == s) {
			return true
		}
	}
	return false
}

// measured reports whether the operator says what consumers received.
func (c SiteCurves) measured() bool {
	for key, row := range c.rows {
		if key.Nature == metering.Autoconso && key.Side == metering.Consumer && !row.Derived {
			return true
		}
	}
	return false
}

// playing are the parts that play a side, ascending. They are not to be written to.
func (c SiteCurves) playing(side metering.Side) []pairing.Part {
	return c.sides[side]
}

// blank is a curve of gaps only.
func (c SiteCurves) blank() loadcurve.Series {
	s := loadcurve.Series{Grid: c.Grid.Grid, Values: make([]energy.MilliWh, c.Grid.N)}
	s.Quality = s.Quality.Add(loadcurve.Missing, c.Grid.N)
	return s
}

// Scratch is the memory of one decoded curve.
type Scratch struct{ plain, even loadcurve.Series }

// Decode gives a stored curve on a step, in memory that the next call reuses or that is not to
// be written to.
func (m *Scratch) Decode(row metering.SeriesMonth, step time.Duration) (loadcurve.Series, error) {
	s := row.Curve
	if s == nil {
		if err := loadcurve.Decode(row.Chunk, &m.plain); err != nil {
			return loadcurve.Series{}, err
		}
		s = &m.plain
	}
	if s.Step == step {
		return *s, nil
	}
	err := loadcurve.Resample(&m.even, *s, step)
	return m.even, err
}

// columns are the curves of a nature and side, decoded.
type columns struct {
	values   [][]energy.MilliWh // zero outside the days of each site, and in gaps
	parts    []pairing.Part
	together *curveSum
}

// columns decodes the curves of a nature. A site without a curve that it owes has no column,
// and is a gap of the sum; what a prosumer draws or makes on its second side is not owed.
func (c SiteCurves) columns(k metering.NatureSide) (columns, error) {
	out := columns{together: newCurveSum(c.Grid)}
	room := columnRoom{steps: c.Grid.N}
	var memory Scratch
	for _, p := range c.playing(k.Side) {
		row, ok := c.row(p.DsoID, k)
		if !ok {
			if p.Side == k.Side {
				out.together.lack(p.From, p.To)
			}
			continue
		}
		s, err := memory.Decode(row, c.Grid.Step)
		if err != nil {
			return columns{}, err
		}
		out.together.add(s, p.From, p.To)
		p.Gaps = s.Quality.Window(nil, p.From, p.To).Count(loadcurve.Missing) > 0
		column := room.next()
		copy(column[p.From:p.To], s.Values[p.From:p.To])
		out.values, out.parts = append(out.values, column), append(out.parts, p)
	}
	return out, nil
}

// Energies are the curves of a nature and side, decoded, by site ascending.
type Energies struct {
	Sites   []metering.Site
	Columns [][]energy.MilliWh
	Gaps    []metering.Site // those of Sites whose curve lacks some of its steps
	Without []metering.Site // those that owe a curve and have sent none
	Quality loadcurve.Runs  // of the sum
}

// Energies decodes the curves of one kind.
func (c SiteCurves) Energies(k metering.NatureSide) (Energies, error) {
	all, err := c.columns(k)
	if err != nil {
		return Energies{}, err
	}
	out := Energies{Columns: all.values}
	has := map[id.ID]bool{}
	for _, p := range all.parts {
		out.Sites = append(out.Sites, p.Site)
		has[p.ParticipantID] = true
		if p.Gaps {
			out.Gaps = append(out.Gaps, p.Site)
		}
	}
	for _, p := range c.parts {
		if p.Side == k.Side && !has[p.ParticipantID] {
			out.Without = append(out.Without, p.Site)
		}
	}
	out.Quality = all.together.series().Quality
	if len(all.parts) == 0 {
		out.Quality = c.blank().Quality
	}
	return out, nil
}
