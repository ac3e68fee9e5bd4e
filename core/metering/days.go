package metering

import (
	"encoding/binary"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// DayState is what is known of a civil day of a curve. The bits are stored.
type DayState uint8

const (
	// HasData: at least one step has a value.
	HasData DayState = 1 << iota
	// Whole: no step is a gap. A sum is whole when all curves in it are.
	Whole
	// Final: all values are definitive by what the operator said.
	Final
	// Complete: whole, and every site of that side which took part that day has a
	// curve. Of a single curve: whole.
	Complete
)

// Has reports whether all of the given bits are set.
func (s DayState) Has(bits DayState) bool { return s&bits == bits }

// Day is one civil day of a curve.
type Day struct {
	Sum    energy.MilliWh // of the known steps
	State  DayState
	Peak   energy.MilliWh // greatest energy of a step; 0 where peaks are not kept
	PeakAt int32          // its step, from the start of the day
}

// Days are those of one civil month, from its first.
type Days []Day

// MonthGrid is the grid of a civil month at one step, with the index at which each
// day begins.
type MonthGrid struct {
	loadcurve.Grid
	Month  civil.Month
	Starts []int // one a day, and the end
}

// GridOf is the grid of a month in a zone, at a step of some seconds. Days are of 24 hours until the
// clock changes, which is looked up once.
func GridOf(zone civil.Zone, m civil.Month, step int32) MonthGrid {
	r := m.Range()
	from := zone.Start(r.From)
	_, change := from.In(zone.Location()).ZoneBounds()
	g := MonthGrid{Month: m, Starts: make([]int, r.Days()+1)}
	for i := range g.Starts {
		start := from.Add(time.Duration(i) * 24 * time.Hour)
		if !change.IsZero() && !start.Before(change) {
			start = zone.Start(r.From + civil.Date(i))
		}
		g.Starts[i] = int(start.Unix()-from.Unix()) / int(step)
	}
	g.Grid = loadcurve.Grid{Start: from, Step: Seconds(step), N: g.Starts[r.Days()]}
	return g
}

// Grids are those of one month in a zone, each computed when it is first asked for: who goes through
// the curves of a month hands them along.
type Grids struct {
	Month civil.Month
	zone  civil.Zone
	known []MonthGrid // one a step: a month rarely has more than two
}

// GridsOf are those of a month in a zone; none is computed yet.
func GridsOf(zone civil.Zone, m civil.Month) *Grids { return &Grids{Month: m, zone: zone} }

// At is the grid at a step of some seconds. It is not to be written to.
func (g *Grids) At(step int32) MonthGrid {
	for _, grid := range g.known {
		if grid.Step == Seconds(step) {
			return grid
		}
	}
	grid := GridOf(g.zone, g.Month, step)
	g.known = append(g.known, grid)
	return grid
}

// DaysOf sums a curve that lies on g by civil day. Peaks are kept on demand.
func DaysOf(g MonthGrid, s loadcurve.Series, peaks bool) Days {
	days := make(Days, len(g.Starts)-1)
	for i := range days {
		from, to := g.Starts[i], g.Starts[i+1]
		days[i].Sum = sumOf(s.Values[from:to])
		if peaks {
			days[i].Peak, days[i].PeakAt = peakOf(s.Values[from:to])
		}
	}
	at, day := 0, 0
	for i := range days {
		days[i].State = Whole | Final | Complete
	}
	for _, run := range s.Quality {
		end := at + run.Count
		for at < end {
			for g.Starts[day+1] <= at {
				day++
			}
			days[day].mark(run.Quality)
			at = min(end, g.Starts[day+1])
		}
	}
	for i := range days {
		if !days[i].State.Has(HasData) {
			days[i] = Day{}
		}
	}
	return days
}

// sumOf is written with four sums that do not wait for each other: each value of an import
// comes through here.
func sumOf(values []energy.MilliWh) energy.MilliWh {
	var a, b, c, d energy.MilliWh
	for ; len(values) >= 4; values = values[4:] {
		a, b, c, d = a+values[0], b+values[1], c+values[2], d+values[3]
	}
	for _, v := range values {
		a += v
	}
	return a + b + c + d
}

func (d *Day) mark(q loadcurve.Quality) {
	switch q {
	case loadcurve.Missing:
		d.State &^= Whole | Complete
	case loadcurve.Definitive:
		d.State |= HasData
	default:
		d.State = (d.State | HasData) &^ Final
	}
}

func peakOf(values []energy.MilliWh) (peak energy.MilliWh, at int32) {
	for i, v := range values {
		if v > peak {
			peak, at = v, int32(i)
		}
	}
	return peak, at
}

// AppendDays writes the stored form of days: count, whether peaks follow, states as
// runs, then sums (and peaks) as multiples of their greatest common divisor.
func AppendDays(dst []byte, days Days) []byte {
	peaks := byte(0)
	values := make([]energy.MilliWh, 0, 2*len(days))
	for _, d := range days {
		values = append(values, d.Sum)
		if d.Peak > 0 {
			peaks = 1
		}
	}
	dst = append(binary.AppendUvarint(dst, uint64(len(days))), peaks)
	for i := 0; i < len(days); {
		n := 1
		for i+n < len(days) && days[i+n].State == days[i].State {
			n++
		}
		dst = binary.AppendUvarint(dst, uint64(n)<<4|uint64(days[i].State))
		i += n
	}
	dst = AppendVector(dst, values)
	if peaks == 0 {
		return dst
	}
	for i, d := range days {
		values[i] = d.Peak
		dst = binary.AppendUvarint(dst, uint64(d.PeakAt))
	}
	return AppendVector(dst, values)
}

// ReadDays reads what AppendDays wrote. Error: rollup.corrupt.
func ReadDays(data []byte) (Days, error) {
	r := &vectorReader{data: data}
	n := r.uvarint()
	peaks := r.uvarint()
	if r.bad || n > 31 || peaks > 1 {
		return nil, ErrRollup.With("reason", "days")
	}
	days := make(Days, n)
	for i := 0; i < len(days); {
		u := r.uvarint()
		count := int(u >> 4)
		if r.bad || count == 0 || count > len(days)-i {
			return nil, ErrRollup.With("reason", "states")
		}
		for range count {
			days[i].State = DayState(u & 15)
			i++
		}
	}
	var values [31]energy.MilliWh
	r.vector(values[:n])
	for i := range days {
		days[i].Sum = values[i]
	}
	if peaks == 1 {
		for i := range days {
			days[i].PeakAt = int32(r.uvarint())
		}
		r.vector(values[:n])
		for i := range days {
			days[i].Peak = values[i]
		}
	}
	if r.bad || r.at != len(data) {
		return nil, ErrRollup.With("reason", "days")
	}
	return days, nil
}

// In gives the days of range r; those outside the month are left out.
func (d Days) In(m civil.Month, r civil.Range) (first civil.Date, days Days) {
	c := m.Range().Intersect(r)
	if c.IsEmpty() {
		return m.First(), nil
	}
	from := int(c.From - m.First())
	return c.From, d[from : from+c.Days()]
}

// DayMask has a bit for each day of a month.
type DayMask uint32

// MaskOf are the days of r in a month.
func MaskOf(m civil.Month, r civil.Range) (mask DayMask) {
	in := r.Intersect(m.Range())
	for d := in.From; d < in.To; d++ {
		mask |= 1 << (d - m.First())
	}
	return mask
}

// DayOf is the civil day of a step.
func (g MonthGrid) DayOf(step int) civil.Date {
	day, found := slices.BinarySearch(g.Starts, step)
	if !found {
		day--
	}
	return g.Month.First() + civil.Date(day)
}

// Days makes a finding of each day on which excess is above the tolerance at a step
// between from and to.
func (g MonthGrid) Days(quality loadcurve.Runs, from, to int, tolerance energy.MilliWh, like Finding, excess func(t int) energy.MilliWh) (out []Finding) {
	at, day := 0, 0
	for _, run := range quality {
		for t := max(at, from); t < min(at+run.Count, to) && run.Quality != loadcurve.Missing; t++ {
			d := excess(t)
			if d <= tolerance {
				continue
			}
			for g.Starts[day+1] <= t {
				day++
			}
			date := g.Month.First() + civil.Date(day)
			if n := len(out); n == 0 || out[n-1].Day != date {
				like.Day = date
				out = append(out, like)
			}
			out[len(out)-1].Steps++
			out[len(out)-1].Energy += d
		}
		at += run.Count
	}
	return out
}

const Hour = time.Hour

// Steps is where some days lie on the grid; from = to when none does.
func (g MonthGrid) Steps(days civil.Range) (from, to int) {
	in := days.Intersect(g.Month.Range())
	if in.IsEmpty() {
		return 0, 0
	}
	return g.Starts[in.From-g.Month.First()], g.Starts[in.To-g.Month.First()]
}

const None = 0xff
