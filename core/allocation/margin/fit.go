package margin

import (
	"slices"

	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/energy"
)

// Unknown stands in Margins.Given where nobody says what a producer gave.
const Unknown energy.MilliWh = -1

// Margins are what the operator says of the steps of a block. Pairs of a key are fitted
// to them: the operator's figures are the truth, the key says between whom.
type Margins struct {
	Consumption [][]energy.MilliWh // [consumer][step], at least Received
	Received    [][]energy.MilliWh // [consumer][step]
	Production  [][]energy.MilliWh // [producer][step], at least Given
	Given       [][]energy.MilliWh // [producer][step]; Unknown = at most Production
}

// Conflict is a step at which the margins cannot be met by the pairs that the key has: a
// pair without a part in it would have to receive. It names a consumer whose pairs are
// in doubt, and by how much all of them together miss.
type Conflict struct {
	Step, Consumer int
	Energy         energy.MilliWh
}

// maxScalings bounds iterative proportional fitting. What it leaves, where the margins
// need a pair of the key to have next to nothing, is moved along pairs afterwards.
const maxScalings = 50

// Fit scales pairs, [producer][consumer][step] by the rule alone, to the margins
// (iterative proportional fitting, domain 6.6): each consumer's add up to what it
// received exactly; each producer's to what it gave, exactly too as far as the pairs of
// the rule allow it. Where the two sides of the operator differ, givers are scaled to
// what was received. What a rounding of the operator can be, 1 Wh a site, is no conflict.
func Fit(pairs [][][]energy.MilliWh, r share.Rule, m Margins) ([]Conflict, error) {
	f := newFitting(len(pairs), len(m.Received))
	var out []Conflict
	if len(m.Received) == 0 {
		return nil, nil
	}
	for t := range m.Received[0] {
		if err := f.load(pairs, r, m, t); err != nil {
			return nil, err
		}
		if f.all > 0 {
			if err := f.fit(); err != nil {
				return nil, err
			}
		}
		for p := range pairs {
			for c := range pairs[p] {
				pairs[p][c][t] = f.cells[c*f.producers+p]
			}
		}
		for _, c := range f.doubtful {
			out = append(out, Conflict{t, c, f.missed})
		}
	}
	return out, nil
}

// fitting is one step. Cells are [consumer × producers].
type fitting struct {
	consumers, producers int
	cells                []energy.MilliWh
	serves               []bool
	rows                 []energy.MilliWh // received
	low, high            []energy.MilliWh // of what each producer gives
	all                  energy.MilliWh   // received, by all
	tolerance            energy.MilliWh

	doubtful []int
	missed   energy.MilliWh

	scaled  []float64
	sums    []float64
	columns []energy.MilliWh // sums of cells
	weights []energy.MilliWh
	from    []int // the way to a producer, by the one before; -1 = not reached
	queue   []int
}

func newFitting(producers, consumers int) *fitting {
	n := producers * consumers
	return &fitting{consumers: consumers, producers: producers, cells: make([]energy.MilliWh, n), serves: make([]bool, n),
		rows: make([]energy.MilliWh, consumers), low: make([]energy.MilliWh, producers), high: make([]energy.MilliWh, producers),
		scaled: make([]float64, n), sums: make([]float64, producers), columns: make([]energy.MilliWh, producers),
		weights: make([]energy.MilliWh, max(producers, consumers)), from: make([]int, producers)}
}

// load takes a step over.
func (f *fitting) load(pairs [][][]energy.MilliWh, r share.Rule, m Margins, t int) error {
	f.doubtful, f.missed, f.all, f.tolerance = f.doubtful[:0], 0, 0, energy.WattHour*energy.MilliWh(f.producers)
	for c, column := range m.Received {
		f.rows[c] = column[t]
		if f.all += column[t]; column[t] > 0 {
			f.tolerance += energy.WattHour
		}
		for p := range pairs {
			at := c*f.producers + p
			f.serves[at] = r.Serves(p, c, t)
			if f.cells[at] = 0; f.serves[at] && column[t] > 0 {
				f.cells[at] = pairs[p][c][t]
			}
		}
	}
	return f.bound(m, t)
}

// bound says how much each producer gives.
func (f *fitting) bound(m Margins, t int) error {
	known, unknown := energy.MilliWh(0), false
	for p, column := range m.Given {
		if column[t] == Unknown {
			f.low[p], f.high[p], unknown = 0, m.Production[p][t], true
			continue
		}
		f.low[p], f.high[p] = column[t], column[t]
		known += column[t]
	}
	if known == 0 || known == f.all || unknown && known < f.all {
		return nil
	}
	given := f.weights[:f.producers]
	copy(given, f.low)
	if err := energy.Split(given, given, f.all); err != nil {
		return err
	}
	for p, v := range given {
		if m.Given[p][t] != Unknown {
			f.low[p], f.high[p] = v, v
		}
	}
	return nil
}

// fit meets the margins at a step at which something was received.
func (f *fitting) fit() error {
	f.begin()
	if !f.exact() {
		f.scale()
		if err := f.round(); err != nil {
			return err
		}
		f.sum()
		if err := f.level(); err != nil {
			return err
		}
	}
	f.judge()
	return nil
}

// begin gives rows to scale to those of whom the rule alone has nothing. A consumer
// without any pair is in doubt; what it received is put where others leave room, so that
// nothing is lost.
func (f *fitting) begin() {
	for c, received := range f.rows {
		row, serves := f.row(c), f.serves[c*f.producers:(c+1)*f.producers]
		if received == 0 || slices.ContainsFunc(row, func(v energy.MilliWh) bool { return v > 0 }) {
			continue
		}
		if !slices.Contains(serves, true) {
			if received > energy.WattHour {
				f.doubt(c, received)
			}
			for p := range serves {
				serves[p] = true
			}
		}
		for p := range row {
			if serves[p] {
				row[p] = max(f.high[p], 1)
			}
		}
	}
}

func (f *fitting) row(c int) []energy.MilliWh { return f.cells[c*f.producers : (c+1)*f.producers] }

func (f *fitting) doubt(c int, missed energy.MilliWh) {
	if !slices.Contains(f.doubtful, c) {
		f.doubtful = append(f.doubtful, c)
	}
	f.missed += missed
}

// exact reports whether the cells meet the margins as they are.
func (f *fitting) exact() bool {
	for c, received := range f.rows {
		for _, v := range f.row(c) {
			received -= v
		}
		if received != 0 {
			return false
		}
	}
	f.sum()
	for p, v := range f.columns {
		if v < f.low[p] || v > f.high[p] {
			return false
		}
	}
	return true
}

func (f *fitting) sum() {
	clear(f.columns)
	for at, v := range f.cells {
		f.columns[at%f.producers] += v
	}
}

// scale is iterative proportional fitting, which ends with the rows. Conversions keep
// processors from fusing a product and a sum, so that the result is the same on all.
func (f *fitting) scale() {
	for at, v := range f.cells {
		f.scaled[at] = float64(v)
	}
	for range maxScalings {
		clear(f.sums)
		for c, received := range f.rows {
			row := f.scaled[c*f.producers : (c+1)*f.producers]
			sum := 0.0
			for _, v := range row {
				sum += v
			}
			if sum == 0 {
				continue
			}
			by := float64(received) / sum
			for p, v := range row {
				row[p] = float64(v * by)
				f.sums[p] += row[p]
			}
		}
		near := true
		for p, sum := range f.sums {
			low, high := float64(f.low[p]), float64(f.high[p])
			near = near && sum >= low-0.5 && sum <= high+0.5
			if f.sums[p] = 1; sum > high {
				f.sums[p] = high / sum
			} else if sum < low && sum > 0 {
				f.sums[p] = low / sum
			}
		}
		if near {
			return
		}
		for c := range f.rows {
			row := f.scaled[c*f.producers : (c+1)*f.producers]
			left := 0.0
			for p, v := range row {
				left += float64(v * f.sums[p])
			}
			if left == 0 {
				continue // nobody who serves it gave anything: judge will tell
			}
			for p, v := range row {
				row[p] = float64(v * f.sums[p])
			}
		}
	}
}

// round makes each row whole numbers that add up to what was received.
func (f *fitting) round() error {
	const fine = 1 << 10
	for c, received := range f.rows {
		row, weights := f.row(c), f.weights[:f.producers]
		some := false
		for p := range row {
			weights[p] = energy.MilliWh(f.scaled[c*f.producers+p] * fine)
			some = some || weights[p] > 0
		}
		if !some {
			for p := range row {
				if weights[p] = 0; f.serves[c*f.producers+p] {
					weights[p] = 1
				}
			}
		}
		if received == 0 {
			clear(row)
			continue
		}
		if err := energy.Split(row, weights, received); err != nil {
			return err
		}
	}
	return nil
}

// level moves what producers give too much or too little along pairs of the rule, by the
// shortest ways, until the margins are met or no way is left.
func (f *fitting) level() error {
	over := func(p int) energy.MilliWh { return f.columns[p] - f.high[p] }
	under := func(p int) energy.MilliWh { return f.low[p] - f.columns[p] }
	room := func(p int) energy.MilliWh { return f.high[p] - f.columns[p] }
	spare := func(p int) energy.MilliWh { return f.columns[p] - f.low[p] }
	for _, move := range [][2]func(int) energy.MilliWh{{over, under}, {over, room}, {spare, under}} {
		for {
			p := f.way(move[0], move[1])
			if p < 0 {
				break
			}
			amount := move[1](p)
			start := p
			for f.from[start] != start {
				amount = min(amount, f.movable(f.from[start], start))
				start = f.from[start]
			}
			amount = min(amount, move[0](start))
			for at := p; at != start; at = f.from[at] {
				if err := f.move(f.from[at], at, amount); err != nil {
					return err
				}
			}
			f.columns[start] -= amount
			f.columns[p] += amount
		}
	}
	return nil
}

// way finds the nearest producer that can take, from any that is to give; -1 = none.
func (f *fitting) way(give, take func(int) energy.MilliWh) int {
	f.queue = f.queue[:0]
	for p := range f.from {
		if f.from[p] = -1; give(p) > 0 {
			f.from[p] = p
			f.queue = append(f.queue, p)
		}
	}
	for i := 0; i < len(f.queue); i++ {
		p := f.queue[i]
		if f.from[p] != p && take(p) > 0 {
			return p
		}
		for q := range f.from {
			if f.from[q] < 0 && f.movable(p, q) > 0 {
				f.from[q] = p
				f.queue = append(f.queue, q)
			}
		}
	}
	return -1
}

// movable is how much consumers have of p that they may have of q.
func (f *fitting) movable(p, q int) (sum energy.MilliWh) {
	for at := 0; at < len(f.cells); at += f.producers {
		if f.serves[at+q] {
			sum += f.cells[at+p]
		}
	}
	return sum
}

// move lets consumers have an amount of q in place of p, each in proportion to what it
// has of p.
func (f *fitting) move(p, q int, amount energy.MilliWh) error {
	weights := f.weights[:f.consumers]
	for c := range weights {
		if weights[c] = 0; f.serves[c*f.producers+q] {
			weights[c] = f.cells[c*f.producers+p]
		}
	}
	if err := energy.Split(weights, weights, amount); err != nil {
		return err
	}
	for c, v := range weights {
		f.cells[c*f.producers+p] -= v
		f.cells[c*f.producers+q] += v
	}
	return nil
}

// judge names the consumers that would have to receive from somebody else: those of
// producers that give too much, and all who could make room for them; and those of
// producers that give too little.
func (f *fitting) judge() {
	var over, under energy.MilliWh
	for p, v := range f.columns {
		over += max(0, v-f.high[p])
		under += max(0, f.low[p]-v)
	}
	if over > f.tolerance {
		f.way(func(p int) energy.MilliWh { return f.columns[p] - f.high[p] }, func(int) energy.MilliWh { return 0 })
		for c := range f.rows {
			for p, v := range f.row(c) {
				if v > 0 && f.from[p] >= 0 {
					f.doubt(c, 0)
				}
			}
		}
		f.missed += over
		return
	}
	if under > f.tolerance {
		for c, received := range f.rows {
			for p := range f.columns {
				if received > 0 && f.columns[p] < f.low[p] && f.serves[c*f.producers+p] {
					f.doubt(c, 0)
				}
			}
		}
		f.missed += under
	}
}
