package metering

import (
	"github.com/openpmo/pmo/core/allocation/margin"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// What each producer gave of all that was shared is the operator's to say: production
// less surplus where it sends the surplus, else the Autoconso that it sends of the
// producer. Of producers of whom it says neither, what is left of what consumers received
// is taken in proportion to what they made (decisions 3.2).

// gave is what one producer gave on the steps from from to to, margin.Unknown where one of
// the curves has a gap. kept and told are its surplus and Autoconso as they were sent;
// nil where they were not. It gives nothing on the other steps of the month.
func gave(made loadcurve.Series, kept, told *loadcurve.Series, from, to int) []energy.MilliWh {
	if kept == nil && told == nil {
		return nil
	}
	out := make([]energy.MilliWh, made.N)
	for t := from; t < to; t++ {
		out[t] = margin.Unknown
	}
	fill := func(quality loadcurve.Runs, value func(t int) energy.MilliWh) {
		at := 0
		for _, run := range quality {
			for t := max(at, from); t < min(at+run.Count, to) && run.Quality != loadcurve.Missing; t++ {
				out[t] = value(t)
			}
			at += run.Count
		}
	}
	if told != nil {
		fill(told.Quality, func(t int) energy.MilliWh { return told.Values[t] })
	}
	if kept != nil {
		fill(lower(made.Quality, kept.Quality), func(t int) energy.MilliWh { return max(0, made.Values[t]-kept.Values[t]) })
	}
	return out
}

// marginsOf completes what producers gave: nil where nothing is known of any.
func marginsOf(given [][]energy.MilliWh, n int) [][]energy.MilliWh {
	some := false
	for _, column := range given {
		some = some || column != nil
	}
	if !some {
		return nil
	}
	for p, column := range given {
		if column == nil {
			given[p] = unknown(n)
		}
	}
	return given
}

func unknown(n int) []energy.MilliWh {
	out := make([]energy.MilliWh, n)
	for t := range out {
		out[t] = margin.Unknown
	}
	return out
}

// weigh is in proportion to what each consumer's energy is split over producers: what they
// gave, as far as it is known. received is what consumers received together, asked for
// only where it is known of some producers and not of others. At a step at which nobody
// gave anything it is what was made. orphans are the steps at which consumers received what
// nobody can have given: all say that they gave nothing, or what the others made is less
// than is left, by more than a tolerance.
func weigh(made, given [][]energy.MilliWh, received func() ([]energy.MilliWh, error), tolerance energy.MilliWh) (weights [][]energy.MilliWh, orphans []int, err error) {
	if given == nil || len(made) == 0 {
		return made, nil, nil
	}
	n := len(made[0])
	block := make([]energy.MilliWh, len(made)*n)
	for range made {
		weights, block = append(weights, block[:n:n]), block[n:]
	}
	var all []energy.MilliWh
	others, parts := make([]energy.MilliWh, len(made)), make([]energy.MilliWh, len(made))
	for t := range n {
		known, free, open := energy.MilliWh(0), energy.MilliWh(0), false
		for p := range made {
			others[p] = 0
			if v := given[p][t]; v != margin.Unknown {
				weights[p][t] = v
				known += v
			} else if others[p] = made[p][t]; others[p] > 0 {
				open = true
				free += others[p]
			}
		}
		switch {
		case known == 0 && !open:
			orphans = append(orphans, t)
			for p := range made {
				weights[p][t] = made[p][t]
			}
			continue
		case !open:
			continue
		case known == 0:
			copy(parts, others)
		default:
			if all == nil {
				if all, err = received(); err != nil {
					return nil, nil, err
				}
			}
			rest := max(0, all[t]-known)
			if rest > free+tolerance {
				orphans = append(orphans, t)
			}
			if err := energy.Split(parts, others, rest); err != nil {
				return nil, nil, err
			}
		}
		for p := range made {
			if others[p] > 0 {
				weights[p][t] = parts[p]
			}
		}
	}
	return weights, orphans, nil
}

// margins are what the operator says that each of the makers gave, by step of the month;
// nil where it does not say it of any.
func (b *monthBuild) margins(makers []part) ([][]energy.MilliWh, error) {
	given := make([][]energy.MilliWh, len(makers))
	for i, p := range makers {
		kept, err := b.sent(p, Surplus, &b.second)
		if err != nil {
			return nil, err
		}
		told, err := b.sent(p, Autoconso, &b.third)
		if err != nil {
			return nil, err
		}
		if kept == nil && told == nil {
			continue
		}
		made, err := b.decode(b.rows[SeriesKey{p.DsoID, Prod, Producer, DSO}])
		if err != nil {
			return nil, err
		}
		given[i] = gave(made, kept, told, p.from, p.to)
	}
	return marginsOf(given, b.grid.N), nil
}

// sent is a curve of a producer that the operator sent; nil = none.
func (b *monthBuild) sent(p part, n Nature, m *scratch) (*loadcurve.Series, error) {
	row, ok := b.rows[SeriesKey{p.DsoID, n, Producer, DSO}]
	if !ok || row.Derived {
		return nil, nil
	}
	s, err := m.decode(row, b.grid.Step)
	return &s, err
}

// measured reports whether the operator says what consumers received.
func (b *monthBuild) measured() bool {
	for key, row := range b.rows {
		if key.Nature == Autoconso && key.Side == Consumer && !row.Derived {
			return true
		}
	}
	return false
}

// received is what consumers received together, step by step, gaps as zero.
func (b *monthBuild) received() ([]energy.MilliWh, error) {
	out := make([]energy.MilliWh, b.grid.N)
	columns, _, _, err := b.columns(sumKey{Autoconso, Consumer})
	for _, column := range columns {
		for t, v := range column {
			out[t] += v
		}
	}
	return out, err
}

// fitted is what pairs that the key says are fitted to: what the operator says of both
// sides. A consumer used at least what it received, a producer made at least what it gave.
func (b *monthBuild) fitted() (in sharing, ok bool, err error) {
	if in.received, in.users, _, err = b.columns(sumKey{Autoconso, Consumer}); err != nil || len(in.users) == 0 {
		return in, false, err
	}
	var made [][]energy.MilliWh
	if made, in.makers, _, err = b.columns(sumKey{Prod, Producer}); err != nil || len(in.makers) < 2 {
		return in, false, err
	}
	if in.given, err = b.margins(in.makers); err != nil {
		return in, false, err
	}
	if in.given == nil {
		in.given = marginsOf(append(make([][]energy.MilliWh, len(in.makers)-1), unknown(b.grid.N)), b.grid.N)
	}
	in.made = atLeast(made, in.given)
	for i, p := range in.users {
		used := make([]energy.MilliWh, b.grid.N)
		if row, ok := b.rows[SeriesKey{p.DsoID, Conso, Consumer, DSO}]; ok {
			s, err := b.decode(row)
			if err != nil {
				return in, false, err
			}
			copy(used[p.from:p.to], s.Values[p.from:p.to])
		}
		in.used = append(in.used, atLeast([][]energy.MilliWh{used}, in.received[i:i+1])[0])
	}
	return in, true, nil
}

// atLeast raises columns to others, in new memory.
func atLeast(columns, others [][]energy.MilliWh) [][]energy.MilliWh {
	out := make([][]energy.MilliWh, len(columns))
	for i, column := range columns {
		out[i] = make([]energy.MilliWh, len(column))
		for t, v := range column {
			out[i][t] = max(v, others[i][t])
		}
	}
	return out
}

// fitKeys finds the pairs of the days on which the operator shares by a key that says who
// has what from whom, or by coefficients of each producer: by the key, fitted to the
// operator's own figures.
func (b *monthBuild) fitKeys() error {
	if b.keys == nil || b.apart != nil || b.algorithm < 2 || !b.measured() {
		return nil
	}
	in, ok, err := b.fitted()
	if err != nil || !ok {
		return err
	}
	spans, err := b.keys(in.query(b.month.Range(), b.grid.Step, b.algorithm))
	if err != nil {
		return err
	}
	for _, span := range spans {
		with, ok := span.apart()
		days := span.Days.Intersect(b.month.Range())
		if !ok || days.IsEmpty() {
			continue
		}
		if b.apart == nil {
			b.apart = newApart(b.grid, len(in.makers))
		}
		if err := b.apart.share(b.grid, in, days, with, nil); err != nil {
			return err
		}
	}
	return nil
}
