package metering

import (
	"cmp"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
)

// compareFiles refuses files of one import that have other values for the same steps of
// a site and nature: they came at once, so that none of them corrects another. What is
// said twice alike is taken.
func (in *intake) compareFiles() {
	if len(in.taken) < 2 {
		return
	}
	for _, m := range in.months() {
		for _, key := range in.keys(m) {
			c := in.curves[m][key]
			if !c.meets() {
				continue
			}
			if a, b, at := c.disagreement(); at != 0 {
				in.fail(ErrFilesDiffer.With("value", key.DsoID).With("nature", key.Nature.String()).
					With("date", in.zone.DateOf(time.Unix(at, 0)).String()).
					With("fileName", in.taken[a]).With("otherFile", in.taken[b]).At("valeur"))
			}
		}
	}
}

// keys of the curves of a month that more than one piece makes, ascending.
func (in *intake) keys(m civil.Month) []SeriesKey {
	var out []SeriesKey
	for key, c := range in.curves[m] {
		if len(c.pieces) > 1 {
			out = append(out, key)
		}
	}
	slices.SortFunc(out, SeriesKey.compare)
	return out
}

func (p piece) end() int64 { return p.start + int64(len(p.values))*int64(p.step) }

// meets tells whether a piece begins before the end of those before it. Pieces of one
// file never share a step, and files mostly come in the order of their days: then this
// is all that is asked.
func (c *incoming) meets() bool {
	end := c.pieces[0].end()
	for _, p := range c.pieces[1:] {
		if p.start < end {
			return true
		}
		end = p.end()
	}
	return false
}

// disagreement finds two files that differ and the first instant at which they do; 0 =
// none.
func (c *incoming) disagreement() (file, other int32, at int64) {
	sorted := slices.Clone(c.pieces)
	slices.SortStableFunc(sorted, func(a, b piece) int { return cmp.Compare(a.start, b.start) })
	open := sorted[:0:0] // pieces that have not ended
	for _, p := range sorted {
		open = slices.DeleteFunc(open, func(o piece) bool { return o.end() <= p.start })
		for _, o := range open {
			if o.file == p.file {
				continue
			}
			if at := o.differs(p); at != 0 {
				return min(o.file, p.file), max(o.file, p.file), at
			}
		}
		open = append(open, p)
	}
	return 0, 0, 0
}

// differs is the first instant at which two pieces have other values; 0 = none. Where
// their steps differ, energies over steps that both divide are compared, as far as both
// have them whole.
func (p piece) differs(q piece) int64 {
	step := int64(p.step) / int64(gcd(uint64(p.step), uint64(q.step))) * int64(q.step)
	from := max(p.start, q.start)
	from += (step - from%step) % step
	for at := from; at+step <= min(p.end(), q.end()); at += step {
		if p.energy(at, step) != q.energy(at, step) {
			return at
		}
	}
	return 0
}

// energy of the piece from an instant on for some seconds.
func (p piece) energy(at, seconds int64) (sum energy.MilliWh) {
	i := (at - p.start) / int64(p.step)
	for _, v := range p.values[i : i+seconds/int64(p.step)] {
		sum += v
	}
	return sum
}
