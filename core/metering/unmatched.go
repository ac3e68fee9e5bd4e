package metering

import (
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering/loadcurve"
	"maps"
	"slices"
)

// A rate divides what was shared of an energy by that energy, over the steps at which
// both are known: a gap is no zero. Most curves have the same gaps. Of those that do not,
// a month keeps what stands alone: energy of steps at which it is not known what was
// shared of it (Unmatched), and the other way round (UnmatchedShared). Where nobody knows
// anything shared in a month, nothing is kept and none of its energy counts.

// unmatched finds it for consumers (Conso) and producers (Prod).
func (b *monthBuild) unmatched() error {
	for _, k := range []sumKey{{Conso, Consumer}, {Prod, Producer}} {
		if !b.has(k.nature, k.side) || !b.has(Autoconso, k.side) {
			continue
		}
		if err := b.unmatchedOf(k); err != nil {
			return err
		}
	}
	return nil
}

func (b *monthBuild) unmatchedOf(k sumKey) error {
	alone := DistributionMonth{Month: b.month, Nature: Unmatched, Side: k.side}
	shared := DistributionMonth{Month: b.month, Nature: UnmatchedShared, Side: k.side}
	err := b.each(k, func(p part, row SeriesMonth, ok bool) error {
		other, both := b.rows[SeriesKey{p.DsoID, Autoconso, k.side, DSO}]
		if !ok && !both || ok && both && match(row.Days[p.firstDay:p.endDay], other.Days[p.firstDay:p.endDay]) {
			return nil
		}
		x, y := b.blank(), b.blank()
		var err error
		if ok {
			if x, err = b.scratch.decode(row, b.grid.Step); err != nil {
				return err
			}
		}
		if both {
			if y, err = b.second.decode(other, b.grid.Step); err != nil {
				return err
			}
		}
		quality := lower(x.Quality, y.Quality)
		alone.take(p, b.grid.alone(x.Values, quality, p.from, p.to))
		shared.take(p, b.grid.alone(y.Values, quality, p.from, p.to))
		return nil
	})
	if err != nil {
		return err
	}
	for _, d := range []DistributionMonth{alone, shared} {
		if len(d.Participants) > 0 {
			b.out.rollup.Distributions = append(b.out.rollup.Distributions, d)
			b.addSum(sumKey{d.Nature, d.Side}, newCurveSum(b.grid), d, make([]bool, b.month.Days()))
		}
	}
	return nil
}

// blank is a curve of gaps only.
func (b *monthBuild) blank() loadcurve.Series {
	s := loadcurve.Series{Grid: b.grid.Grid, Values: make([]energy.MilliWh, b.grid.N)}
	s.Quality = s.Quality.Add(loadcurve.Missing, b.grid.N)
	return s
}

// match tells whether two curves have each day whole or not at all, the same days.
func match(a, b Days) bool {
	for i, day := range a {
		for _, state := range []DayState{day.State, b[i].State} {
			if state.Has(HasData) && !state.Has(Whole) {
				return false
			}
		}
		if day.State.Has(HasData) != b[i].State.Has(HasData) {
			return false
		}
	}
	return true
}

// alone adds up, by day of the month, the values of the steps from from to to at which
// quality is a gap; nil when there are none. Gaps of the curve itself hold zero.
func (g monthGrid) alone(values []energy.MilliWh, quality loadcurve.Runs, from, to int) (days []energy.MilliWh) {
	at, day := 0, 0
	for _, run := range quality {
		for t := max(at, from); t < min(at+run.Count, to) && run.Quality == loadcurve.Missing; t++ {
			if values[t] == 0 {
				continue
			}
			if days == nil {
				days = make([]energy.MilliWh, len(g.starts)-1)
			}
			for g.starts[day+1] <= t {
				day++
			}
			days[day] += values[t]
		}
		at += run.Count
	}
	return days
}

// take appends what a participant has by day, if it has any.
func (d *DistributionMonth) take(p part, days []energy.MilliWh) {
	if days == nil {
		return
	}
	d.Participants = append(d.Participants, p.ParticipantID)
	var total energy.MilliWh
	for _, v := range days {
		total += v
		if v == 0 {
			v = Absent
		}
		d.Days = append(d.Days, v)
	}
	d.Totals = append(d.Totals, total)
}

// unmatchedMonths finds it of the curves of one site.
func unmatchedMonths(zone civil.Zone, whole Nature, side Side, all []curveMonth) ([]curveMonth, error) {
	byMonth := map[civil.Month][2]*curveMonth{}
	for i, m := range all {
		of := byMonth[m.month]
		switch m.nature {
		case whole:
			of[0] = &all[i]
		case Autoconso:
			of[1] = &all[i]
		}
		byMonth[m.month] = of
	}
	var out []curveMonth
	for _, month := range slices.Sorted(maps.Keys(byMonth)) {
		of := byMonth[month]
		if of[0] == nil || of[1] == nil {
			continue
		}
		if match(of[0].days, of[1].days) {
			continue
		}
		step := max(of[0].step, of[1].step)
		x, err := decodeAt(of[0].chunk, step)
		if err != nil {
			return nil, err
		}
		y, err := decodeAt(of[1].chunk, step)
		if err != nil {
			return nil, err
		}
		g, quality := gridOf(zone, month, step), lower(x.Quality, y.Quality)
		for i, values := range [][]energy.MilliWh{x.Values, y.Values} {
			if sums := g.alone(values, quality, 0, g.N); sums != nil {
				out = append(out, curveMonth{month: month, nature: [...]Nature{Unmatched, UnmatchedShared}[i], side: side, step: step, days: daysWith(sums)})
			}
		}
	}
	return out, nil
}

func daysWith(sums []energy.MilliWh) Days {
	days := make(Days, len(sums))
	for i, v := range sums {
		if v != 0 {
			days[i] = Day{Sum: v, State: HasData}
		}
	}
	return days
}
