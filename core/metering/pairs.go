package metering

import (
	"math"
	"math/bits"

	"github.com/openpmo/pmo/core/energy"
)

// splitter divides what consumers received among producers, in proportion to what
// each produced at that step. Producers come in ascending participant id. The part of
// the first p producers together is rounded down, so that parts add up exactly and
// each is its ideal rounded down or up (decisions 3.4). Where nothing was produced,
// the last one is taken.
type splitter struct {
	n     int        // steps
	parts [][]uint64 // of the first 1, 2, … producers but the last, in units of 2^-64
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
		parts := make([]uint64, n)
		for t, v := range column {
			until[t] += uint64(v)
			switch {
			case total[t] == 0:
			case until[t] == total[t]:
				parts[t] = math.MaxUint64
			default:
				parts[t], _ = bits.Div64(until[t], 0, total[t])
			}
		}
		s.parts = append(s.parts, parts)
	}
	return s
}

// until is the part of v that the producers before boundary p received, rounded down.
// v × (part + 1) / 2^64 is the floor of exact arithmetic as long as v × production is
// below 2^64; beyond that it may be one above, still exact as a sum.
func until(v energy.MilliWh, part uint64) energy.MilliWh {
	hi, lo := bits.Mul64(uint64(v), part)
	_, carry := bits.Add64(lo, uint64(v), 0)
	return energy.MilliWh(hi + carry)
}

// days adds up, for one consumer, what came from each producer by civil day:
// dst[producer × days]. Shared energy outside from to to does not count.
func (s *splitter) days(dst []energy.MilliWh, g monthGrid, shared []energy.MilliWh, from, to int) {
	count := len(g.starts) - 1
	last := dst[len(s.parts)*count:]
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
	for p, parts := range s.parts {
		for d := range count {
			a, b := some[d][0], some[d][1]
			dst[p*count+d] = sumUntil(shared[a:b], parts[a:b])
		}
	}
	for p := len(s.parts); p > 0; p-- {
		for d := range count {
			dst[p*count+d] -= dst[(p-1)*count+d]
		}
	}
}

// totals adds up, for one consumer, what came from each producer; shared begins at step
// from of the splitter.
func (s *splitter) totals(dst, shared []energy.MilliWh, from int) {
	last := len(s.parts)
	for _, v := range shared {
		dst[last] += v
	}
	if dst[last] == 0 {
		return
	}
	for p, parts := range s.parts {
		dst[p] = sumUntil(shared, parts[from:])
	}
	for p := last; p > 0; p-- {
		dst[p] -= dst[p-1]
	}
}

func sumUntil(shared []energy.MilliWh, parts []uint64) energy.MilliWh {
	var sum energy.MilliWh
	parts = parts[:len(shared)]
	for t, v := range shared {
		sum += until(v, parts[t])
	}
	return sum
}

// of writes what one consumer received from producer p at each step.
func (s *splitter) of(dst, shared []energy.MilliWh, p int) {
	for t, v := range shared {
		upper, lower := v, energy.MilliWh(0)
		if p < len(s.parts) {
			upper = until(v, s.parts[p][t])
		}
		if p > 0 {
			lower = until(v, s.parts[p-1][t])
		}
		dst[t] = upper - lower
	}
}
