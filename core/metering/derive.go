package metering

import (
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering/loadcurve"
	"maps"
	"slices"
)

// allocate plays the operator where pmo is one: from Conso and Prod it computes what
// each consumer received, by the key in force (decisions 3.2). Nothing is shared at a
// step where a site that takes part has a gap, or has sent nothing yet: the gap is passed
// on. A month for which Autoconso was sent is left alone.
func (b *monthBuild) allocate() error {
	if !b.op.Operator.Capabilities().AllocatesHere || b.has(Autoconso, NoSide) {
		return nil
	}
	in, ok, err := b.sharing()
	if err != nil || !ok {
		return err
	}
	shares := make([][]energy.MilliWh, len(in.used))
	block := make([]energy.MilliWh, len(in.used)*b.grid.N)
	for i := range shares {
		shares[i] = block[i*b.grid.N : (i+1)*b.grid.N]
	}
	if err := b.share(shares, in); err != nil {
		return err
	}
	curves := map[SeriesKey]*loadcurve.Series{}
	for i, p := range in.users {
		own := b.within(p, shares[i], in.quality)
		if err := join(curves, SeriesKey{p.DsoID, Autoconso, Consumer, DSO}, own); err != nil {
			return err
		}
	}
	b.deriveAll(curves)
	return nil
}

// has tells whether a curve of a nature is there; NoSide = of either side.
func (b *monthBuild) has(n Nature, s Side) bool {
	for key := range b.rows {
		if key.Nature == n && (s == NoSide || key.Side == s) {
			return true
		}
	}
	return false
}

// columns decodes the curves of a nature, zero outside the days of each site. A site
// without a curve that it owes has no column, and is a gap of the sum; what a prosumer
// draws or makes on its second side is not owed.
func (b *monthBuild) columns(k sumKey) (columns [][]energy.MilliWh, parts []part, sum *curveSum, err error) {
	sum = newCurveSum(b.grid)
	room := columnRoom{steps: b.grid.N}
	err = b.each(k, func(p part, row SeriesMonth, ok bool) error {
		if !ok {
			if p.Side == k.side {
				sum.lack(p.from, p.to)
			}
			return nil
		}
		s, err := b.decode(row)
		if err != nil {
			return err
		}
		sum.add(s, p.from, p.to)
		p.gaps = s.Quality.Window(nil, p.from, p.to).Count(loadcurve.Missing) > 0
		column := room.next()
		copy(column[p.from:p.to], s.Values[p.from:p.to])
		columns, parts = append(columns, column), append(parts, p)
		return nil
	})
	return columns, parts, sum, err
}

// share runs the allocators of the month over their days.
func (b *monthBuild) share(dst [][]energy.MilliWh, in sharing) error {
	spans := []KeySpan{{Days: b.month.Range(), Allocator: Prorata()}}
	if b.keys != nil {
		var err error
		if spans, err = b.keys(in.query(b.month.Range(), b.grid.Step, b.algorithm)); err != nil {
			return err
		}
	}
	for _, span := range spans {
		days := span.Days.Intersect(b.month.Range())
		if days.IsEmpty() {
			continue
		}
		if with, ok := span.apart(); ok {
			if b.apart == nil {
				b.apart = newApart(b.grid, len(in.makers))
			}
			if err := b.apart.share(b.grid, in, days, with, dst); err != nil {
				return err
			}
			continue
		}
		from := b.grid.starts[days.From-b.month.First()]
		to := b.grid.starts[days.To-b.month.First()]
		if err := span.Allocator.Allocate(window(dst, from, to), in.all[from:to], window(in.used, from, to)); err != nil {
			return err
		}
	}
	return nil
}

// ceased empties the curves that were derived once and no longer are, as those of a site
// that has left: nobody may go on reading them.
func (b *monthBuild) ceased() {
	for _, key := range slices.SortedFunc(maps.Keys(b.previous), SeriesKey.compare) {
		before := b.previous[key]
		if before.Missing == before.N {
			continue // it is empty already
		}
		row := newSeriesMonth(key, b.grid, loadcurve.NewSeries(b.grid.Grid))
		row.Derived, row.Version = true, before.Version+1
		b.out.derived = append(b.out.derived, row)
	}
}

// lower is the lower quality of two curves at each step.
func lower(a, b loadcurve.Runs) loadcurve.Runs {
	var out loadcurve.Runs
	i, j, usedA, usedB := 0, 0, 0, 0
	for i < len(a) && j < len(b) {
		n := min(a[i].Count-usedA, b[j].Count-usedB)
		out = out.Add(min(a[i].Quality, b[j].Quality), n)
		if usedA += n; usedA == a[i].Count {
			i, usedA = i+1, 0
		}
		if usedB += n; usedB == b[j].Count {
			j, usedB = j+1, 0
		}
	}
	return out
}

// within is a curve on the month's grid that is a gap outside the days of p, and
// wherever quality says so. It takes values over.
func (b *monthBuild) within(p part, values []energy.MilliWh, quality loadcurve.Runs) loadcurve.Series {
	s := loadcurve.Series{Grid: b.grid.Grid, Values: values}
	s.Quality = s.Quality.Add(loadcurve.Missing, p.from)
	s.Quality = quality.Window(s.Quality, p.from, p.to)
	s.Quality = s.Quality.Add(loadcurve.Missing, b.grid.N-p.to)
	at := 0
	for _, run := range s.Quality {
		if run.Quality == loadcurve.Missing {
			clear(s.Values[at : at+run.Count])
		}
		at += run.Count
	}
	return s
}

// shares sums Prod and Autoconso, finds what each consumer had from each producer, and
// gives producers the curves of what they shared and kept where the operator does not.
func (b *monthBuild) shares() error {
	columns, makers, _, err := b.columns(sumKey{Prod, Producer})
	if err != nil {
		return err
	}
	if err := b.sum(sumKey{Prod, Producer}, nil); err != nil {
		return err
	}
	weights, given, orphans, err := b.weights(columns, makers)
	if err != nil {
		return err
	}
	if err := b.fitKeys(); err != nil {
		return err
	}
	split := newSplitter(weights, sumsOf(columns), b.grid.N)
	days, pairs := make([]energy.MilliWh, len(makers)*b.month.Days()), newPairMonth(b.month, makers)
	pairs.Algorithm = b.algorithm
	err = b.sum(sumKey{Autoconso, Consumer}, func(_ int, p part, s loadcurve.Series) {
		if len(makers) < 2 {
			return
		}
		b.orphaned(p, s.Values, orphans)
		split.days(days, b.grid, s.Values, p.from, p.to)
		b.apart.overlay(days, p.ParticipantID)
		pairs.add(p.ParticipantID, days)
	})
	if err != nil {
		return err
	}
	if b.apart != nil {
		pairs.Apart = b.apart.mask
	}
	if len(pairs.Consumers) > 1 {
		b.out.rollup.Pairs = pairs
	}
	shared := b.sums[sumKey{Autoconso, Consumer}]
	if shared == nil || len(makers) == 0 {
		return nil
	}
	return b.producers(columns, weights, given, makers, shared.series())
}

// weights is what energy is split by, what is known of it, and the steps at which nobody
// can have given all that was received, by what the operator says of all.
func (b *monthBuild) weights(made [][]energy.MilliWh, makers []part) (weights, given [][]energy.MilliWh, orphans []int, err error) {
	if b.algorithm < 2 {
		return made, nil, nil, nil
	}
	if given, err = b.margins(makers); err != nil {
		return nil, nil, nil, err
	}
	weights, orphans, err = weigh(made, given, b.received, siteTolerance*energy.MilliWh(len(b.parts)))
	return weights, given, orphans, err
}

// orphaned notes the days on which a consumer received at steps at which no producer can
// have given it, by more than roundings.
func (b *monthBuild) orphaned(p part, received []energy.MilliWh, orphans []int) {
	for _, t := range orphans {
		if day := b.grid.dayOf(t) - b.month.First(); b.apart != nil && b.apart.mask&(1<<day) != 0 {
			continue // the pairs of the key tell
		}
		if v := received[t]; t >= p.from && t < p.to && v > siteTolerance {
			b.conflicts = addConflict(b.conflicts, p, b.grid.dayOf(t), v)
		}
	}
}

func newPairMonth(m civil.Month, makers []part) *PairMonth {
	pairs := &PairMonth{Month: m, Consumers: []id.ID{""}, Totals: make([]energy.MilliWh, len(makers)),
		Days: make([]energy.MilliWh, len(makers)*m.Days())}
	for _, p := range makers {
		pairs.Producers = append(pairs.Producers, p.ParticipantID)
	}
	return pairs
}

// add appends what a consumer had by producer and day.
func (m *PairMonth) add(consumerID id.ID, days []energy.MilliWh) {
	m.Consumers = append(m.Consumers, consumerID)
	count := m.Month.Days()
	for p := range m.Producers {
		var total energy.MilliWh
		for d, v := range days[p*count : (p+1)*count] {
			total += v
			m.Days[p*count+d] += v
		}
		m.Totals[p] += total
		m.Totals = append(m.Totals, total)
	}
}
