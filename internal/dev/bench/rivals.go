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
	parts, ones      []float64 // of the members of a pool
	members          [3][]int
	all, order       []int
	row, rates, left []float64
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
		f.parts, f.ones, f.all = append(f.parts, float64(1+i%4)), append(f.ones, 1), append(f.all, i)
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

// fill gives all the same, or the same by weight, but nobody more than it needs.
func (f *floatBlock) fill(weights []float64) {
	for t, left := range f.production {
		f.fillStep(t, left, f.all, weights)
	}
}

// fillStep does one step: in ascending order of need the level is what is left over who
// is left.
func (f *floatBlock) fillStep(t int, left float64, members []int, weights []float64) {
	whole, order := 0., f.order[:len(members)]
	copy(order, members)
	for _, i := range members {
		f.row[i] = f.consumption[i][t]
		if weights != nil {
			f.row[i] /= weights[i]
			whole += weights[i]
		} else {
			whole++
		}
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(f.row[a], f.row[b]) })
	for _, i := range order {
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

// levelsOf is how many levels of priority a block has.
const levelsOf = 5

// priority serves levels 1 to 5 one after the other, each pro rata: the sums of all levels
// column by column, then what of each is served, then the shares column by column.
func (f *floatBlock) priority() {
	f.inLevels(f.levels, levelsOf, func(t int) float64 { return f.production[t] }, nil, nil)
}

// inLevels shares among the consumers that a list names (nil = all) by their levels, from
// what budget gives; what is left goes to left, where that is wanted.
func (f *floatBlock) inLevels(levels []float64, most int, budget func(t int) float64, members []int, left []float64) {
	steps := len(f.production)
	f.rates = grown(f.rates, most*steps)
	each := func(do func(i int, rates []float64)) {
		if members == nil {
			for i := range f.consumption {
				do(i, f.rates[(int(levels[i])-1)*steps:][:steps])
			}
		}
		for _, i := range members {
			do(i, f.rates[(int(levels[i])-1)*steps:][:steps])
		}
	}
	each(func(i int, sums []float64) {
		for t, v := range f.consumption[i][:steps] {
			sums[t] += v
		}
	})
	for t := range steps {
		rest := budget(t)
		for level := range most {
			rate, sum := 0., f.rates[level*steps+t]
			if sum > 0 {
				rate = min(1, rest/sum)
			}
			f.rates[level*steps+t], rest = rate, rest-sum*rate
		}
		if left != nil {
			left[t] = rest
		}
	}
	each(func(i int, rates []float64) {
		dst := f.dst[i][:steps]
		for t, v := range f.consumption[i][:steps] {
			dst[t] = v * rates[t]
		}
	})
}

// pools gives three groups their parts and hands on what is left of each, by the rules of
// ours: pro rata, by priority, and by parts with a minimum. The last one has no columns: a
// step is filled by itself.
func (f *floatBlock) pools() {
	f.left = grown(f.left, len(f.production))
	f.inLevels(f.ones, 1, func(t int) float64 { return 0.4 * f.production[t] }, f.members[0], f.left)
	f.inLevels(f.parts, 4, func(t int) float64 { return 0.3*f.production[t] + f.left[t] }, f.members[1], f.left)
	for t, p := range f.production {
		f.fillStep(t, 0.2*p+f.left[t], f.members[2], f.parts)
	}
}

// grown is a slice of zeros, in the memory of s where there is enough.
func grown(s []float64, n int) []float64 {
	if cap(s) < n {
		return make([]float64, n)
	}
	s = s[:n]
	clear(s)
	return s
}
