// Package pairing shares the energy of consumers out to the producers that it came from, within
// the margins of both sides (docs/adr/0017).
package pairing

import (
	"math/bits"
	"slices"

	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
)

// Splitter divides what consumers received among producers, in proportion to what
// each produced at that step. Producers come in ascending participant id. The part of
// the first p producers together is rounded down, so that parts add up exactly and
// each is its ideal rounded down or up (domain 6.4). What was shared at a step at which
// nothing was produced is split like the production of the whole month, as everywhere
// (share.Producers); in a month without any the last one is taken.
type Splitter struct {
	n      int        // steps
	shares []boundary // of the first 1, 2, … producers but the last
}

// boundary is the part of the first producers together. A multiplication a step is most
// of what an import of many producers costs, so what needs more than that is set aside.
type boundary struct {
	parts []uint64 // plus one, in units of 2^-64; 0 where it is all
	whole []int32  // the steps of these zeros, ascending
}

// NewSplitter takes the production of each producer, gaps as zero, and what each made in
// the whole month.
func NewSplitter(production [][]energy.MilliWh, months []energy.MilliWh, n int) *Splitter {
	s := &Splitter{n: n}
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
	var ofMonth, month uint64
	for _, v := range months {
		month += uint64(v)
	}
	for p, column := range production[:len(production)-1] {
		b := boundary{parts: make([]uint64, n)}
		ofMonth += uint64(months[p])
		still, all := partOf(ofMonth, month)
		for t, v := range column {
			until[t] += uint64(v)
			part, whole := still, all
			if total[t] > 0 {
				part, whole = partOf(until[t], total[t])
			}
			if b.parts[t] = part; whole {
				b.whole = append(b.whole, int32(t))
			}
		}
		s.shares = append(s.shares, b)
	}
	return s
}

// partOf is until / total, plus one, in units of 2^-64; whole and zero where it is all.
func partOf(until, total uint64) (part uint64, whole bool) {
	switch {
	case total == 0:
		return 1, false
	case until == total:
		return 0, true
	}
	part, _ = bits.Div64(until, 0, total)
	return part + 1, false // is not zero: until is below total
}

// SumsOf adds up each column.
func SumsOf(columns [][]energy.MilliWh) []energy.MilliWh {
	sums := make([]energy.MilliWh, len(columns))
	for i, column := range columns {
		for _, v := range column {
			sums[i] += v
		}
	}
	return sums
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

// Days adds up, for one consumer, what came from each producer by civil day:
// dst[producer × days]. Shared energy outside from to to does not count.
func (s *Splitter) Days(dst []energy.MilliWh, g metering.MonthGrid, shared []energy.MilliWh, from, to int) {
	count := len(g.Starts) - 1
	last := dst[len(s.shares)*count:]
	var some [31][2]int // of each day, from its first step with energy to its last: nights need no work
	for d := range count {
		a, b := max(g.Starts[d], from), min(g.Starts[d+1], to)
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
	for d, of := range some[:count] {
		s.sums(dst[d:], count, shared[of[0]:of[1]], of[0])
	}
	for p := len(s.shares); p > 0; p-- {
		for d := range count {
			dst[p*count+d] -= dst[(p-1)*count+d]
		}
	}
}

// Totals adds up, for one consumer, what came from each producer; shared begins at step
// from of the splitter.
func (s *Splitter) Totals(dst, shared []energy.MilliWh, from int) {
	last := len(s.shares)
	for _, v := range shared {
		dst[last] += v
	}
	if dst[last] == 0 {
		return
	}
	s.sums(dst, 1, shared, from)
	for p := last; p > 0; p-- {
		dst[p] -= dst[p-1]
	}
}

// sums adds up, for each boundary, until of values that begin at a step. Results lie at
// every stride-th place of dst.
func (s *Splitter) sums(dst []energy.MilliWh, stride int, shared []energy.MilliWh, from int) {
	if len(shared) == 0 {
		for p := range s.shares {
			dst[p*stride] = 0
		}
		return
	}
	p := 0
	for ; p+4 <= len(s.shares); p += 4 {
		for i, sum := range sumFour((*[4]boundary)(s.shares[p:]), shared, from) {
			dst[(p+i)*stride] = sum + s.shares[p+i].wholes(shared, from)
		}
	}
	for ; p < len(s.shares); p++ {
		var sum uint64
		parts := s.shares[p].parts[from:][:len(shared)]
		for t, v := range shared {
			hi, _ := bits.Mul64(uint64(v), parts[t])
			sum += hi
		}
		dst[p*stride] = energy.MilliWh(sum) + s.shares[p].wholes(shared, from)
	}
}

// sumFour adds up the parts of four boundaries at once: each value is fetched once, and
// the multiplications do not wait for each other.
func sumFour(of *[4]boundary, shared []energy.MilliWh, from int) (sum [4]energy.MilliWh) {
	n := len(shared)
	a, b, c, d := of[0].parts[from:][:n], of[1].parts[from:][:n], of[2].parts[from:][:n], of[3].parts[from:][:n]
	var w, x, y, z uint64
	for t, v := range shared {
		u := uint64(v)
		hi, _ := bits.Mul64(u, a[t])
		w += hi
		hi, _ = bits.Mul64(u, b[t])
		x += hi
		hi, _ = bits.Mul64(u, c[t])
		y += hi
		hi, _ = bits.Mul64(u, d[t])
		z += hi
	}
	return [4]energy.MilliWh{energy.MilliWh(w), energy.MilliWh(x), energy.MilliWh(y), energy.MilliWh(z)}
}

// wholes adds up the values of those steps where all is the part of the boundary.
func (b *boundary) wholes(shared []energy.MilliWh, from int) (sum energy.MilliWh) {
	if len(b.whole) > 0 {
		at, _ := slices.BinarySearch(b.whole, int32(from))
		for _, t := range b.whole[at:] {
			if int(t) >= from+len(shared) {
				break
			}
			sum += shared[int(t)-from]
		}
	}
	return sum
}

// Of writes what one consumer received from producer p at each step.
func (s *Splitter) Of(dst, shared []energy.MilliWh, p int) {
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
