package text

import (
	"cmp"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// Implied is the quality of values of which nothing else is said than a status.
func Implied(status curvefile.Status) loadcurve.Quality {
	switch status {
	case curvefile.StatusDefinitive:
		return loadcurve.Definitive
	case curvefile.StatusEstimated:
		return loadcurve.Estimated
	}
	return loadcurve.Provisional
}

// Lowest is the lowest quality in the series.
func (s *Series) Lowest() loadcurve.Quality {
	if s.quality == nil {
		return s.base
	}
	return slices.Min(s.quality)
}

// doubtful counts the values that the operator doubts.
func (s *Series) doubtful() int {
	if s.quality == nil {
		if s.base == loadcurve.Suspect {
			return len(s.values)
		}
		return 0
	}
	n := 0
	for _, q := range s.quality {
		if q == loadcurve.Suspect {
			n++
		}
	}
	return n
}

// runs gives all values in the order of time. Values that are there twice and equal
// count as repeated; unequal ones are refused.
func (s *Series) runs(status curvefile.Status, r *Refusals) (runs []curvefile.Run, repeated int) {
	if !s.sortPieces() {
		repeated = s.rebuild(r)
	}
	implied := Implied(status)
	for i := 0; i < len(s.pieces); {
		first := s.pieces[i]
		end, to := first.end(), first.to
		for i++; i < len(s.pieces); i++ {
			p := s.pieces[i]
			if p.start != end || p.step != first.step || p.from != to {
				break
			}
			end, to = p.end(), p.to
		}
		run := curvefile.Run{Start: first.start, Step: first.step, Values: s.values[first.from:to:to], Row: int(first.row)}
		run.Quality = s.qualities(first.from, to, implied)
		runs = append(runs, run)
	}
	return join(runs), repeated
}

// qualities of a run; nil where they are what the status implies.
func (s *Series) qualities(from, to int32, implied loadcurve.Quality) []loadcurve.Quality {
	if s.quality == nil {
		if s.base == implied {
			return nil
		}
		return slices.Repeat([]loadcurve.Quality{s.base}, int(to-from))
	}
	part := s.quality[from:to:to]
	if !slices.ContainsFunc(part, func(q loadcurve.Quality) bool { return q != implied }) {
		return nil
	}
	return part
}

// join makes one run of neighbours that follow each other, as files out of order leave
// them.
func join(runs []curvefile.Run) []curvefile.Run {
	out := runs[:0]
	for _, run := range runs {
		if n := len(out); n > 0 {
			last := &out[n-1]
			if last.Step == run.Step && last.Start+int64(last.Step)*int64(len(last.Values)) == run.Start &&
				(last.Quality == nil) == (run.Quality == nil) {
				last.Values = append(last.Values, run.Values...)
				last.Quality = append(last.Quality, run.Quality...)
				continue
			}
		}
		out = append(out, run)
	}
	return out
}

type point struct {
	start int64
	step  int32
	row   int32
	value energy.MilliWh
	q     loadcurve.Quality
}

// rebuild drops what is there twice, and refuses what is there twice and differs.
func (s *Series) rebuild(r *Refusals) (repeated int) {
	points := make([]point, 0, len(s.values))
	for _, p := range s.pieces {
		for i := p.from; i < p.to; i++ {
			n := i - p.from
			points = append(points, point{p.start + int64(p.step)*int64(n), p.step, p.row + p.stride*n, s.values[i], s.qualityAt(i)})
		}
	}
	slices.SortFunc(points, func(a, b point) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.row, b.row))
	})
	fresh := Series{DsoID: s.DsoID, Nature: s.Nature, Unit: s.Unit, values: make([]energy.MilliWh, 0, len(points))}
	var last point
	for i, p := range points {
		if i > 0 && p.start < last.start+int64(last.step) {
			if p.start == last.start && p.step == last.step && p.value == last.value {
				repeated++
				continue
			}
			r.Add(s.twice(p))
			continue
		}
		last = p
		fresh.add(p.start, p.step, p.value, p.q, p.row)
	}
	*s = fresh
	return repeated
}

func (s *Series) twice(p point) *fault.Error {
	return metering.ErrDuplicate.OnRow(int(p.row)).With("value", s.DsoID).With("nature", s.Nature.String()).
		With("date", stamp(p.start))
}

// misaligned refuses a value that is known only at the end to be beside the grid.
func (t *Table) misaligned(u unclear) {
	t.Refusals.Add(metering.ErrOffGrid.With("minutes", int(u.step)/60).With("date", stamp(u.at)).
		At(t.layout.TimeColumn).OnRow(int(u.row)))
}

// stamp is an instant as refusals have it.
func stamp(at int64) string { return time.Unix(at, 0).UTC().Format(time.RFC3339) }

// Over puts runs in the place of what base says of the same time. Both are ascending;
// so is the result.
func Over(base, runs []curvefile.Run) []curvefile.Run {
	if len(base) == 0 || len(runs) == 0 {
		return append(base, runs...)
	}
	var out []curvefile.Run
	for _, b := range base {
		out = append(out, outside(b, runs)...)
	}
	out = append(out, runs...)
	slices.SortFunc(out, func(a, b curvefile.Run) int { return cmp.Compare(a.Start, b.Start) })
	return out
}

// outside is the steps of b that no run touches.
func outside(b curvefile.Run, runs []curvefile.Run) (out []curvefile.Run) {
	step := int64(b.Step)
	cut := func(from, to int64) curvefile.Run {
		c := curvefile.Run{Start: b.Start + from*step, Step: b.Step, Values: b.Values[from:to:to], Row: b.Row + int(from)}
		if b.Quality != nil {
			c.Quality = b.Quality[from:to:to]
		}
		return c
	}
	at, n := int64(0), int64(len(b.Values))
	for _, r := range runs {
		end := r.Start + int64(r.Step)*int64(len(r.Values))
		if end <= b.Start+at*step {
			continue
		}
		first := max(at, min(n, (r.Start-b.Start)/step)) // the step that holds r's start, or is after b
		if r.Start < b.Start {
			first = at
		}
		if first > at {
			out = append(out, cut(at, first))
		}
		if at = max(at, min(n, (end-b.Start+step-1)/step)); at >= n {
			return out
		}
	}
	return append(out, cut(at, n))
}
