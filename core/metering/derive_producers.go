package metering

import (
	"math/bits"
	"slices"

	"github.com/openpmo/pmo/core/allocation/margin"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// producers derives each producer's Autoconso and Surplus, the rest (domain 6.1). Where
// neither the operator nor the key says what each producer gave, it is its part of all
// that was shared, by weights. Both are exact at each step, also as sums; what one
// producer gave to single consumers, each rounded, may then differ from its part by
// 1 mWh a consumer and step. A curve that the operator sent of a producer stands for its
// month; those of the others are derived even so.
func (b *monthBuild) producers(columns, weights, margins [][]energy.MilliWh, makers []part, shared loadcurve.Series) error {
	total, before := make([]energy.MilliWh, b.grid.N), make([]energy.MilliWh, b.grid.N)
	for _, column := range weights {
		for t, v := range column {
			total[t] += v
		}
	}
	curves := map[SeriesKey]*loadcurve.Series{}
	still := newNight(columns)
	for i, p := range makers {
		produced, err := b.decode(b.rows[SeriesKey{p.DsoID, Prod, Producer, DSO}])
		if err != nil {
			return err
		}
		quality := lower(shared.Quality, produced.Quality)
		given := make([]energy.MilliWh, b.grid.N)
		still.next()
		giveBy(given, before, weights[i], total, shared.Values, still)
		b.apart.steps(b.grid, func(_, from, to int) { copy(given[from:to], b.apart.given[i][from:to]) })
		if margins != nil {
			for t, v := range margins[i] {
				if v == margin.Unknown {
					v = min(given[t], columns[i][t])
				}
				given[t] = v
			}
		}
		if row, sent := b.rows[SeriesKey{p.DsoID, Autoconso, Producer, DSO}]; sent {
			s, err := b.decode(row)
			if err != nil {
				return err
			}
			quality = lower(produced.Quality, s.Quality)
			copy(given, s.Values)
		} else {
			own := b.within(p, slices.Clone(given), quality)
			if err := join(curves, SeriesKey{p.DsoID, Autoconso, Producer, DSO}, own); err != nil {
				return err
			}
		}
		if _, sent := b.rows[SeriesKey{p.DsoID, Surplus, Producer, DSO}]; sent {
			continue
		}
		kept := make([]energy.MilliWh, b.grid.N)
		for t, v := range columns[i] {
			kept[t] = max(0, v-given[t])
		}
		if err := join(curves, SeriesKey{p.DsoID, Surplus, Producer, DSO}, b.within(p, kept, quality)); err != nil {
			return err
		}
	}
	b.deriveAll(curves)
	return nil
}

// join puts the curve of one occupant beside those of the others of the same site.
func join(curves map[SeriesKey]*loadcurve.Series, key SeriesKey, own loadcurve.Series) error {
	if first, ok := curves[key]; ok {
		return loadcurve.Overlay(first, own)
	}
	curves[key] = &own
	return nil
}

func (b *monthBuild) deriveAll(curves map[SeriesKey]*loadcurve.Series) {
	keys := make([]SeriesKey, 0, len(curves))
	for key := range curves {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, SeriesKey.compare)
	for _, key := range keys {
		b.derive(key, *curves[key])
	}
}

// night says how steps are split at which nothing was made: like the production of the
// whole month, and to the last one in a month without any.
type night struct {
	months             []energy.MilliWh // of each producer
	from, until, total energy.MilliWh   // of those before, with the one in turn, of all
	turn               int
}

func newNight(columns [][]energy.MilliWh) *night {
	n := &night{months: sumsOf(columns), turn: -1}
	for _, v := range n.months {
		n.total += v
	}
	return n
}

// next takes the next producer.
func (n *night) next() {
	n.turn++
	n.from = n.until
	n.until += n.months[n.turn]
}

func (n *night) part(shared energy.MilliWh) energy.MilliWh {
	if n.total > 0 {
		return upTo(shared, n.until, n.total) - upTo(shared, n.from, n.total)
	}
	if n.turn == len(n.months)-1 {
		return shared
	}
	return 0
}

// giveBy writes the part of shared that belongs to one producer's column. before is
// what the producers until then made, and moves on.
func giveBy(dst, before, column, total, shared []energy.MilliWh, still *night) {
	for t, v := range shared {
		if total[t] == 0 {
			if v > 0 {
				dst[t] = still.part(v)
			}
			continue
		}
		from := upTo(v, before[t], total[t])
		before[t] += column[t]
		dst[t] = upTo(v, before[t], total[t]) - from
	}
}

// upTo is shared × made / total, rounded down. made is at most total.
func upTo(shared, made, total energy.MilliWh) energy.MilliWh {
	if total == 0 {
		return 0
	}
	if made == total {
		return shared
	}
	hi, lo := bits.Mul64(uint64(shared), uint64(made))
	q, _ := bits.Div64(hi, lo, uint64(total))
	return energy.MilliWh(q)
}
