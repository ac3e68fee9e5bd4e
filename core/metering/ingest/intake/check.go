// Package intake holds the steps by which the files of an import become curves of civil
// months: each is a function from values to values.
//
//   - Understand says how files were read, and which leave nothing open.
//   - Check compares one file with who takes part and gives its curves, cut at the ends of
//     months; Together puts the files of an import beside each other.
//   - Merge puts the curves of a month on its grid.
//   - Compare says what they change of what is stored, and what of it looks like a mistake.
package intake

import (
	"cmp"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// Against is what the files of an import are checked against.
type Against struct {
	Zone       civil.Zone
	Now        time.Time
	Sites      map[string][]metering.Site // by number, ascending by first day
	Definitive bool                       // files without a status are definitive
}

// piece is a stretch of values within one month.
type piece struct {
	start   int64 // unix seconds
	step    int32
	file    int // which of the files; the later one is believed
	values  []energy.MilliWh
	quality loadcurve.Runs
}

func (p piece) end() int64 { return p.start + int64(len(p.values))*int64(p.step) }

// energy of the piece from an instant on for some seconds.
func (p piece) energy(at, seconds int64) (sum energy.MilliWh) {
	i := (at - p.start) / int64(p.step)
	for _, v := range p.values[i : i+seconds/int64(p.step)] {
		sum += v
	}
	return sum
}

// Curve is one curve of one month as files give it.
type Curve struct {
	Key      metering.SeriesKey
	pieces   []piece
	unit     string
	labels   curvefile.Labels
	doubtful int
}

// Curves are those of an import, by month.
type Curves map[civil.Month]map[metering.SeriesKey]Curve

// Months lists them, ascending.
func (c Curves) Months() []civil.Month {
	out := make([]civil.Month, 0, len(c))
	for m := range c {
		out = append(out, m)
	}
	slices.Sort(out)
	return out
}

// add puts a stretch of values of a curve with its own months. room is for how many curves a
// month is made ready.
func (c Curves) add(zone civil.Zone, key metering.SeriesKey, r curvefile.Readings, p piece, room int) {
	for len(p.values) > 0 {
		m := civil.MonthOf(zone.DateOf(time.Unix(p.start, 0)))
		_, end := zone.Span(m.Range())
		n := min(len(p.values), int((end.Unix()-p.start+int64(p.step)-1)/int64(p.step)))
		head := piece{p.start, p.step, p.file, p.values[:n:n], p.quality}
		if n < len(p.values) {
			head.quality = p.quality.Window(nil, 0, n)
			p.quality = p.quality.Window(nil, n, len(p.values))
		}
		if c[m] == nil {
			c[m] = make(map[metering.SeriesKey]Curve, room)
		}
		of, known := c[m][key]
		if !known {
			of = Curve{Key: key, unit: r.Unit, labels: r.Labels}
		}
		of.pieces = append(of.pieces, head)
		of.doubtful += head.quality.Count(loadcurve.Suspect)
		c[m][key] = of
		p.start += int64(n) * int64(p.step)
		p.values = p.values[n:]
	}
}

// Checked is what a file holds, or all files of an import together.
type Checked struct {
	Curves   Curves
	Points   int64 // values in the curves
	Periods  []metering.PeriodReading
	Refusals Refusals
	Remarks  Remarks
	names    []string // of the files
}

// Check compares a file, the one that came after so many, with who takes part.
func Check(against Against, d curvefile.Dataset, after int) Checked {
	out := Checked{Curves: Curves{}, names: []string{d.FileName}}
	remark := func(all ...*fault.Error) {
		for _, w := range all {
			out.Remarks = out.Remarks.And(Told(Local(against.Zone, w)))
		}
	}
	refuse := func(all ...*fault.Error) {
		for _, f := range all {
			out.Refusals = out.Refusals.With(Local(against.Zone, f))
		}
	}
	remark(d.Warnings...)
	var late, others []*fault.Error
	out.Periods, late, others = checkPeriods(against, d)
	refuse(late...)
	remark(others...)
	taken := map[metering.SeriesKey]*stretches{}
	for _, r := range d.Readings {
		sites := against.Sites[r.DsoID]
		if len(sites) == 0 {
			refuse(metering.ErrUnknownSite.With("value", r.DsoID).With("fileName", d.FileName).At("prm").OnRow(firstRow(r)))
			continue
		}
		side := sideOf(r, sites)
		if side == metering.NoSide {
			f := metering.ErrNatureOfSite.With("value", r.DsoID).With("nature", r.Nature.String()).With("fileName", d.FileName).At("nature").OnRow(firstRow(r))
			if d.History {
				remark(f)
			} else {
				refuse(f)
			}
			continue
		}
		key := metering.SeriesKey{DsoID: r.DsoID, Nature: r.Nature, Side: side, Origin: metering.DSO}
		if taken[key] == nil {
			taken[key] = &stretches{}
		}
		curve := reading{Readings: r, against: against, file: d.FileName, history: d.History, sites: sites}.check(taken[key])
		refuse(curve.refused...)
		remark(curve.told...)
		for _, p := range curve.pieces {
			p.file = after
			out.Points += int64(len(p.values))
			out.Curves.add(against.Zone, key, r, p, len(d.Readings))
		}
	}
	return out
}

// firstRow is the line of the first value; 0 = none.
func firstRow(r curvefile.Readings) int {
	if len(r.Runs) == 0 {
		return 0
	}
	return r.Runs[0].Row
}

// sideOf is the side of a curve: what the file says, else what the nature has by
// itself, else that of the participant. NoSide = no occupant of the site plays it.
func sideOf(r curvefile.Readings, sites []metering.Site) metering.Side {
	side := r.Side
	first := sites[len(sites)-1]
	if side == metering.NoSide {
		switch {
		case r.Nature == metering.Prod || r.Nature == metering.Surplus:
			side = metering.Producer
		case r.Nature == metering.Complement || r.Nature == metering.Conso && first.Plays(metering.Consumer):
			side = metering.Consumer
		default:
			side = first.Side
		}
	}
	if slices.ContainsFunc(sites, func(s metering.Site) bool { return s.Plays(side) }) {
		return side
	}
	return metering.NoSide
}

// checkPeriods gives the readings of a file. Those of sites that are not in the operation
// are left out: the file is about all sites of a supplier. One that ends after now is
// refused: no meter was read then.
func checkPeriods(against Against, d curvefile.Dataset) (kept []metering.PeriodReading, refused, told []*fault.Error) {
	others := map[string]bool{}
	for _, r := range d.Periods {
		switch {
		case len(against.Sites[r.DsoID]) == 0:
			others[r.DsoID] = true
		case against.Zone.Start(r.Days.To).Unix() > against.Now.Unix():
			refused = append(refused, metering.ErrReadingFuture.With("value", r.DsoID).With("date", r.Days.To.String()).With("fileName", d.FileName).At("date").OnRow(r.Row))
		default:
			kept = append(kept, r)
		}
	}
	if len(others) > 0 {
		told = append(told, metering.WarnReadingSites.With("count", len(others)))
	}
	return kept, refused, told
}

// Together are the files of an import beside each other, in their order. They came at once,
// so that none of them corrects another: files that have other values for the same steps of
// a site and nature are refused. What is said twice alike is taken.
func Together(zone civil.Zone, files []Checked) Checked {
	all := Checked{Curves: Curves{}}
	room := map[civil.Month]int{}
	for _, file := range files {
		for m, curves := range file.Curves {
			room[m] += len(curves)
		}
	}
	for _, file := range files {
		for m, curves := range file.Curves {
			if all.Curves[m] == nil {
				all.Curves[m] = make(map[metering.SeriesKey]Curve, room[m])
			}
			for key, c := range curves {
				if of, known := all.Curves[m][key]; known {
					of.pieces = append(of.pieces, c.pieces...)
					of.doubtful += c.doubtful
					c = of
				}
				all.Curves[m][key] = c
			}
		}
		all.Points += file.Points
		all.Periods = append(all.Periods, file.Periods...)
		all.Refusals, all.Remarks = all.Refusals.And(file.Refusals), all.Remarks.And(file.Remarks)
		all.names = append(all.names, file.names...)
	}
	if len(files) > 1 {
		for _, f := range filesThatDiffer(zone, all.Curves, all.names) {
			all.Refusals = all.Refusals.With(Local(zone, f))
		}
	}
	return all
}

// filesThatDiffer names each curve for which two files have other values, by month and key.
func filesThatDiffer(zone civil.Zone, curves Curves, names []string) (found []*fault.Error) {
	for _, m := range curves.Months() {
		var met []Curve
		for _, c := range curves[m] {
			if meet(c.pieces) {
				met = append(met, c)
			}
		}
		slices.SortFunc(met, func(a, b Curve) int { return a.Key.Compare(b.Key) })
		for _, c := range met {
			if a, b, at := disagreement(c.pieces); at != 0 {
				found = append(found, metering.ErrFilesDiffer.With("value", c.Key.DsoID).With("nature", c.Key.Nature.String()).
					With("date", zone.DateOf(time.Unix(at, 0)).String()).
					With("fileName", names[a]).With("otherFile", names[b]).At("valeur"))
			}
		}
	}
	return found
}

// meet reports whether a piece begins before the end of those before it. Pieces of one
// file never share a step, and files mostly come in the order of their days: then this
// is all that is asked.
func meet(pieces []piece) bool {
	end := pieces[0].end()
	for _, p := range pieces[1:] {
		if p.start < end {
			return true
		}
		end = p.end()
	}
	return false
}

// disagreement finds two files that differ and the first instant at which they do; 0 =
// none.
func disagreement(pieces []piece) (file, other int, at int64) {
	sorted := slices.Clone(pieces)
	slices.SortStableFunc(sorted, func(a, b piece) int { return cmp.Compare(a.start, b.start) })
	var open []piece // those that have not ended
	for _, p := range sorted {
		open = slices.DeleteFunc(open, func(o piece) bool { return o.end() <= p.start })
		for _, o := range open {
			if o.file == p.file {
				continue
			}
			if at := differ(o, p); at != 0 {
				return min(o.file, p.file), max(o.file, p.file), at
			}
		}
		open = append(open, p)
	}
	return 0, 0, 0
}

// differ is the first instant at which two pieces have other values; 0 = none. Where
// their steps differ, energies over steps that both divide are compared, as far as both
// have them whole.
func differ(p, q piece) int64 {
	step := int64(p.step) / int64(metering.Gcd(uint64(p.step), uint64(q.step))) * int64(q.step)
	from := max(p.start, q.start)
	from += (step - from%step) % step
	for at := from; at+step <= min(p.end(), q.end()); at += step {
		if p.energy(at, step) != q.energy(at, step) {
			return at
		}
	}
	return 0
}
