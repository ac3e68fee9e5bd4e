package intake

import (
	"slices"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// reading is one site and nature of a file, with what it is checked against.
type reading struct {
	curvefile.Readings
	against Against
	file    string
	history bool
	sites   []metering.Site // that have had the number
}

// checkedReading is what becomes of a reading.
type checkedReading struct {
	pieces        []piece // within the activation of the site
	refused, told []*fault.Error
}

// maxValue of one step, 100 MWh: more than any site of an operation has, and small enough
// that no sum of an operation month can overflow.
const maxValue = 100 * energy.MegawattHour

// stretches are the times a file has given values of one curve for.
type stretches struct {
	end int64 // of the latest
	all [][2]int64
}

// add reports whether a stretch meets none before it, and keeps it.
func (s *stretches) add(from, to int64) bool {
	if from < s.end {
		for _, one := range s.all {
			if from < one[1] && one[0] < to {
				return false
			}
		}
	}
	s.end = max(s.end, to)
	s.all = append(s.all, [2]int64{from, to})
	return true
}

// check looks at the runs in order. taken is what the same file has given of the same curve
// already, and grows by what it gives now.
func (r reading) check(taken *stretches) (out checkedReading) {
	active := metering.Activation(r.sites)
	left, above, aboveRow, rising := leftOut{}, 0, 0, rise{}
	for _, run := range r.Runs {
		if len(run.Values) == 0 {
			continue
		}
		top := highest(run.Values)
		if f := r.refusal(run, top, taken); f != nil {
			out.refused = append(out.refused, f)
			continue
		}
		if n, row := r.abovePower(run, top); n > 0 {
			if above == 0 {
				aboveRow = row
			}
			above += n
		}
		rising.add(run.Values)
		inside, outside := r.place(run, active)
		out.pieces = append(out.pieces, inside...)
		if len(outside) > 0 && !r.history && left.days == 0 {
			first := r.against.Zone.DateOf(time.Unix(outside[0][0], 0))
			out.refused = append(out.refused, r.at(run, metering.ErrOutside.With("date", first.String()), "horodate", int((outside[0][0]-run.Start)/int64(run.Step))))
		}
		left.add(r.against.Zone, outside)
	}
	if rising.index() {
		out.told = append(out.told, metering.WarnIndex.With("value", r.DsoID).With("nature", r.Nature.String()).With("count", rising.steps).OnRow(firstRow(r.Readings)))
	}
	if above > 0 {
		out.told = append(out.told, metering.WarnPower.With("value", r.DsoID).With("count", above).OnRow(aboveRow))
	}
	if left.days > 0 && r.history {
		out.told = append(out.told, metering.WarnOutside.With("value", r.DsoID).With("nature", r.Nature.String()).With("days", left.days).
			With("from", left.from.String()).With("to", left.to.String()))
	}
	return out
}

// refusal is what is wrong with a run; nil when nothing is. highest is its greatest value.
func (r reading) refusal(run curvefile.Run, highest uint64, taken *stretches) *fault.Error {
	if !goodStep(run.Step) {
		return r.at(run, metering.ErrStep.With("seconds", int(run.Step)), "pas", 0)
	}
	if run.Start%int64(run.Step) != 0 {
		return r.at(run, metering.ErrOffGrid.With("date", r.stamp(run.Start)).With("minutes", int(run.Step)/60), "horodate", 0)
	}
	if !taken.add(run.Start, run.Start+int64(len(run.Values))*int64(run.Step)) {
		return r.at(run, metering.ErrDuplicate.With("date", r.stamp(run.Start)), "horodate", 0)
	}
	if n := r.future(run); n >= 0 {
		at := run.Start + int64(n)*int64(run.Step)
		return r.at(run, metering.ErrFuture.With("date", r.stamp(at)), "horodate", n)
	}
	if highest > uint64(maxValue) {
		return r.at(run, outOfRange(run), "valeur", firstBad(run.Values))
	}
	return nil
}

// at names the file and the line of a value of a run.
func (r reading) at(run curvefile.Run, f *fault.Error, field string, value int) *fault.Error {
	return f.With("value", r.DsoID).With("fileName", r.file).At(field).OnRow(run.Row + value)
}

func (r reading) stamp(at int64) string {
	return time.Unix(at, 0).In(r.against.Zone.Location()).Format(time.RFC3339)
}

func goodStep(s int32) bool {
	return s == 300 || s == 600 || s == 900 || s == 1800 || s == 3600
}

// highest value of all; one below zero counts as higher than any.
func highest(values []energy.MilliWh) uint64 {
	var a, b, c, d uint64 // four, which do not wait for each other
	for ; len(values) >= 4; values = values[4:] {
		a, b = max(a, uint64(values[0])), max(b, uint64(values[1]))
		c, d = max(c, uint64(values[2])), max(d, uint64(values[3]))
	}
	for _, v := range values {
		a = max(a, uint64(v))
	}
	return max(a, b, c, d)
}

// future is the first value of a step that begins after now and a step more, which
// nobody can have measured; below 0 = none.
func (r reading) future(run curvefile.Run) int {
	past := r.against.Now.Unix() - run.Start + int64(run.Step) // the clocks of two machines differ
	n := int(past/int64(run.Step)) + 1
	if past < 0 {
		n = 0
	}
	if n >= len(run.Values) {
		return -1
	}
	return n
}

// firstBad is where the first value is that no meter measures; below 0 = nowhere.
func firstBad(values []energy.MilliWh) int {
	return slices.IndexFunc(values, func(v energy.MilliWh) bool { return v < 0 || v > maxValue })
}

func outOfRange(run curvefile.Run) *fault.Error {
	if run.Values[firstBad(run.Values)] < 0 {
		return metering.ErrNegative
	}
	return metering.ErrValue.With("maxKilowattHours", int64(maxValue/energy.KilowattHour))
}

// abovePower counts values above 1.2 times what the contract allows (domain 4.2).
func (r reading) abovePower(run curvefile.Run, highest uint64) (count, row int) {
	limit := energy.MilliWh(0)
	for _, s := range r.sites {
		// W × s / 3600 = Wh; × 1000 × 1.2 = × s / 3.
		limit = max(limit, energy.MilliWh(s.ContractPowerW*int64(run.Step)/3))
	}
	if limit == 0 || highest <= uint64(limit) {
		return 0, 0
	}
	for i, v := range run.Values {
		if v > limit {
			if count == 0 {
				row = run.Row + i
			}
			count++
		}
	}
	return count, row
}

// place cuts a run into the parts within the activation of the site and the stretches
// outside.
func (r reading) place(run curvefile.Run, active []civil.Range) (inside []piece, outside [][2]int64) {
	quality := r.qualities(run)
	end := run.Start + int64(len(run.Values))*int64(run.Step)
	at := run.Start
	for _, days := range active {
		from, to := instants(r.against.Zone, days)
		if to <= at || from >= end {
			continue
		}
		if from > at {
			outside = append(outside, [2]int64{at, from})
			at = from
		}
		stop := min(to, end)
		i, j := int((at-run.Start)/int64(run.Step)), int((stop-run.Start)/int64(run.Step))
		p := piece{start: at, step: run.Step, values: run.Values[i:j:j], quality: quality}
		if j-i < len(run.Values) {
			p.quality = quality.Window(nil, i, j)
		}
		inside = append(inside, p)
		at = stop
	}
	if at < end {
		outside = append(outside, [2]int64{at, end})
	}
	return inside, outside
}

// instants of some days, unix seconds.
func instants(zone civil.Zone, days civil.Range) (from, to int64) {
	to = 1 << 62
	if !days.IsOpen() {
		to = zone.Start(days.To).Unix()
	}
	return zone.Start(days.From).Unix(), to
}

// qualities of a run, as the table source × status decides (domain 1.5): a file that
// has a status of its own is believed; one that has none is what its reader saw, or
// definitive where the import says so.
func (r reading) qualities(run curvefile.Run) loadcurve.Runs {
	whole := loadcurve.Provisional
	switch {
	case r.Status == curvefile.StatusDefinitive || r.Status == curvefile.StatusNone && r.against.Definitive:
		whole = loadcurve.Definitive
	case r.Status == curvefile.StatusEstimated:
		whole = loadcurve.Estimated
	}
	if run.Quality == nil || r.Status == curvefile.StatusNone && r.against.Definitive {
		return loadcurve.Runs(nil).Add(whole, len(run.Values))
	}
	var out loadcurve.Runs
	for i := 0; i < len(run.Values); {
		q, n := run.Quality[i], 1
		for i+n < len(run.Values) && run.Quality[i+n] == q {
			n++
		}
		if q == loadcurve.Missing {
			q = loadcurve.Suspect // a reader never says so; a value is there
		}
		out = out.Add(q, n)
		i += n
	}
	return out
}

// leftOut is what lies outside the activation.
type leftOut struct {
	days     int
	from, to civil.Date
}

func (l *leftOut) add(zone civil.Zone, outside [][2]int64) {
	for _, span := range outside {
		first, last := zone.DateOf(time.Unix(span[0], 0)), zone.DateOf(time.Unix(span[1]-1, 0))
		if l.days == 0 {
			l.from = first
		}
		l.days += int(last-first) + 1
		l.to = last
	}
}

// rise tells the index of a meter, which only ever goes up, from the energies of steps,
// which come down again every night.
type rise struct {
	steps, ups int
	last       energy.MilliWh
	fell       bool
}

// leastRise is how many values tell an index: a day of quarters of an hour.
const leastRise = 96

func (r *rise) add(values []energy.MilliWh) {
	for _, v := range values {
		if r.fell {
			return
		}
		r.fell = v < r.last
		if v > r.last && r.steps > 0 {
			r.ups++
		}
		r.last = v
		r.steps++
	}
}

// index reports whether all values rise, and not just once or twice.
func (r *rise) index() bool { return !r.fell && r.steps >= leastRise && 4*r.ups >= r.steps }
