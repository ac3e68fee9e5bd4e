package metering

import (
	"math/bits"
	"slices"

	"github.com/openpmo/pmo/core/energy"
)

// splitter divides what consumers received among producers, in proportion to what
// each produced at that step. Producers come in ascending participant id. The part of
// the first p producers together is rounded down, so that parts add up exactly and
// each is its ideal rounded down or up (decisions 3.4). Where nothing was produced,
// the last one is taken.
type splitter struct {
	n      int        // steps
	shares []boundary // of the first 1, 2, … producers but the last
}

// boundary is the part of the first producers together. A multiplication a step is most
// of what an import of many producers costs, so what needs more than that is set aside.
type boundary struct {
	parts []uint64 // plus one, in units of 2^-64; 0 where it is all
	whole []int32  // the steps of these zeros, ascending
}

// newSplitter takes the production of each producer, gaps as zero.
func newSplitter(production [][]energy.MilliWh, n int) *splitter {
	s := &splitter{n: n}
	if len(production) < 2 {
		return s
	}
	total := make([]uint64, n)
	for _, column := range production {
		for t, v := range column {
			total[t] += uint64(v)
		}
	}
	until := make([]uint64, n)
	for _, column := range production[:len(production)-1] {
		b := boundary{parts: make([]uint64, n)}
		for t, v := range column {
			until[t] += uint64(v)
			switch {
			case total[t] == 0:
				b.parts[t] = 1
			case until[t] == total[t]:
				b.whole = append(b.whole, int32(t))
			default:
				part, _ := bits.Div64(until[t], 0, total[t])
				b.parts[t] = part + 1 // is not zero: until is below total
			}
		}
		s.shares = append(s.shares, b)
	}
	return s
}

// until is the part of v at step t that the producers before the boundary received,
// rounded down. v × (part + 1) / 2^64 is the floor of exact arithmetic as long as
// v × production is below 2^64; beyond that it may be one above, still exact as a sum.
func (b boundary) until(v energy.MilliWh, t int) energy.MilliWh {
	if b.parts[t] == 0 {
		return v
	}
	hi, _ := bits.Mul64(uint64(v), b.parts[t])
	return energy.MilliWh(hi)
}

// days adds up, for one consumer, what came from each producer by civil day:
// dst[producer × days]. Shared energy outside from to to does not count.
func (s *splitter) days(dst []energy.MilliWh, g monthGrid, shared []energy.MilliWh, from, to int) {
	count := len(g.starts) - 1
	last := dst[len(s.shares)*count:]
	var some [31][2]int // of each day, from its first step with energy to its last: nights need no work
	for d := range count {
		a, b := max(g.starts[d], from), min(g.starts[d+1], to)
		for a < b && shared[a] == 0 {
			a++
		}
		for a < b && shared[b-1] == 0 {
			b--
		}
		var all energy.MilliWh
		if a < b {
			for _, v := range shared[a:b] {
				all += v
			}
			some[d] = [2]int{a, b}
		}
		last[d] = all
	}
	for p, boundary := range s.shares {
		for d := range count {
			a, b := some[d][0], some[d][1]
			dst[p*count+d] = boundary.sum(shared[a:b], a)
		}
	}
	for p := len(s.shares); p > 0; p-- {
		for d := range count {
			dst[p*count+d] -= dst[(p-1)*count+d]
		}
	}
}

// totals adds up, for one consumer, what came from each producer; shared begins at step
// from of the splitter.
func (s *splitter) totals(dst, shared []energy.MilliWh, from int) {
	last := len(s.shares)
	for _, v := range shared {
		dst[last] += v
	}
	if dst[last] == 0 {
		return
	}
	for p, boundary := range s.shares {
		dst[p] = boundary.sum(shared, from)
	}
	for p := last; p > 0; p-- {
		dst[p] -= dst[p-1]
	}
}

// sum adds up until for values that begin at a step.
func (b boundary) sum(shared []energy.MilliWh, from int) energy.MilliWh {
	var sum uint64
	parts := b.parts[from:][:len(shared)]
	for t, v := range shared {
		hi, _ := bits.Mul64(uint64(v), parts[t])
		sum += hi
	}
	if len(b.whole) > 0 {
		at, _ := slices.BinarySearch(b.whole, int32(from))
		for _, t := range b.whole[at:] {
			if int(t) >= from+len(shared) {
				break
			}
			sum += uint64(shared[int(t)-from])
		}
	}
	return energy.MilliWh(sum)
}

// of writes what one consumer received from producer p at each step.
func (s *splitter) of(dst, shared []energy.MilliWh, p int) {
	for t, v := range shared {
		upper, lower := v, energy.MilliWh(0)
		if p < len(s.shares) {
			upper = s.shares[p].until(v, t)
		}
		if p > 0 {
			lower = s.shares[p-1].until(v, t)
		}
		dst[t] = upper - lower
	}
}
