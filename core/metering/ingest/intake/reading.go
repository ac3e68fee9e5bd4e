package intake

import (
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// reading is one site and nature of a file on its way in.
type reading struct {
	curvefile.Readings
	*Intake
	file   curvefile.Dataset
	key    metering.SeriesKey
	active []civil.Range
}

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

// take checks the runs in order and stores what belongs to the site. taken is what the
// same file has given of the same curve already.
func (r *reading) take(taken *stretches) {
	left, above, aboveRow := leftOut{}, 0, 0
	rising := rise{}
	for _, run := range r.Runs {
		if len(run.Values) == 0 {
			continue
		}
		if !goodStep(run.Step) {
			r.reject(metering.ErrStep.With("seconds", int(run.Step)), "pas", run.Row)
			continue
		}
		if run.Start%int64(run.Step) != 0 {
			r.reject(metering.ErrOffGrid.With("date", r.stamp(run.Start)).With("minutes", int(run.Step)/60), "horodate", run.Row)
			continue
		}
		if !taken.add(run.Start, run.Start+int64(len(run.Values))*int64(run.Step)) {
			r.reject(metering.ErrDuplicate.With("date", r.stamp(run.Start)), "horodate", run.Row)
			continue
		}
		if n := r.future(run); n >= 0 {
			at := run.Start + int64(n)*int64(run.Step)
			r.reject(metering.ErrFuture.With("date", r.stamp(at)), "horodate", run.Row+n)
			continue
		}
		top := highest(run.Values)
		if top > uint64(maxValue) {
			r.reject(r.outOfRange(run), "valeur", run.Row+firstBad(run.Values))
			continue
		}
		if n, row := r.abovePower(run, top); n > 0 {
			if above == 0 {
				aboveRow = row
			}
			above += n
		}
		rising.add(run.Values)
		r.place(run, &left)
	}
	if rising.index() {
		r.Warn(metering.WarnIndex.With("value", r.DsoID).With("nature", r.Nature.String()).With("count", rising.steps).OnRow(firstRow(r.Readings)))
	}
	if above > 0 {
		r.Warn(metering.WarnPower.With("value", r.DsoID).With("count", above).OnRow(aboveRow))
	}
	left.report(r)
}

func (r *reading) reject(f *fault.Error, field string, row int) {
	r.Fail(f.With("value", r.DsoID).With("fileName", r.file.FileName).At(field).OnRow(row))
}

func (r *reading) stamp(at int64) string {
	return time.Unix(at, 0).In(r.Zone.Location()).Format(time.RFC3339)
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
func (r *reading) future(run curvefile.Run) int {
	past := r.now - run.Start + int64(run.Step) // the clocks of two machines differ
	n := int(past/int64(run.Step)) + 1
	if past < 0 {
		n = 0
	}
	if n >= len(run.Values) {
		return -1
	}
	return n
}

func firstBad(values []energy.MilliWh) int {
	for i, v := range values {
		if v < 0 || v > maxValue {
			return i
		}
	}
	return 0
}

func (r *reading) outOfRange(run curvefile.Run) *fault.Error {
	if run.Values[firstBad(run.Values)] < 0 {
		return metering.ErrNegative
	}
	return metering.ErrValue.With("maxKilowattHours", int64(maxValue/energy.KilowattHour))
}

// abovePower counts values above 1.2 times what the contract allows (domain 4.2).
func (r *reading) abovePower(run curvefile.Run, highest uint64) (count, row int) {
	limit := energy.MilliWh(0)
	for _, s := range r.Sites[r.DsoID] {
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

// place stores the parts of a run that lie within the activation of the site.
func (r *reading) place(run curvefile.Run, left *leftOut) {
	quality := r.qualities(run)
	end := run.Start + int64(len(run.Values))*int64(run.Step)
	at := run.Start
	for _, days := range r.active {
		from, to := r.instants(days)
		if to <= at || from >= end {
			continue
		}
		if from > at {
			left.add(r, run, at, from)
			at = from
		}
		stop := min(to, end)
		i, j := int((at-run.Start)/int64(run.Step)), int((stop-run.Start)/int64(run.Step))
		p := piece{at, run.Step, int32(len(r.taken)) - 1, run.Values[i:j:j], quality}
		if j-i < len(run.Values) {
			p.quality = quality.Window(nil, i, j)
		}
		r.store(r, p, run.Row+i)
		at = stop
	}
	if at < end {
		left.add(r, run, at, end)
	}
}

func (r *reading) instants(days civil.Range) (from, to int64) {
	to = 1 << 62
	if !days.IsOpen() {
		to = r.Zone.Start(days.To).Unix()
	}
	return r.Zone.Start(days.From).Unix(), to
}

// qualities of a run, as the table source × status decides (domain 1.5): a file that
// has a status of its own is believed; one that has none is what its reader saw, or
// definitive where the import says so.
func (r *reading) qualities(run curvefile.Run) loadcurve.Runs {
	whole := loadcurve.Provisional
	switch {
	case r.Status == curvefile.StatusDefinitive || r.Status == curvefile.StatusNone && r.definitive:
		whole = loadcurve.Definitive
	case r.Status == curvefile.StatusEstimated:
		whole = loadcurve.Estimated
	}
	if run.Quality == nil || r.Status == curvefile.StatusNone && r.definitive {
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

// leftOut collects what lies outside the activation.
type leftOut struct {
	days     int
	from, to civil.Date
	refused  bool
}

func (l *leftOut) add(r *reading, run curvefile.Run, from, to int64) {
	first := r.Zone.DateOf(time.Unix(from, 0))
	last := r.Zone.DateOf(time.Unix(to-1, 0))
	if !r.file.History {
		if !l.refused {
			row := run.Row + int((from-run.Start)/int64(run.Step))
			r.reject(metering.ErrOutside.With("date", first.String()), "horodate", row)
		}
		l.refused = true
		return
	}
	if l.days == 0 {
		l.from = first
	}
	l.days += int(last-first) + 1
	l.to = last
}

func (l *leftOut) report(r *reading) {
	if l.days > 0 {
		r.Warn(metering.WarnOutside.With("value", r.DsoID).With("nature", r.Nature.String()).With("days", l.days).
			With("from", l.from.String()).With("to", l.to.String()))
	}
}
