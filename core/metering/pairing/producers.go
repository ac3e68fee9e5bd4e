package pairing

import (
	"math/bits"

	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// Join puts the curve of one occupant beside those of the others of the same site.
func Join(curves map[metering.SeriesKey]*loadcurve.Series, key metering.SeriesKey, own loadcurve.Series) error {
	if first, ok := curves[key]; ok {
		return loadcurve.Overlay(first, own)
	}
	curves[key] = &own
	return nil
}

// night says how steps are split at which nothing was made: like the production of the
// whole month, and to the last one in a month without any.
type night struct {
	months             []energy.MilliWh // of each producer
	from, until, total energy.MilliWh   // of those before, with the one in turn, of all
	turn               int
}

// NewNight begins before the first producer; columns are what each made, in their order.
func NewNight(columns [][]energy.MilliWh) *night {
	n := &night{months: SumsOf(columns), turn: -1}
	for _, v := range n.months {
		n.total += v
	}
	return n
}

// Next takes the next producer.
func (n *night) Next() {
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

// GiveBy writes the part of shared that belongs to one producer's column. before is
// what the producers until then made, and moves on.
func GiveBy(dst, before, column, total, shared []energy.MilliWh, still *night) {
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
