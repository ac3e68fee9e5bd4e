//go:build linux

package main

import (
	"cmp"
	"slices"
)

// floatBlock is a block in kWh as float64: how sharing is mostly written. Sums are not
// exact; that is what the rivals save.
type floatBlock struct {
	production       []float64
	consumption, dst [][]float64
	weights, levels  []float64
	members          [3][]int
	order            []int
	row              []float64
}

// newFloatBlock has the values of b.
func newFloatBlock(b *block, n int) *floatBlock {
	f := &floatBlock{consumption: columns[float64](n, monthSteps), dst: columns[float64](n, monthSteps), order: make([]int, n), row: make([]float64, n)}
	for _, p := range b.production {
		f.production = append(f.production, float64(p)/1e6)
	}
	for i, c := range b.consumption {
		for t, v := range c {
			f.consumption[i][t] = float64(v) / 1e6
		}
		f.weights, f.levels = append(f.weights, float64(b.weights[i])), append(f.levels, float64(b.levels[i]))
		f.members[i%3] = append(f.members[i%3], i)
	}
	return f
}

func (f *floatBlock) prorata() {
	sums := make([]float64, len(f.production))
	for _, c := range f.consumption {
		for t, v := range c {
			sums[t] += v
		}
	}
	for t, s := range sums {
		if sums[t] = 0; s > 0 {
			sums[t] = min(1, f.production[t]/s)
		}
	}
	for i, c := range f.consumption {
		dst := f.dst[i]
		for t, v := range c {
			dst[t] = v * sums[t]
		}
	}
}

// fill gives all the same, or the same by weight, but nobody more than it needs: in
// ascending order of need the level is what is left over who is left.
func (f *floatBlock) fill(weights []float64) {
	for t, left := range f.production {
		whole := 0.
		for i := range f.order {
			f.order[i] = i
			f.row[i] = f.consumption[i][t]
			if weights != nil {
				f.row[i] /= weights[i]
				whole += weights[i]
			} else {
				whole++
			}
		}
		slices.SortFunc(f.order, func(a, b int) int { return cmp.Compare(f.row[a], f.row[b]) })
		for _, i := range f.order {
			w := 1.
			if weights != nil {
				w = weights[i]
			}
			got := min(f.consumption[i][t], left/whole*w)
			f.dst[i][t] = got
			left -= got
			whole -= w
		}
	}
}

// priority serves levels 1 to 5 one after the other, each pro rata.
func (f *floatBlock) priority() {
	for t, left := range f.production {
		for level := 1.; level <= 5; level++ {
			sum := 0.
			for i, l := range f.levels {
				if l == level {
					sum += f.consumption[i][t]
				}
			}
			part := 0.
			if sum > 0 {
				part = min(1, left/sum)
			}
			for i, l := range f.levels {
				if l == level {
					f.dst[i][t] = f.consumption[i][t] * part
				}
			}
			left -= sum * part
		}
	}
}

// pools gives three groups their parts, each pro rata, and hands the rest on.
func (f *floatBlock) pools() {
	for t, p := range f.production {
		over := 0.
		for g, part := range [3]float64{0.4, 0.3, 0.2} {
			budget, sum := p*part+over, 0.
			for _, i := range f.members[g] {
				sum += f.consumption[i][t]
			}
			rate := 0.
			if sum > 0 {
				rate = min(1, budget/sum)
			}
			for _, i := range f.members[g] {
				f.dst[i][t] = f.consumption[i][t] * rate
			}
			over = budget - sum*rate
		}
	}
}
